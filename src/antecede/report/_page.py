"""The report as one page: static tables by Jinja, and a browser of pronouns that reads embedded JSON."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from antecede.evaluation.results import Case
from antecede.report import tables
from antecede.report._templates import embedded_json, environment, page_parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from antecede.evaluation.results import Evaluation, Score, SystemScore

CASE_NAMES: Final = {
    Case.IDENTICAL: "identical",
    Case.EQUIVALENT: "equivalent",
    Case.DIFFERENT: "different",
    Case.CANDIDATE_MISSING: "candidate missing",
    Case.REFERENCE_MISSING: "reference missing",
    Case.BOTH_MISSING: "both missing",
}
# How many sentences before a pronoun's own are kept for its context.
CONTEXT: Final = 3


def render(evaluation: Evaluation, *, title: str = "How the pronouns were translated") -> str:
    """The whole report as one HTML page that needs no network and runs no text of the evaluation as code."""
    labels = tables.matrix_labels(evaluation)
    systems = range(len(evaluation.systems))
    full_names = [system.name for system in evaluation.systems]
    names = tables.short_names(full_names)
    source_language, _, target_language = evaluation.pair.partition("-")
    template = environment().get_template("report.html")
    return template.render(
        title=title,
        evaluation=evaluation,
        source_language=source_language,
        target_language=target_language,
        documents=len(set(evaluation.document_ids)),
        names=names,
        short=dict(zip(full_names, names, strict=True)),
        metrics=_metrics(evaluation.systems),
        against_first=tables.against_first(evaluation),
        bootstrap_metrics=list(dict.fromkeys(name for c in evaluation.comparisons for name, _ in c.bootstrap)),
        matrices=[tables.confusion(evaluation, system, labels) for system in systems],
        shares=[
            ("Source pronoun", "source", source_language, tables.shares_by_source(evaluation)),
            ("Reference pronoun", "reference", target_language, tables.shares_by_reference(evaluation)),
        ],
        changes=[tables.changes(evaluation, 0, system) for system in systems[1:]],
        case_names=CASE_NAMES,
        significance=tables.significance,
        score_line=tables.score_line,
        value_text=tables.value_text,
        p_text=tables.p_text,
        data=embedded_json(_browser_data(evaluation)),
        **page_parts(styles=("base.css", "report.css"), scripts=("report.js",)),
    )


def _metrics(systems: Sequence[SystemScore]) -> list[tuple[str, list[Score]]]:
    """The columns of the summary after the cases: heading, each system's figure."""
    found = [system.figures for system in systems]
    main = systems[0].scores["apt"].heading
    return [(heading, [each[heading] for each in found]) for heading in found[0] if heading != main]


def _browser_data(evaluation: Evaluation) -> dict[str, object]:
    """Every pronoun and the sentences around it; `report.js` says how it is read.

    Each sentence is there once: pronouns name it by its row. Words are numbers in a list of words, -1 is none.
    """
    sentences = _sentences_in_context(evaluation)
    row = {sentence: number for number, sentence in enumerate(sentences)}
    sources = _by_frequency(pronoun.source.lower() for pronoun in evaluation.pronouns)
    targets = _by_frequency(
        words.text
        for pronoun in evaluation.pronouns
        for words in (pronoun.reference, *(judged.words for judged in pronoun.candidates))
        if words is not None
    )
    documents = {name: number for number, name in enumerate(dict.fromkeys(evaluation.document_ids))}
    texts = (evaluation.source, evaluation.reference, *evaluation.candidates)
    return {
        "systems": tables.short_names([system.name for system in evaluation.systems]),
        "caseNames": [CASE_NAMES[case] for case in Case],
        "languages": evaluation.pair.split("-", 1),
        "documents": list(documents),
        "sources": list(sources),
        "targets": list(targets),
        "sentences": [
            [
                sentence,
                documents[evaluation.document_ids[sentence]],
                *(text[sentence] for text in texts),
            ]
            for sentence in sentences
        ],
        "pronouns": [
            [
                row[pronoun.sentence],
                pronoun.source_position,
                sources[pronoun.source.lower()],
                *((-1, []) if (w := pronoun.reference) is None else (targets[w.text], w.positions)),
                [
                    [judged.case, *((-1, []) if (w := judged.words) is None else (targets[w.text], w.positions))]
                    for judged in pronoun.candidates
                ],
            ]
            for pronoun in evaluation.pronouns
        ],
    }


def _sentences_in_context(evaluation: Evaluation) -> list[int]:
    """The sentences that have a pronoun, and those just before them in their documents, in order."""
    needed: set[int] = set()
    documents = evaluation.document_ids
    for sentence in {pronoun.sentence for pronoun in evaluation.pronouns}:
        needed.add(sentence)
        for earlier in range(sentence - 1, max(sentence - CONTEXT, 0) - 1, -1):
            if documents[earlier] != documents[sentence]:
                break
            needed.add(earlier)
    return sorted(needed)


def _by_frequency(words: Iterable[str]) -> dict[str, int]:
    return {word: number for number, (word, _) in enumerate(Counter(words).most_common())}
