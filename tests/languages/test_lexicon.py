"""The French lexicon, on a file of a few lines, and on the whole where it is at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from antecede.errors import ResourceError
from antecede.languages import Agreement, Gender, Number, lexicon
from antecede.languages.fr.lexicon import Lefff

if TYPE_CHECKING:
    from pathlib import Path

M, F, S, P = Gender.MASCULINE, Gender.FEMININE, Number.SINGULAR, Number.PLURAL

# form, part of speech, lemma, tag
LINES = """
beau adj beau ms
beaux adj beau mp
bel adj beau ms
belle adj beau fs
belle nc beau fs
belles adj beau fp
chat nc chat ms
chats nc chat mp
content adj content ms
content v conter PS3p
contente adj content fs
contente v contenter PS13s
contentent v contenter PS3p
gentiment adv gentiment _
grand adj grand ms
grand' adj grand s
grande adj grand fs
livre nc livre ms
livre nc livre fs
parti nc parti ms
parti v partir Kms
partie nc partie fs
partie v partir Kfs
parties v partir Kfp
partir v partir W
partis v partir Kmp
peut v pouvoir P3s
peuvent v pouvoir P3p
pouvaient v pouvoir I3p
pouvait v pouvoir I3s
pouvoir v pouvoir W
souris nc souris f
utile adj utile s
utiles adj utile p
"""


@pytest.fixture
def small(tmp_path: Path) -> Lefff:
    rows = [line.replace("_", "").split(" ") for line in LINES.strip().splitlines()]
    path = tmp_path / "small.mlex"
    path.write_text("".join("\t".join(row) + "\n" for row in sorted(rows)))
    return Lefff(path)


@pytest.mark.parametrize(
    ("form", "gender", "number", "expected"),
    [
        ("parti", F, P, "parties"),
        ("parties", M, S, "parti"),
        ("belle", M, S, "beau"),
        ("bel", M, S, "bel"),
        ("belle", M, P, "beaux"),
        ("grand", F, S, "grande"),
        ("utile", F, P, "utiles"),
        ("utile", M, S, "utile"),
        ("content", F, S, "contente"),
        ("chat", F, S, None),
        ("xyz", F, S, None),
    ],
)
def test_adjectives_and_participles_are_inflected(
    small: Lefff, form: str, gender: Gender, number: Number, expected: str | None
) -> None:
    assert small.inflect(form, gender, number) == expected


@pytest.mark.parametrize(
    ("form", "number", "expected"),
    [
        ("peut", P, "peuvent"),
        ("peuvent", S, "peut"),
        ("pouvait", P, "pouvaient"),
        ("peut", S, "peut"),
        ("contente", P, "contentent"),
        ("partir", P, None),
        ("xyz", P, None),
    ],
)
def test_verbs_keep_their_tense(small: Lefff, form: str, number: Number, expected: str | None) -> None:
    assert small.conjugate(form, number) == expected


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("chats", Agreement(M, P)),
        ("livre", Agreement(None, S)),
        ("souris", Agreement(F, None)),
        ("partie", Agreement(F, S)),
        ("grand", None),
        ("xyz", None),
        ("", None),
        ("a\tb\nc", None),
    ],
)
def test_nouns_tell_their_gender_and_number(small: Lefff, form: str, expected: Agreement | None) -> None:
    assert small.noun_agreement(form) == expected


def test_a_form_may_be_several_things(small: Lefff) -> None:
    assert small.finite("content") == {"conter"}
    assert small.agreeing("content")
    assert small.participle("partie") == {"partir"}
    assert small.noun("partie")
    assert small.infinitive("pouvoir")
    assert small.adverb("gentiment")
    assert not small.adverb("parti")


@pytest.mark.parametrize("content", [b"", b"\n", b"no tabs", b"\xff\xfe\t\t\t\n", b"a\tb\n" * 50])
def test_a_foreign_file_has_no_words_or_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "foreign"
    path.write_bytes(content)
    try:
        opened = Lefff(path)
    except ResourceError as error:
        assert str(path) in str(error)  # noqa: PT017 - it is refused, or it has no words
    else:
        assert opened.inflect("a", F, S) is None
        assert opened.noun_agreement("no tabs") is None


def test_languages_without_a_lexicon_say_so(tmp_path: Path) -> None:
    with pytest.raises(ResourceError, match="no lexicon for 'en'"):
        lexicon("en")
    with pytest.raises(ResourceError, match="nowhere"):
        Lefff(tmp_path / "nowhere")
