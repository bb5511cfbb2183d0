"""The light aligner: fast_align (Dyer, Chahuneau and Smith 2013) as systran-align packs it."""

from __future__ import annotations

import importlib.metadata
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from antecede.alignment._progress import showing
from antecede.alignment.alignments import Alignments
from antecede.errors import EngineError, ResourceError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from antecede.alignment.priors import Priors

_BATCH: Final = 1000


@dataclass(frozen=True, slots=True)
class FastAlign:
    """Trains fast_align on the text itself; within a machine, the result is repeatable."""

    @property
    def name(self) -> str:
        try:
            version = importlib.metadata.version("systran-align")
        except importlib.metadata.PackageNotFoundError:
            return "fast"
        return "fast-" + ".".join(version.split(".")[:2])

    @property
    def symmetrisations(self) -> tuple[str, ...]:
        # The library symmetrises inside and does not show the two directions.
        return ("grow-diag-final-and",)

    @property
    def takes_priors(self) -> bool:
        return False

    def align(
        self,
        source: Sequence[Sequence[str]],
        target: Sequence[Sequence[str]],
        *,
        priors: Priors | None = None,  # noqa: ARG002  # the interface's; `takes_priors` says that they are not used
        progress: bool = False,
    ) -> tuple[Alignments, Alignments]:
        """The symmetrised links, as both directions."""
        library = _library()
        pairs = [(_plain(first), _plain(second)) for first, second in zip(source, target, strict=True)]
        lines: list[str] = []
        with (
            tempfile.TemporaryDirectory(prefix="antecede-") as name,
            showing(f"aligning {len(pairs)} sentences with fast_align", enabled=progress) as show,
        ):
            trained = _train(library, Path(name), pairs)
            for start in range(0, len(pairs), _BATCH):
                batch = pairs[start : start + _BATCH]
                # An empty side has no links, and the library has no need to see it.
                full = [pair for pair in batch if all(pair)]
                results = iter(
                    trained.align_batch([pair[0] for pair in full], [pair[1] for pair in full]) if full else ()
                )
                lines += [_links(next(results)) if all(pair) else "" for pair in batch]
                show((start + len(batch)) / len(pairs))
        alignments = Alignments.parse(lines)
        return alignments, alignments


ALIGNER: Final = FastAlign()


def _library() -> Any:  # noqa: ANN401  # a module without types
    try:
        import systran_align
    except ImportError:
        raise ResourceError(
            "the aligner fast_align is not installed: run pip install 'antecede[fast]', or use --method eflomal"
        ) from None
    return systran_align


def _plain(sentence: Sequence[str]) -> list[str]:
    """Words that keep the input format whole: no blanks inside, no separator, no name of the empty word."""
    return [_plain_word(word) for word in sentence]


def _plain_word(word: str) -> str:
    if word.isalpha():
        return word
    whole = word.encode("utf-8", "replace").decode()
    return "_".join(whole.split()).replace("\0", "_").replace("|", "¦").replace("<eps>", "<_>") or "_"


def _train(library: Any, folder: Path, pairs: Sequence[tuple[Sequence[str], Sequence[str]]]) -> Any:  # noqa: ANN401
    lines = [f"{' '.join(first)} ||| {' '.join(second)}\n" for first, second in pairs if first and second]
    (folder / "text").write_text("".join(lines), encoding="utf-8")
    paths = [str(folder / name) for name in ("text", "forward", "reverse")]
    try:
        # The options that its authors recommend: -d -o -v.
        library.generate_alignment_probabilities(
            *paths, favor_diagonal=True, optimize_tension=True, variational_bayes=True
        )
        return library.Aligner(*paths[1:])
    except (RuntimeError, ValueError) as error:
        raise EngineError(f"fast_align failed: {error}") from None


def _links(result: dict[str, Any]) -> str:
    return " ".join(f"{source}-{target}" for source, target in result["alignments"])
