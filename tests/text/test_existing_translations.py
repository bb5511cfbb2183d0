"""What becomes of the translations that XLIFF and TMX have already."""

from __future__ import annotations

import pytest

from antecede.errors import BadFormat
from antecede.text.formats import Existing, parse

KEEP, EMPTY, REPLACE = Existing.KEEP, Existing.EMPTY, Existing.REPLACE


def xliff_1(unit: str) -> str:
    return (
        '<xliff version="1.2"><file original="f" source-language="en" target-language="fr"><body>'
        f"{unit}</body></file></xliff>"
    )


def xliff_2(segment: str) -> str:
    return f'<xliff version="2.0" srcLang="en" trgLang="fr"><file id="f"><unit id="1">{segment}</unit></file></xliff>'


def tmx(variants: str) -> str:
    return f'<tmx version="1.4"><body><tu><tuv xml:lang="en"><seg>It.</seg></tuv>{variants}</tu></body></tmx>'


IT = "<source>It.</source>"
# A unit, the first of the three ways in which it changes, and what it is then.
UNITS = [
    (f"<trans-unit>{IT}</trans-unit>", KEEP, f"<trans-unit>{IT}<target>Neuf.</target></trans-unit>"),
    (f"<trans-unit>{IT}<target/></trans-unit>", KEEP, f"<trans-unit>{IT}<target>Neuf.</target></trans-unit>"),
    (
        f"<trans-unit>{IT}<target> \n</target></trans-unit>",
        KEEP,
        f"<trans-unit>{IT}<target>Neuf.</target></trans-unit>",
    ),
    # Tools write the tags that the translation is to have; words there are none.
    (
        f'<trans-unit>{IT}<target><mrk mtype="seg" mid="0"></mrk></target></trans-unit>',
        KEEP,
        f"<trans-unit>{IT}<target>Neuf.</target></trans-unit>",
    ),
    (
        f'<trans-unit>{IT}<target state="needs-translation"/></trans-unit>',
        KEEP,
        f'<trans-unit>{IT}<target state="needs-review-translation">Neuf.</target></trans-unit>',
    ),
    (
        f"<trans-unit>{IT}<target>Vieux.</target></trans-unit>",
        REPLACE,
        f"<trans-unit>{IT}<target>Neuf.</target></trans-unit>",
    ),
    (
        f'<trans-unit id="1" approved="yes">{IT}<target>Vieux.</target></trans-unit>',
        REPLACE,
        f'<trans-unit id="1" approved="no">{IT}<target>Neuf.</target></trans-unit>',
    ),
    (
        f"<trans-unit note=' approved=\"yes\" ' approved = 'yes'>{IT}<target>Vieux.</target></trans-unit>",
        REPLACE,
        f'<trans-unit note=\' approved="yes" \' approved = "no">{IT}<target>Neuf.</target></trans-unit>',
    ),
    *(
        (
            f'<trans-unit>{IT}<target xml:lang="fr" state="{state}">Vieux.</target></trans-unit>',
            needs,
            f'<trans-unit>{IT}<target xml:lang="fr" state="needs-review-translation">Neuf.</target></trans-unit>',
        )
        for state, needs in (
            ("final", REPLACE),
            ("translated", REPLACE),
            ("signed-off", REPLACE),
            ("needs-review-translation", REPLACE),
            ("new", EMPTY),
            ("needs-translation", EMPTY),
        )
    ),
    (
        f'<trans-unit>{IT}<target state-qualifier="exact-match">Vieux.</target></trans-unit>',
        REPLACE,
        f'<trans-unit>{IT}<target state-qualifier="mt-suggestion">Neuf.</target></trans-unit>',
    ),
    # Somebody has approved the words, whatever the state says.
    (
        f'<trans-unit approved="yes">{IT}<target state="new">Vieux.</target></trans-unit>',
        REPLACE,
        f'<trans-unit approved="no">{IT}<target state="needs-review-translation">Neuf.</target></trans-unit>',
    ),
    # Somebody has decided that it stays empty.
    (
        f'<trans-unit approved="yes">{IT}<target></target></trans-unit>',
        EMPTY,
        f'<trans-unit approved="no">{IT}<target>Neuf.</target></trans-unit>',
    ),
    (
        f'<trans-unit>{IT}<target state="final"/></trans-unit>',
        EMPTY,
        f'<trans-unit>{IT}<target state="needs-review-translation">Neuf.</target></trans-unit>',
    ),
]
SEGMENTS = [
    (f"<segment>{IT}</segment>", KEEP, f"<segment>{IT}<target>Neuf.</target></segment>"),
    (
        f"<segment>{IT}<target>Vieux.</target></segment>",
        REPLACE,
        f"<segment>{IT}<target>Neuf.</target></segment>",
    ),
    *(
        (
            f'<segment id="s" state="{state}">{IT}<target>Vieux.</target></segment>',
            needs,
            f'<segment id="s" state="initial">{IT}<target>Neuf.</target></segment>',
        )
        for state, needs in (("translated", REPLACE), ("reviewed", REPLACE), ("final", REPLACE), ("initial", EMPTY))
    ),
    (
        f'<segment state="final" subState="x:checked" id="s">{IT}<target>Vieux.</target></segment>',
        REPLACE,
        f'<segment state="initial" id="s">{IT}<target>Neuf.</target></segment>',
    ),
    (
        f'<segment state="final">{IT}</segment>',
        EMPTY,
        f'<segment state="initial">{IT}<target>Neuf.</target></segment>',
    ),
]
VARIANTS = [
    ("", KEEP, '<tuv xml:lang="fr"><seg>Neuf.</seg></tuv>'),
    ('<tuv xml:lang="fr"><seg/></tuv>', KEEP, '<tuv xml:lang="fr"><seg>Neuf.</seg></tuv>'),
    ('<tuv xml:lang="fr-CA"><seg>Vieux.</seg></tuv>', REPLACE, '<tuv xml:lang="fr-CA"><seg>Neuf.</seg></tuv>'),
    (
        '<tuv xml:lang="fr"><seg></seg></tuv><tuv xml:lang="fr-CA"><seg>Vieux.</seg></tuv>',
        REPLACE,
        '<tuv xml:lang="fr"><seg></seg></tuv><tuv xml:lang="fr-CA"><seg>Neuf.</seg></tuv>',
    ),
]
CASES = [
    (name, whole(before), needs, whole(after))
    for name, whole, cases in (("xliff", xliff_1, UNITS), ("xliff", xliff_2, SEGMENTS), ("tmx", tmx, VARIANTS))
    for before, needs, after in cases
]


@pytest.mark.parametrize(("name", "before", "needs", "after"), CASES)
@pytest.mark.parametrize("existing", Existing)
def test_a_translation_changes_only_if_that_was_asked_for(
    name: str, before: str, needs: Existing, after: str, existing: Existing
) -> None:
    container = parse(before, "en", format=name)
    changes = [KEEP, EMPTY, REPLACE].index(existing) >= [KEEP, EMPTY, REPLACE].index(needs)
    assert container.with_sentences(["Neuf."], "fr", existing=existing).text == (after if changes else before)
    assert (0 in container.kept("fr", existing)) is not changes


def test_translations_are_kept_unless_something_else_is_said() -> None:
    text = xliff_1(f"<trans-unit>{IT}<target>Vieux &amp; <g>bon</g>.</target></trans-unit>")
    container = parse(text, "en", format="xliff")
    assert container.with_sentences(["Neuf."], "fr").text == text
    assert container.kept("fr") == {0: "Vieux & bon."}


def test_kept_translations_are_found_by_the_number_of_their_sentence() -> None:
    units = f"<trans-unit>{IT}</trans-unit><trans-unit><source>They.</source><target>Ils.</target></trans-unit>"
    container = parse(xliff_1(units), "en", format="xliff")
    assert container.kept("fr") == {1: "Ils."}
    assert parse(container.with_sentences(["Il.", "x"], "fr").text, "fr", format="xliff").sentences == ("Il.", "Ils.")


def test_the_same_words_leave_their_marks() -> None:
    text = xliff_1(f'<trans-unit approved="yes">{IT}<target state="final">Vieux.</target></trans-unit>')
    assert parse(text, "en", format="xliff").with_sentences(["Vieux."], "fr", existing=REPLACE).text == text


def test_a_source_without_words_leaves_its_target_alone() -> None:
    text = xliff_1('<trans-unit><source><x id="1"/></source><target><x id="2"/></target></trans-unit>')
    assert parse(text, "en", format="xliff").with_sentences([""], "fr").text == text


@pytest.mark.parametrize(("name", "before", "after"), [
    ("xliff", xliff_1(f'<trans-unit approved="yes">{IT}<target state="final">Vieux.</target></trans-unit>'),
     xliff_1(f'<trans-unit approved="no">{IT}<target state="needs-review-translation">Neuf.</target></trans-unit>')),
    ("xliff", xliff_2(f'<segment state="final">{IT}<target>Vieux.</target></segment>'),
     xliff_2(f'<segment state="initial">{IT}<target>Neuf.</target></segment>')),
])  # fmt: skip
def test_a_target_that_is_edited_is_no_longer_marked_as_finished(name: str, before: str, after: str) -> None:
    container = parse(before, "fr", format=name)
    assert container.with_sentences(["Neuf."]).text == after
    assert container.with_sentences(container.sentences).text == before


def test_a_file_of_another_target_language_is_refused() -> None:
    text = xliff_1(f"<trans-unit>{IT}<target>Alt.</target></trans-unit>").replace('"fr"', '"de"')
    container = parse(text, "en", format="xliff", path="a.xlf")
    with pytest.raises(BadFormat, match=r"^a\.xlf: has its translations in 'de', and no room for 'fr'$"):
        container.with_sentences(["Neuf."], "fr")
