"""Text analysed once: a folder of shards that every training reads, resumed where a run was stopped."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from antecede.analysis._codec import decode, encode, is_whole
from antecede.analysis._types import AnalysedDocument, AnalysedSentence
from antecede.analysis._workers import each_done
from antecede.errors import BadOption, InputError, ResourceError, UnreadableFile
from antecede.files import make_folder, write_all
from antecede.text.places import line_places
from antecede.text.tokens import given_words, words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from antecede.analysis.analyser import Settings
    from antecede.text import Place

# Sentences a shard: what a killed run loses at most, for each process.
SHARD: Final = 1000
_INDEX: Final = "store.json"
_FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class AnalysisStore:
    """The analysis of a text, on disk; read lazily, so that it may be larger than memory."""

    folder: Path
    language: str
    pipeline: str
    key: str
    """Stands for the text and the pipeline."""
    runs: tuple[tuple[str, int], ...]
    """Each document's id and number of sentences."""

    @classmethod
    def open(cls, folder: Path | str) -> AnalysisStore:
        """The store in a folder; raises `ResourceError` where there is none, or one that is not complete."""
        index = _read_index(Path(folder))
        if index is None:
            raise ResourceError(f"{folder} holds no analysis: make one with antecede analyse --store")
        if not index["complete"]:
            raise ResourceError(f"{folder} is not complete: give the same antecede analyse command again, to go on")
        try:
            runs = tuple((str(name), int(length)) for name, length in index["documents"])
            return cls(Path(folder), str(index["language"]), str(index["pipeline"]), str(index["key"]), runs)
        except (KeyError, TypeError, ValueError):
            raise ResourceError(f"{Path(folder, _INDEX)} is damaged: delete the folder and analyse again") from None

    def __len__(self) -> int:
        """The number of sentences."""
        return sum(length for _, length in self.runs)

    def documents(self) -> Iterator[AnalysedDocument]:
        """The documents one by one."""
        sentences = self.sentences()
        for name, length in self.runs:
            yield AnalysedDocument(self.language, tuple(next(sentences) for _ in range(length)), name)

    def sentences(self, start: int = 0) -> Iterator[AnalysedSentence]:
        """The sentences one by one, from a given one on: line by line with the text."""
        for shard in range(start // SHARD, _shards(len(self))):
            path = _path(self.folder, shard)
            try:
                data = path.read_bytes()
            except OSError as error:
                raise UnreadableFile(path, (error.strerror or "cannot be read").lower()) from None
            sentences = list(decode(path, data))
            if len(sentences) != min(SHARD, len(self) - shard * SHARD):
                raise ResourceError(f"{path} is from another analysis: delete the folder and analyse again")
            yield from sentences[max(0, start - shard * SHARD) :]


def analyse_text(
    lines: Sequence[str],
    folder: Path,
    settings: Settings,
    *,
    ids: Sequence[str] | None = None,
    tokenised: bool = False,
    processes: int = 1,
    progress: Callable[[float], None] = lambda _share: None,
) -> AnalysisStore:
    """Analyse one sentence a line into a folder, or only what is missing there; `ids` name each line's document.

    Each process has its own copy of the pipeline. The answer does not depend on their number.
    """
    if processes < 1:
        raise BadOption("processes: at least 1")
    if ids is not None and len(ids) != len(lines):
        raise InputError(f"{len(lines)} lines have {len(ids)} ids: one for each line is needed")
    name = settings.name()
    runs = _runs(ids, len(lines))
    places = _places(lines, runs)
    key = _key(name, lines, runs, tokenised=tokenised)
    index = _read_index(folder)
    if index is not None and index["key"] != key:
        raise InputError(f"{folder} holds the analysis of another text or pipeline: choose another folder")
    described = {"format": _FORMAT, "key": key, "language": settings.language, "pipeline": name}
    make_folder(folder)
    if index is None:
        _write_index(folder, {**described, "complete": False})
    total = _shards(len(lines))
    missing = [shard for shard in range(total) if not _is_done(_path(folder, shard))]
    done = total - len(missing)
    split = given_words if tokenised else lambda line: words(line, settings.language)
    work = (
        (shard, ([split(line) for line in lines[first : first + SHARD]], places[first : first + SHARD]))
        for shard, first in ((shard, shard * SHARD) for shard in missing)
    )
    for shard, data in each_done(work, _Analyse(settings), processes=processes):
        write_all({_path(folder, shard): data})
        done += 1
        progress(done / total)
    if index is None or not index["complete"]:
        _write_index(folder, {**described, "complete": True, "documents": runs})
    return AnalysisStore.open(folder)


@dataclass(frozen=True, slots=True)
class _Analyse:
    """What a worker process does; the analyser is loaded where it runs."""

    settings: Settings

    def __call__(self) -> Callable[[tuple[list[list[str]], list[Place]]], bytes]:
        analyser = self.settings.load()

        def run(given: tuple[list[list[str]], list[Place]]) -> bytes:
            sentences, places = given
            analysed = analyser.document(sentences).sentences
            return encode([replace(each, place=place) for each, place in zip(analysed, places, strict=True)])

        return run


def _places(lines: Sequence[str], runs: Sequence[tuple[str, int]]) -> list[Place]:
    """Where each line stands in its document, in which blank lines separate paragraphs."""
    places: list[Place] = []
    for _, length in runs:
        start = len(places)
        places += line_places(bool(lines[at].strip()) for at in range(start, start + length))
    return places


def _runs(ids: Sequence[str] | None, lines: int) -> list[tuple[str, int]]:
    if ids is None:
        return [("", lines)] if lines else []
    runs: list[tuple[str, int]] = []
    for name in ids:
        if runs and runs[-1][0] == name:
            runs[-1] = (name, runs[-1][1] + 1)
        else:
            runs.append((name, 1))
    return runs


def _key(name: str, lines: Sequence[str], runs: Sequence[tuple[str, int]], *, tokenised: bool) -> str:
    digest = hashlib.sha256(f"{name}\n{tokenised}\n".encode())
    for line in lines:
        digest.update(line.encode("utf-8", "surrogatepass") + b"\n")
    digest.update(json.dumps(runs).encode())
    return digest.hexdigest()


def _shards(sentences: int) -> int:
    return -(-sentences // SHARD)


def _path(folder: Path, shard: int) -> Path:
    return folder / f"{shard:06d}.analysis"


def _is_done(path: Path) -> bool:
    try:
        return is_whole(path.read_bytes())
    except OSError:
        return False


def _read_index(folder: Path) -> dict[str, Any] | None:
    try:
        index = json.loads((folder / _INDEX).read_text(encoding="utf-8"))
        if index["format"] == _FORMAT and isinstance(index["complete"], bool) and isinstance(index["key"], str):
            return dict(index)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        pass
    raise ResourceError(f"{folder / _INDEX} is damaged, or of another version: delete the folder and analyse again")


def _write_index(folder: Path, index: dict[str, Any]) -> None:
    write_all({folder / _INDEX: json.dumps(index) + "\n"})
