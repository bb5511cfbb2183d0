r"""Train the Spanish resolver on parallel text, and see how well its antecedents predict the English pronoun.

    python experiments/spanish_resolver.py train --source corpus.es --target corpus.en --alignment corpus.align \
        --ids corpus.ids --output src/antecede/languages/es/resolver.json
    python experiments/spanish_resolver.py evaluate --source dev.es --target dev.en --alignment dev.align \
        --ids dev.ids --corzu nc11.dev.corzu.jsonl

Files are tokenised with our tokeniser, one sentence a line, and aligned (`antecede align`). No antecedent is annotated:
the English pronoun that the translator chose says which candidates are possible. Its likelihood given a candidate's
gender, number and humanness is learnt together with the weights, starting from what grammar says (`expected`).
"""

from __future__ import annotations

import argparse
import random
from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.alignment import Link
from antecede.alignment.pronouns import PronounFinder
from antecede.analysis import analyser
from antecede.analysis.store import AnalysisStore
from antecede.coreference import ResolvedDocument, resolver
from antecede.coreference.candidates import WINDOW, candidates, counts_before, none_features, ranking_features
from antecede.coreference.candidates import Known as Before
from antecede.coreference.foreign.corzu import CorZuResolver
from antecede.coreference.function import function_by_rule
from antecede.coreference.loglinear import distribution
from antecede.coreference.mentions import find_mentions
from antecede.coreference.models import ResolverModel, write_model
from antecede.coreference.ranker import Ranker
from antecede.coreference.training import Choice, fit
from antecede.languages import Gender, Number, language
from antecede.pairs import pair

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from antecede.analysis import AnalysedDocument
    from antecede.coreference import Anaphor, Antecedent
    from antecede.coreference.mentions import Mention

WORDS: Final = {
    "he": "he him his himself",
    "she": "she her hers herself",
    "it": "it its itself",
    "they": "they them their theirs themselves",
    "you": "you your yours",
}
CLASS_OF: Final = {word: name for name, words in WORDS.items() for word in words.split()}
CLASSES: Final = tuple(WORDS)
GROUPS: Final = {"su": "su", "sus": "su", "él": "él", "ella": "ella", "suyo": "suyo", "suya": "suyo"}
FINDER: Final = PronounFinder(pair("es-en"))
# How many occurrences what grammar says is worth.
STRENGTH: Final = 30.0
ROUNDS: Final = 4
SHORT: Final = 0.3


class Known(NamedTuple):
    """What of an antecedent decides the English pronoun."""

    gender: Gender | None
    number: Number | None
    human: bool | None
    addressed: bool = False
    """*usted*: a you."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A Spanish pronoun, its candidates ("none" is the last), and the English pronoun that translates it."""

    group: str
    options: list[list[str]]
    known: list[Known | None]
    english: str
    weight: float = 1.0


class Text(NamedTuple):
    """A document in both languages."""

    id: str
    source: list[list[str]]
    target: list[list[str]]
    links: list[list[Link]]


def expected(known: Known | None) -> dict[str, float]:
    """The English pronouns that grammar expects of an antecedent; they sum to one."""
    if known is None:
        wanted = {"it": 2.0, "they": 1.0, "he": 1.0, "she": 0.5, "you": 1.5}
    elif known.addressed:
        wanted = {"you": 40.0, "he": 1.0}
    elif known.number is Number.PLURAL:
        wanted = {"they": 40.0}
    elif known.human is False:
        wanted = {"it": 40.0, "they": 4.0}
    else:
        wanted = {
            Gender.FEMININE: {"she": 40.0, "he": 2.0},
            Gender.MASCULINE: {"he": 40.0, "she": 1.0},
        }.get(known.gender, {"he": 20.0, "she": 8.0})  # type: ignore[arg-type]
        if known.human is None:
            wanted = {**wanted, "it": 10.0}
        if known.number is None:
            wanted = {**wanted, "they": 10.0}
    raised = {name: wanted.get(name, 0.0) + 0.5 for name in CLASSES}
    total = sum(raised.values())
    return {name: value / total for name, value in raised.items()}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("what", choices=("train", "evaluate"))
    for name in ("source", "target", "alignment", "ids"):
        options.add_argument(f"--{name}", type=Path, required=True)
    options.add_argument("--lines", type=int, default=10_000, help="train on so many lines, in whole documents")
    options.add_argument("--short", type=int, default=4_000, help="and on so many documents of one line (Tatoeba)")
    options.add_argument("--store", type=Path, help="the Spanish analysis (`antecede analyse --store`), if it is there")
    options.add_argument("--output", type=Path, help="where the weights go")
    options.add_argument("--corzu", type=Path, help="CorZu's candidates for the same documents")
    options.add_argument("--model", type=Path, help="weights to evaluate, in place of those that ship")
    arguments = options.parse_args()
    texts = list(read_texts(arguments.source, arguments.target, arguments.alignment, arguments.ids))
    if arguments.what == "train":
        chosen = choose(texts, arguments.lines, arguments.short)
        train(chosen, analysed(chosen, arguments.store), arguments.output)
    else:
        evaluate(texts, analysed(texts, arguments.store), arguments.corzu, arguments.model)


def read_texts(source: Path, target: Path, alignment: Path, ids: Path) -> Iterator[Text]:
    """The documents of the corpus."""
    files = [path.read_text(encoding="utf-8").splitlines() for path in (source, target, alignment, ids)]
    rows = zip(*files, strict=True)
    for name, group in groupby(rows, key=lambda row: row[3].partition("\t")[0]):
        lines = list(group)
        links = [[Link(*map(int, link.split("-"))) for link in row[2].split()] for row in lines]
        yield Text(name, [row[0].split() for row in lines], [row[1].split() for row in lines], links)


def choose(texts: Sequence[Text], lines: int, short: int) -> list[Text]:
    """Whole documents up to `lines`, those with *she* first for a fifth of it, and `short` single sentences.

    They are in the order of the corpus.
    """
    wanted = FINDER.pair.resolved
    long_ones: list[Text] = []
    short_ones: list[Text] = []
    for text in texts:
        if any(word.lower() in wanted for sentence in text.source for word in sentence):
            (long_ones if len(text.source) > 1 else short_ones).append(text)
    shuffled = random.Random(1)  # noqa: S311 - a sample that is the same every time
    shuffled.shuffle(long_ones)
    shuffled.shuffle(short_ones)
    women = [text for text in long_ones if sum(CLASS_OF.get(word) == "she" for one in text.target for word in one) > 3]
    chosen: dict[str, Text] = {}
    seen = 0
    for pool, limit in ((women, lines // 5), (long_ones, lines)):
        for text in pool:
            if seen < limit and text.id not in chosen:
                chosen[text.id] = text
                seen += len(text.source)
    singles = [text.id for text in short_ones if len(text.source[0]) > 4][:short]
    wanted_ids = chosen.keys() | set(singles)
    return [text for text in texts if text.id in wanted_ids]


def analysed(texts: Sequence[Text], store: Path | None) -> Iterator[AnalysedDocument]:
    """The Spanish side, parsed now or before."""
    if store is not None:
        wanted = {text.id for text in texts}
        return (document for document in AnalysisStore.open(store).documents() if document.id in wanted)
    return analyser("es").analyse([text.source for text in texts], [text.id for text in texts])


def train(texts: Sequence[Text], documents: Iterable[AnalysedDocument], output: Path | None) -> None:
    """Learn weights and the likelihoods of English pronouns in turn."""
    found = [one for text, document in zip(texts, documents, strict=True) for one in occurrences(text, document)]
    counts = Counter((one.group, one.english) for one in found)
    print(f"{len(found)} pronouns: {dict(counts)}")
    likelihoods: dict[tuple[str, Known | None], dict[str, float]] = {}
    weights: dict[str, float] = {}
    for number in range(ROUNDS):
        choices = [
            Choice(
                one.options,
                [likelihood(likelihoods, one.group, known)[one.english] for known in one.known],
                one.weight,
            )
            for one in found
        ]
        weights = fit(choices, penalty=1.0, least_count=3, prior=weights or None, iterations=60)
        likelihoods = relearn(found, choices, weights)
        print(f"round {number + 1}: {len(weights)} weights")
    for (group, known), row in sorted(likelihoods.items(), key=str):
        print(group, known, {name: round(value, 3) for name, value in row.items()})
    if output is not None:
        kept = {name: round(weight, 4) for name, weight in weights.items() if abs(weight) > 0.005}
        write_model(output, ResolverModel("es", {}, kept, 1.0, "News Commentary 11 and Tatoeba, by English pronouns"))
        print(f"{output}: {len(kept)} weights")


def occurrences(text: Text, document: AnalysedDocument) -> Iterator[Occurrence]:
    """The document's pronouns whose English translation is a pronoun."""
    for pronoun, found, options in ranked_options(document):
        place = pronoun.sentence
        english = FINDER.find(text.source[place], text.target[place], text.links[place], pronoun.head).pronoun
        if english in CLASS_OF:
            known = [known_of(mention) for mention in found]
            # Sentences without a text around them are many, and know less of antecedents.
            weight = 1.0 if len(text.source) > 1 else SHORT
            yield Occurrence(pronoun.lemma, options, [*known, None], CLASS_OF[english], weight)


def ranked_options(document: AnalysedDocument) -> Iterator[tuple[Mention, list[Mention], list[list[str]]]]:
    """Each pronoun with its candidates, and the features of each of them and of "none"."""
    reference = language("es").reference
    assert reference is not None  # noqa: S101 - for mypy
    mentions = find_mentions(document, reference)
    for pronoun in Ranker(reference, reference.resolved, ResolverModel("es")).pronouns(document, mentions):
        function = function_by_rule(document.sentences[pronoun.sentence], pronoun.head, reference)
        found = candidates(mentions, pronoun)
        known = Before(counts_before(mentions, pronoun.sentence, WINDOW), {})
        features = ranking_features(document.sentences, pronoun, found, known, reference)
        yield pronoun, found, [*features, none_features(pronoun, found, function)]


def known_of(mention: Mention) -> Known:
    """What a candidate says of the English pronoun."""
    human = None if mention.form is not None and mention.form.human is None else mention.human
    return Known(mention.gender, mention.number, human, mention.lemma == "usted")


def likelihood(
    likelihoods: Mapping[tuple[str, Known | None], Mapping[str, float]], group: str, known: Known | None
) -> Mapping[str, float]:
    """How likely each English pronoun is, given what is known of the antecedent."""
    return likelihoods.get((group, known)) or expected(known)


def relearn(
    found: Sequence[Occurrence], choices: Sequence[Choice], weights: Mapping[str, float]
) -> dict[tuple[str, Known | None], dict[str, float]]:
    """The likelihoods again, from how often each antecedent is likely to be behind each English pronoun."""
    counts: dict[tuple[str, Known | None], dict[str, float]] = defaultdict(lambda: dict.fromkeys(CLASSES, 0.0))
    for one, choice in zip(found, choices, strict=True):
        prior = distribution([sum(weights.get(name, 0.0) for name in names) for names in one.options])
        joint = [p * q for p, q in zip(prior, choice.likelihoods, strict=True)]
        total = sum(joint) or 1.0
        for known, share in zip(one.known, joint, strict=True):
            counts[one.group, known][one.english] += one.weight * share / total
    learnt = {}
    for (group, known), row in counts.items():
        base = expected(known)
        total = sum(row.values()) + STRENGTH
        learnt[group, known] = {name: (row[name] + STRENGTH * base[name]) / total for name in CLASSES}
    return learnt


def evaluate(
    texts: Sequence[Text], documents: Iterable[AnalysedDocument], corzu: Path | None, model: Path | None
) -> None:
    """How often the English pronoun is what the antecedents make it, ours against CorZu's."""
    ours = resolver("es", model=model)
    theirs = CorZuResolver.read(corzu, Nobody()) if corzu else None
    tables: dict[str, Counter[tuple[str, str, str]]] = defaultdict(Counter)
    for text, document in zip(texts, documents, strict=True):
        given = theirs.resolve(document).anaphors if theirs else ()
        other = {(one.sentence, one.token): one for one in given}
        for anaphor in ours.resolve(document).anaphors:
            group, english = GROUPS[anaphor.text.lower()], english_of(text, anaphor)
            if english and (theirs is None or (anaphor.sentence, anaphor.token) in other):
                guesses = {"usual": "it" if group.startswith("su") else "he"}
                guesses |= {"ours, best": best(anaphor), "ours, all": summed(anaphor)}
                if theirs is not None:
                    row = other[anaphor.sentence, anaphor.token]
                    guesses |= {"CorZu, best": best(row), "CorZu, all": summed(row)}
                for name, guess in guesses.items():
                    tables[name][group, english, guess] += 1
    for name, table in tables.items():
        print_table(name, table)
    for name in tables.keys() - {"usual"}:
        print_confusion(name, tables[name])


class Nobody:
    """Resolves nothing."""

    def resolve(self, document: AnalysedDocument) -> ResolvedDocument:
        """The document without pronouns."""
        return ResolvedDocument(document, ())


def english_of(text: Text, anaphor: Anaphor) -> str:
    """The class of the English pronoun that translates a Spanish one; empty if none does."""
    place = anaphor.sentence
    found = FINDER.find(text.source[place], text.target[place], text.links[place], anaphor.token)
    return CLASS_OF.get(found.pronoun, "")


def print_table(name: str, table: Counter[tuple[str, str, str]]) -> None:
    """How many are right, by Spanish and by English pronoun."""
    print(f"\n{name}")
    groups = sorted({group for group, _, _ in table})
    for group in (*groups, ""):
        parts = []
        rights = totals = 0
        for english in CLASSES:
            rows = {key: count for key, count in table.items() if group in {key[0], ""} and key[1] == english}
            right, total = sum(rows[key] for key in rows if key[1] == key[2]), sum(rows.values())
            rights, totals = rights + right, totals + total
            if total:
                parts.append(f"{english} {right}/{total}")
        print(f"  {group or 'all':5} {rights}/{totals} = {rights / max(totals, 1):.3f}  ({', '.join(parts)})")


def print_confusion(name: str, table: Counter[tuple[str, str, str]]) -> None:
    """What *su* became, and what it should be."""
    print(f"\nsu: reference by row, {name} by column")
    print("      " + "".join(f"{guess:>6}" for guess in CLASSES))
    for english in CLASSES:
        print(f"{english:6}" + "".join(f"{table['su', english, guess]:6}" for guess in CLASSES))


def best(anaphor: Anaphor) -> str:
    """The English pronoun that the likeliest antecedent asks for."""
    if not anaphor.antecedents:
        return ""
    return max(CLASSES, key=expected(_known(anaphor.antecedents[0])).__getitem__)


def summed(anaphor: Anaphor) -> str:
    """The English pronoun that all antecedents ask for, each as much as it is likely."""
    votes = dict.fromkeys(CLASSES, 0.0)
    for antecedent in anaphor.antecedents:
        for name, value in expected(_known(antecedent)).items():
            votes[name] += antecedent.probability * value
    for name, value in expected(None).items():
        votes[name] += anaphor.none * value
    return max(CLASSES, key=votes.__getitem__)


def _known(antecedent: Antecedent) -> Known:
    reference = language("es").reference
    form = reference.pronouns.get(antecedent.text.lower()) if reference else None
    return Known(antecedent.gender, antecedent.number, antecedent.human, form is not None and form.group == "usted")


if __name__ == "__main__":
    main()
