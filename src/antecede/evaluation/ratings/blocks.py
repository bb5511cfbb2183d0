"""Blocks for people to rate: a source sentence, its translations in an order that nobody can see, the reference.

The form of Table 3 of Luong and Popescu-Belis 2016: SRC-1, SRC, SYS1, SYS2, ..., REF, REF-1, and behind every
system's line one slot for each pronoun to rate, `it(1)`, the number being its token counted from 0. The order of the
systems is drawn for each block. What raters get (`Block`) does not tell it; the key (`Prepared`) does.

The other form is gap-filling (DiscoMT 2015): the pronouns are hidden in the systems' lines, and raters tick all that
fit; there is no reference, which would tell them.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, get_args

import numpy as np

from antecede.alignment.pronouns import Words, split
from antecede.errors import BadFormat, BadOption, InputError
from antecede.evaluation.ratings.gap_filling import Protocol
from antecede.evaluation.results import Case, Judged, ScoredPronoun
from antecede.files import LARGEST_FILE, read_text
from antecede.files.rows import written_rows
from antecede.pairs import pair
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet
    from pathlib import Path

    from antecede.evaluation.results import Evaluation

    Place = tuple[int, int]
    """A source pronoun: its line and its token."""

__all__ = [
    "COLUMNS",
    "Block",
    "Instance",
    "KeyedBlock",
    "Kind",
    "Prepared",
    "Slot",
    "form_csv",
    "prepare",
    "read_key",
    "read_processed",
    "written_key",
]

Kind = Literal["blocks", "gap-filling"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

COLUMNS: Final = ("rater", "block", "field", "text", "pronoun", "answer")
"""Those of a form, and of the file of answers that it becomes."""

_VERSION: Final = 1


class Slot(NamedTuple):
    """A source pronoun to rate: its token, counted from 0, and the word."""

    position: int
    word: str

    @property
    def label(self) -> str:
        """How forms name it: `it(1)`."""
        return f"{self.word}({self.position})"


class Instance(NamedTuple):
    """What is rated: one pronoun in one system's line of one block, as forms name them."""

    block: str
    field: str
    pronoun: str


@dataclass(frozen=True, slots=True)
class Block:
    """What raters see of one source sentence; the lines of the systems are in the order that was drawn."""

    id: str
    source_before: str
    source: str
    systems: tuple[str, ...]
    reference: str
    reference_before: str
    pronouns: tuple[Slot, ...]

    @property
    def fields(self) -> list[tuple[str, str]]:
        """The lines by name, in the order of Table 3; those that are empty are left out."""
        lines = [("SRC-1", self.source_before), ("SRC", self.source)]
        lines += [(f"SYS{number}", line) for number, line in enumerate(self.systems, start=1)]
        lines += [("REF", self.reference), ("REF-1", self.reference_before)]
        return [(name, line) for name, line in lines if line or name.startswith("SYS")]

    @property
    def instances(self) -> list[Instance]:
        """Everything to rate in it."""
        return [
            Instance(self.id, f"SYS{number}", slot.label)
            for number in range(1, len(self.systems) + 1)
            for slot in self.pronouns
        ]


@dataclass(frozen=True, slots=True)
class KeyedBlock:
    """A block with what raters do not see: which system wrote which line, and what became of each pronoun."""

    block: Block
    sentence: int
    order: tuple[int, ...]
    """The system of each line."""
    pronouns: tuple[ScoredPronoun, ...]
    """In the order of the block's slots; the candidates are in the order of the systems."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """Blocks, their key, and which of them each rater gets."""

    kind: Kind
    pair: str
    lists: str
    systems: tuple[str, ...]
    blocks: tuple[KeyedBlock, ...]
    raters: Mapping[str, tuple[str, ...]]
    """The ids of the blocks on each rater's form."""

    def form(self, rater: str) -> list[Block]:
        """The blocks of a rater's form."""
        ids = set(self.raters[rater])
        return [keyed.block for keyed in self.blocks if keyed.block.id in ids]

    @property
    def protocol(self) -> Protocol:
        """What can be ticked in gaps."""
        return Protocol(self.pair, pair(self.pair).gap_filling)

    def rated(self) -> dict[Instance, tuple[int, ScoredPronoun]]:
        """Every instance with its system and its pronoun."""
        return {
            Instance(keyed.block.id, f"SYS{line}", slot.label): (system, pronoun)
            for keyed in self.blocks
            for line, system in enumerate(keyed.order, start=1)
            for slot, pronoun in zip(keyed.block.pronouns, keyed.pronouns, strict=True)
        }


def prepare(
    evaluation: Evaluation,
    *,
    lists: str = "",
    kind: Kind = "blocks",
    processed: AbstractSet[Place] | None = None,
    sample: int | None = None,
    overlap: int | None = None,
    raters: Sequence[str] = ("A", "B"),
    seed: int = 1,
) -> Prepared:
    """Blocks for the source sentences with pronouns, or with pronouns that a system processed.

    Args:
        evaluation: The systems, scored: which pronouns there are, and what became of them.
        lists: The name of the lists that it was scored with.
        kind: Right or wrong in blocks, or gap-filling.
        processed: The pronouns to rate, by line and token; all by default.
        sample: How many blocks to draw; all by default.
        overlap: How many of them all raters after the first get, too; all by default.
        raters: What the raters are called; the first gets all blocks.
        seed: What decides every draw.
    """
    _check(sample, overlap, raters)
    if kind == "gap-filling" and not pair(evaluation.pair).gap_filling:
        raise BadOption(f"the pair {evaluation.pair} states no choices for gap-filling")
    sentences: dict[int, list[ScoredPronoun]] = defaultdict(list)
    for pronoun in evaluation.pronouns:
        if processed is None or (pronoun.sentence, pronoun.source_position) in processed:
            sentences[pronoun.sentence].append(pronoun)
    if not sentences:
        what = (
            "has none of the pair's pronouns" if processed is None else "has none of the pronouns that were processed"
        )
        raise InputError(f"the source {what}, so that there is nothing to rate")
    random = np.random.default_rng(seed)
    drawn = _drawn(random, sorted(sentences), sample)
    blocks = tuple(
        _keyed(evaluation, kind, number, sentence, sentences[sentence], random)
        for number, sentence in enumerate(drawn, start=1)
    )
    ids = [keyed.block.id for keyed in blocks]
    shared = tuple(ids[index] for index in _drawn(random, range(len(ids)), overlap))
    forms = {rater: shared if index else tuple(ids) for index, rater in enumerate(raters)}
    systems = tuple(system.name for system in evaluation.systems)
    return Prepared(kind, evaluation.pair, lists, systems, blocks, forms)


def form_csv(blocks: Sequence[Block], rater: str) -> str:
    """A form to fill in with a spreadsheet: a row for each line that is read, and for each pronoun that is rated."""
    rows: list[tuple[str, ...]] = []
    for block in blocks:
        for field, text in block.fields:
            labels = [slot.label for slot in block.pronouns] if field.startswith("SYS") else [""]
            rows += [(rater, block.id, field, text, label, "") for label in labels]
    return written_rows(COLUMNS, rows)


def read_processed(path: Path | str, evaluation: Evaluation) -> frozenset[Place]:
    """The pronouns that a system had options of its own for, by line and token.

    From the file that `translate --trace` writes, or from the `NAME.processed.json` of an experiment.
    """
    content = _read_json(path)
    if isinstance(content, list):
        return frozenset(_place(path, each) for each in content)
    if not isinstance(content, dict) or not isinstance(content.get("documents"), list):
        raise BadFormat(path, "is neither a trace of `antecede translate --trace` nor a list of [line, token]")
    documents = [
        list(lines) for _, lines in groupby(range(len(evaluation.source)), lambda n: evaluation.document_ids[n])
    ]
    traced = content["documents"]
    if len(traced) != len(documents):
        problem = f"has {len(traced)} documents, but the source has {len(documents)}; give --ids as for the translation"
        raise BadFormat(path, problem)
    return frozenset(
        place
        for lines, document in zip(documents, traced, strict=True)
        for place in _decided(path, evaluation, lines, document)
    )


def written_key(prepared: Prepared) -> str:
    """The key as JSON, for `read_key`; not for raters."""
    return json.dumps({"version": _VERSION, **asdict(prepared)}, ensure_ascii=False, indent=1) + "\n"


def read_key(path: Path | str) -> Prepared:
    """The blocks and their key, from the file that `written_key` made."""
    content = _read_json(path)
    try:
        if content["version"] != _VERSION:
            raise BadFormat(path, f"was written by another version of this program ({content['version']})")
        return Prepared(
            content["kind"],
            content["pair"],
            content["lists"],
            tuple(content["systems"]),
            tuple(_keyed_from(entry) for entry in content["blocks"]),
            {rater: tuple(ids) for rater, ids in content["raters"].items()},
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadFormat(path, f"is not a key that `antecede rate prepare` wrote ({error!r})") from None


def _check(sample: int | None, overlap: int | None, raters: Sequence[str]) -> None:
    for name, number in (("sample", sample), ("overlap", overlap)):
        if number is not None and number < 1:
            raise BadOption(f"--{name} {number}: at least one block is needed")
    named = [rater.strip() for rater in raters]
    if not named or not all(named) or len(set(named)) != len(named):
        raise BadOption("every rater needs a name of their own")


def _drawn(random: np.random.Generator, things: Sequence[int], number: int | None) -> list[int]:
    """As many things at random, in their own order."""
    if number is None or number >= len(things):
        return list(things)
    return [things[index] for index in sorted(random.choice(len(things), number, replace=False).tolist())]


def _keyed(
    evaluation: Evaluation,
    kind: Kind,
    number: int,
    sentence: int,
    pronouns: Sequence[ScoredPronoun],
    random: np.random.Generator,
) -> KeyedBlock:
    order = tuple(random.permutation(len(evaluation.systems)).tolist())
    ids = evaluation.document_ids
    before = sentence - 1 if sentence and ids[sentence - 1] == ids[sentence] else None
    slots = tuple(Slot(pronoun.source_position, pronoun.source) for pronoun in pronouns)
    gaps = kind == "gap-filling"
    lines = [evaluation.candidates[system][sentence] for system in order]
    if gaps:
        lines = [
            _hidden(
                line, [(slot.label, each.candidates[system].words) for slot, each in zip(slots, pronouns, strict=True)]
            )
            for line, system in zip(lines, order, strict=True)
        ]
    shown = Block(
        "",
        "" if before is None else evaluation.source[before],
        evaluation.source[sentence],
        tuple(lines),
        "" if gaps else evaluation.reference[sentence],
        "" if gaps or before is None else evaluation.reference[before],
        slots,
    )
    return KeyedBlock(_named(shown, number, sentence), sentence, order, tuple(pronouns))


def _named(block: Block, number: int, sentence: int) -> Block:
    """The block with an id made from what is seen of it: answers to other blocks are not taken for answers to it."""
    seen = json.dumps([sentence, block.fields, block.pronouns])
    content = hashlib.sha256(seen.encode()).hexdigest()[:6]
    return Block(f"{number}-{content}", *(getattr(block, name) for name in Block.__slots__ if name != "id"))


def _hidden(line: str, gaps: Sequence[tuple[str, Words | None]]) -> str:
    """A sentence with a gap in place of each translated pronoun; where none was found there is no gap."""
    tokens: list[str | None] = list(split(line))
    hidden: set[int] = set()
    for label, words in gaps:
        if words is None:
            continue
        for index, position in enumerate(words.positions):
            token = tokens[position]
            if token is None or position in hidden:
                continue
            # Of a verb with its pronoun, *a-t-il*, the verb stays.
            start = normalise(token).rfind(words.text)
            inside = start > 0 and len(normalise(token)) == len(token) and len(words.positions) == 1
            gap = token[:start] + f"[{label}]" + token[start + len(words.text) :] if inside else f"[{label}]"
            tokens[position] = None if index else gap
            hidden.add(position)
    return " ".join(token for token in tokens if token is not None)


def _read_json(path: Path | str) -> Any:  # noqa: ANN401 - JSON
    try:
        return json.loads(read_text(path, longest_line=LARGEST_FILE))
    except (ValueError, RecursionError) as error:
        raise BadFormat(path, f"is not JSON: {error}") from None


def _place(path: Path | str, entry: object) -> Place:
    match entry:
        case [int(line), int(token)]:
            return line, token
    raise BadFormat(path, f"{json.dumps(entry)[:60]} is not a place; places are [line, token], counted from 0")


def _decided(path: Path | str, evaluation: Evaluation, lines: Sequence[int], document: object) -> Iterator[Place]:
    """The places of a document's decisions with more than the engine's own word to choose from."""
    match document:
        case {"decisions": [*decisions]}:
            pass
        case _:
            raise BadFormat(path, "has a document without decisions")
    for decision in decisions:
        match decision:
            case {"sentence": int(sentence), "token": int(token), "source": str(word), "options": [*options]}:
                pass
            case _:
                raise BadFormat(path, "has a decision without sentence, token, source or options")
        tokens = split(evaluation.source[lines[sentence]]) if 0 <= sentence < len(lines) else []
        if not 0 <= token < len(tokens) or normalise(tokens[token]) != normalise(word):
            problem = (
                f"says that token {token} of sentence {sentence} is '{word}', which the source does not have there"
            )
            raise BadFormat(path, f"{problem}; give the text that was translated, and its --ids")
        match options:
            case [{"probability": probability}] if probability == 1:
                continue
        yield lines[sentence], token


def _keyed_from(entry: Mapping[str, Any]) -> KeyedBlock:
    block = dict(entry["block"])
    block["systems"] = tuple(block["systems"])
    block["pronouns"] = tuple(Slot(*slot) for slot in block["pronouns"])
    return KeyedBlock(
        Block(**block),
        entry["sentence"],
        tuple(entry["order"]),
        tuple(
            ScoredPronoun(
                each["sentence"],
                each["source_position"],
                each["source"],
                _words_from(each["reference"]),
                tuple(Judged(_words_from(one["words"]), Case(one["case"])) for one in each["candidates"]),
            )
            for each in entry["pronouns"]
        ),
    )


def _words_from(entry: Mapping[str, Any] | None) -> Words | None:
    return None if entry is None else Words(tuple(entry["positions"]), entry["text"])
