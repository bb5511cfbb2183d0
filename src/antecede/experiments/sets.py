"""The parallel text of a name in a folder: what every experiment reads."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.errors import InputError
from antecede.files import write_text
from antecede.text import detokenise
from antecede.text.parallel import ParallelText, Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.coreference import ResolvedDocument
    from antecede.coreference.reader import Reader
    from antecede.pairs import Pair

__all__ = ["ENGINE_FILES", "ParallelSet"]

ENGINE_FILES: Final = ("phrase_table", "language_model", "truecaser_source", "truecaser_target")
"""What decides the engine's translations; a model folder has more."""


@dataclass(frozen=True, slots=True)
class ParallelSet:
    """The files NAME.en, NAME.fr and maybe NAME.ids: raw text, a sentence a line, in documents."""

    name: str
    pair: Pair
    text: ParallelText

    @classmethod
    def read(cls, folder: Path, name: str, pair: Pair, *, detokenised: Path | None = None) -> ParallelSet:
        """The set NAME of a folder, or of the pair's folder inside it; without ids it is one document of that name.

        With `detokenised` the files hold tokens, and are put together into files of that folder first.
        """
        places = (folder, folder / pair.name)
        place = next((each for each in places if (each / f"{name}.{pair.source}").exists()), None)
        if place is None:
            raise InputError(f"{folder}: has no {name}.{pair.source}, and no {pair.name}/{name}.{pair.source}")
        source, target, ids = (place / f"{name}.{end}" for end in (pair.source, pair.target, "ids"))
        text = ParallelText.read(source, target, ids=ids if ids.exists() else None)
        if detokenised is not None:
            files = [detokenised / file.name for file in (source, target)]
            for file, lines, code in zip(files, (text.source, *text.targets), (pair.source, pair.target), strict=True):
                write_text(file, "".join(detokenise(line.split(), code) + "\n" for line in lines))
            text = ParallelText.read(*files, ids=ids if ids.exists() else None)
        if not ids.exists():
            text = replace(text, documents=(Span(name, 0, len(text.source)),))
        return cls(name, pair, text)

    @classmethod
    def pooled(cls, sets: Sequence[ParallelSet], folder: Path) -> ParallelSet:
        """Several sets as one, whose files are written to a folder; a single one is itself."""
        if len(sets) == 1:
            return sets[0]
        name, described = "+".join(each.name for each in sets), sets[0].pair
        files = [folder / f"{name}.{end}" for end in (described.source, described.target, "ids")]
        write_text(files[0], "".join(f"{line}\n" for each in sets for line in each.text.source))
        write_text(files[1], "".join(f"{line}\n" for each in sets for line in each.text.targets[0]))
        ids = (span.id for each in sets for span in each.text.documents for _ in range(span.end - span.start))
        write_text(files[2], "".join(f"{line}\n" for line in ids))
        return cls(name, described, ParallelText.read(*files[:2], ids=files[2]))

    @property
    def source_file(self) -> Path:
        return Path(self.text.files[0][0])

    @property
    def target_file(self) -> Path:
        return Path(self.text.files[1][0])

    @property
    def ids_file(self) -> Path | None:
        return Path(self.text.files[2][0]) if len(self.text.files) > 2 else None

    def tokens(self) -> list[tuple[str, list[list[str]]]]:
        """The source tokens of each document, with its name."""
        text = self.text
        return [(span.id, list(text.tokens(text.source, self.pair.source, span))) for span in text.documents]

    def resolved(self, reader: Reader, *, progress: bool = False) -> list[ResolvedDocument]:
        """The documents with their pronouns resolved."""
        documents = self.tokens()
        texts, names = [tokens for _, tokens in documents], [name for name, _ in documents]
        return list(reader.stream(texts, names, progress=progress))
