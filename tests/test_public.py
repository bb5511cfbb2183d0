"""What is public is in one list, and changes only when the list does."""

from __future__ import annotations

import public

import antecede


def test_the_list_of_public_names_and_signatures_is_up_to_date() -> None:
    listed = public.LIST.read_text(encoding="utf-8").splitlines()
    found = public.lines()
    gone, new = sorted(set(listed) - set(found)), sorted(set(found) - set(listed))
    assert (gone, new) == ([], []), "run make docs; the changelog names what changed, and old names warn (_deprecation)"
    assert listed == found


def test_the_list_has_what_the_root_exports_and_what_the_page_shows() -> None:
    names = set(public.public())
    assert {f"antecede.{name}" for name in antecede.__all__} < names
    assert {"antecede.engines.Engine", "antecede.evaluation.metrics.Metric", "antecede.tasks.fix.Fixer"} < names


def test_signatures_are_listed_as_callers_see_them() -> None:
    listed = public.lines()
    assert "antecede.Translator.stream(self, texts: Iterable[Text | Document]) -> Iterator[Translation]" in listed
    assert "antecede.SentencePair(source: str, target: str)" in listed
