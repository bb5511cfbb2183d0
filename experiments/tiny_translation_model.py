"""Makes tests/engines/data/tiny-marian: a MarianMT checkpoint of 300 KB that translates a few hundred sentences.

The tests convert and open it with the code that real models go through; they need neither PyTorch nor transformers.
Both are needed here, once, in an environment of their own:

    python -m venv scratch && scratch/bin/pip install torch==2.13.0 transformers sentencepiece
    scratch/bin/python experiments/tiny_translation_model.py tests/engines/data/tiny-marian

The sentences come from the grammar below: things that are seen, opened and described, one sentence or two, so that
the gender of *it* and *they* follows from the sentence before. Every sentence is shown in three forms, so that one
checkpoint can be given the shape of several kinds of models by renaming three tokens: as it is; between the language
tags `<tag0>` and `<tag1>`, as NLLB and M2M-100 have them; after `<tag2>`, the target's tag of some OPUS-MT models.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
from pathlib import Path
from typing import Final, NamedTuple

import sentencepiece
import torch
from transformers import MarianConfig, MarianMTModel

SEED: Final = 20
STEPS: Final = 1500
BATCH: Final = 48
PIECES: Final = 220
TAGS: Final = ("<tag0>", "<tag1>", "<tag2>")


class Thing(NamedTuple):
    """A noun: singular and plural in English and French, and whether it is feminine."""

    one: str
    many: str
    un: str
    des: str
    feminine: bool


class Quality(NamedTuple):
    """An adjective, and its French forms."""

    english: str
    masculine: str
    feminine: str
    masculines: str
    feminines: str

    def french(self, thing: Thing, *, many: bool) -> str:
        """The form that agrees with a noun."""
        forms = (self.masculine, self.masculines) if not thing.feminine else (self.feminine, self.feminines)
        return forms[many]


THINGS: Final = [
    Thing("house", "houses", "maison", "maisons", True),
    Thing("car", "cars", "voiture", "voitures", True),
    Thing("letter", "letters", "lettre", "lettres", True),
    Thing("door", "doors", "porte", "portes", True),
    Thing("book", "books", "livre", "livres", False),
    Thing("bag", "bags", "sac", "sacs", False),
    Thing("garden", "gardens", "jardin", "jardins", False),
    Thing("boat", "boats", "bateau", "bateaux", False),
]
QUALITIES: Final = [
    Quality("old", "vieux", "vieille", "vieux", "vieilles"),
    Quality("green", "vert", "verte", "verts", "vertes"),
    Quality("open", "ouvert", "ouverte", "ouverts", "ouvertes"),
    Quality("big", "grand", "grande", "grands", "grandes"),
    Quality("beautiful", "beau", "belle", "beaux", "belles"),
    Quality("red", "rouge", "rouge", "rouges", "rouges"),
]


def sentences() -> list[tuple[str, str]]:
    """All that the grammar says, source and target."""
    said = []
    for thing, many in itertools.product(THINGS, (False, True)):
        noun, article = (thing.many, "les") if many else (thing.one, "la" if thing.feminine else "le")
        nom = thing.des if many else thing.un
        it, them = ("They", "them") if many else ("It", "it")
        il = ("Elle" if thing.feminine else "Il") + ("s" if many else "")
        le = "les" if many else article
        be, etre = ("are", "sont") if many else ("is", "est")
        seen = (f"I see the {noun}.", f"Je vois {article} {nom}.")
        said.append(seen)
        said.append((f"I see {them}.", f"Je {le} vois."))
        said.append((f"{seen[0]} I know {them}.", f"{seen[1]} Je {le} connais."))
        for quality in QUALITIES:
            how = quality.french(thing, many=many)
            described = (f"The {noun} {be} {quality.english}.", f"{article.capitalize()} {nom} {etre} {how}.")
            again = (f"{it} {be} {quality.english}.", f"{il} {etre} {how}.")
            said += [described, again, (f"{seen[0]} {again[0]}", f"{seen[1]} {again[1]}")]
            for other in QUALITIES:
                if other != quality:
                    then = f"{il} {etre} {other.french(thing, many=many)}."
                    said.append((f"{described[0]} {it} {be} {other.english}.", f"{described[1]} {then}"))
    return said


def vocabulary(folder: Path, said: list[tuple[str, str]]) -> sentencepiece.SentencePieceProcessor:
    """SentencePiece's model of both languages, written for both sides, and vocab.json."""
    text = folder / "text"
    text.write_text("".join(f"{source}\n{target}\n" for source, target in said))
    sentencepiece.SentencePieceTrainer.train(
        input=str(text),
        model_prefix=str(folder / "both"),
        vocab_size=PIECES,
        # The usual rules are a table of 240 KB.
        normalization_rule_name="identity",
        bos_id=-1,
        character_coverage=1.0,
        hard_vocab_limit=False,
        minloglevel=2,
    )
    (folder / "source.spm").write_bytes((folder / "both.model").read_bytes())
    (folder / "both.model").rename(folder / "target.spm")
    (folder / "both.vocab").unlink()
    text.unlink()
    made = sentencepiece.SentencePieceProcessor(str(folder / "source.spm"))
    pieces = [made.id_to_piece(index) for index in range(made.get_piece_size())]
    # As OPUS-MT has them: the end first, <pad> last.
    tokens = ["</s>", "<unk>", *(piece for piece in pieces if piece not in {"</s>", "<unk>"}), *TAGS, "<pad>"]
    numbers = {token: number for number, token in enumerate(tokens)}
    (folder / "vocab.json").write_text(json.dumps(numbers, ensure_ascii=False, indent=0) + "\n")
    return made


def main() -> None:
    """Train, write, and say how many sentences of the grammar come out right."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    random.seed(SEED)
    torch.manual_seed(SEED)
    said = sentences()
    pieces = vocabulary(folder, said)
    numbers: dict[str, int] = json.loads((folder / "vocab.json").read_text())
    pad = numbers["<pad>"]
    config = MarianConfig(
        vocab_size=len(numbers),
        d_model=32,
        encoder_layers=2,
        decoder_layers=2,
        encoder_attention_heads=4,
        decoder_attention_heads=4,
        encoder_ffn_dim=64,
        decoder_ffn_dim=64,
        activation_function="swish",
        scale_embedding=True,
        dropout=0.0,
        max_position_embeddings=128,
        pad_token_id=pad,
        eos_token_id=0,
        bos_token_id=0,
        decoder_start_token_id=pad,
        forced_eos_token_id=0,
        normalize_before=False,
        normalize_embedding=False,
        static_position_embeddings=True,
        share_encoder_decoder_embeddings=True,
    )
    model = MarianMTModel(config)
    with torch.no_grad():
        model.model.shared.weight[pad] = 0.0

    def row(text: str, *before: str) -> list[int]:
        return [numbers[token] for token in (*before, *pieces.encode(text, out_type=str), "</s>")]

    examples = [
        pair
        for source, target in said
        for pair in (
            (row(source), row(target)),
            (row(source, TAGS[0]), row(target, TAGS[1])),
            (row(source, TAGS[2]), row(target)),
        )
    ]
    optimiser = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 4e-3, total_steps=STEPS)
    for step in range(STEPS):
        batch = random.sample(examples, BATCH)
        inputs, labels = (
            torch.nn.utils.rnn.pad_sequence([torch.tensor(pair[side]) for pair in batch], True, filler)
            for side, filler in ((0, pad), (1, -100))
        )
        loss = model(input_ids=inputs, attention_mask=inputs != pad, labels=labels).loss
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        with torch.no_grad():
            # The decoder starts from it; Marian's is zero, and the output, which has the same table, would change it.
            model.model.shared.weight[pad] = 0.0
        if step % 250 == 0:
            print(step, round(loss.item(), 4), flush=True)
    model.eval()
    right, tried = 0, random.sample(examples, 200)
    for inputs, labels in tried:
        with torch.no_grad():
            made = model.generate(torch.tensor([inputs]), num_beams=1, max_new_tokens=40)[0].tolist()
        right += [token for token in made if token != pad] == labels
    print(f"{right} of {len(tried)} as the grammar has them, {model.num_parameters()} parameters")
    torch.save(model.state_dict(), folder / "pytorch_model.bin")
    (folder / "config.json").write_text(json.dumps(config.to_dict(), indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
