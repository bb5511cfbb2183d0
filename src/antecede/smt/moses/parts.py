"""The parts of a model as Moses's text and as our files: what `package` is glued together from."""

from __future__ import annotations

import gzip
import shutil
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.errors import BadFormat, BadOption, ResourceError, UnreadableFile
from antecede.files import partial
from antecede.smt.language_model import LanguageModel, build, estimate
from antecede.smt.pipeline import WORK

if TYPE_CHECKING:
    from collections.abc import Mapping

LANGUAGE_MODELS: Final = ("KENLM", "SRILM", "IRSTLM")


@dataclass(frozen=True)
class ModelParts:
    """What a model folder's `model.toml` names."""

    folder: Path
    phrase_table: Path
    language_model: Path
    weights: Mapping[str, list[float]]
    settings: Mapping[str, float]

    @classmethod
    def read(cls, folder: Path) -> ModelParts:
        file = folder / "model.toml"
        try:
            told = tomllib.loads(file.read_text(encoding="utf-8"))
            files = told["files"]
            return cls(
                folder,
                folder / files["phrase_table"],
                folder / files["language_model"],
                {name: [float(value) for value in values] for name, values in told["weights"].items()},
                {name: float(value) for name, value in told.get("decoder", {}).items()},
            )
        except OSError:
            problem = "is no model folder, it has no model.toml that can be read; `antecede train` makes one"
            raise ResourceError(f"{folder}: {problem}") from None
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ResourceError(f"{file}: is damaged: {error}; train the model again") from None

    def write_arpa(self, file: Path, given: Path | None) -> int:
        """Write the language model as gzipped text and return its order.

        The model's own file holds no words beside its n-grams, so the text is the one `given`, or it is estimated
        again from what the model was trained on.
        """
        with tempfile.TemporaryDirectory(dir=file.parent, prefix=".arpa.") as work:
            arpa = given
            if arpa is None:
                arpa = Path(work, "lm.arpa")
                self._estimate_again(arpa, Path(work))
            built = Path(work, "lm.bin")
            build(arpa, built)
            order = LanguageModel(built).order
            _pack(arpa, file)
        return order

    def _estimate_again(self, arpa: Path, work: Path) -> None:
        texts = [self.folder / WORK / name for name in ("corpus.cased.target", "corpus.tok.target")]
        text = next((text for text in texts if text.is_file()), None)
        if text is None:
            problem = "was trained elsewhere, so its language model is not at hand as text; give it with --arpa"
            raise BadOption(f"{self.folder}: {problem}")
        extra = self.folder / WORK / "lm.text"
        model = LanguageModel(self.language_model)
        again = estimate(
            [text, extra] if extra.is_file() else [text], order=model.order, skip_symbols=True, folder=work
        )
        if again.counts != model.counts:
            problem = "has changed since its language model was made; train again, or give the model with --arpa"
            raise BadOption(f"{self.folder / WORK}: {problem}")
        again.write_arpa(arpa)


def read_arpa(path: Path, out: Path) -> None:
    """Make a language model of an ARPA file, plain or gzipped."""
    try:
        with path.open("rb") as file:
            start = file.read(len(_KENLM))
    except OSError as error:
        raise UnreadableFile(path, (error.strerror or "cannot be read").lower()) from None
    if start == _KENLM:
        raise BadFormat(path, "is KenLM's binary form; name the ARPA file it was built from")
    build(path, out)


def _pack(source: Path, out: Path) -> None:
    with source.open("rb") as text:
        packed = text.read(2) == b"\x1f\x8b"
        text.seek(0)
        with partial(out) as temporary:
            if packed:
                shutil.copyfile(source, temporary)
                return
            # No name and no time inside: the same model gives the same bytes.
            with gzip.GzipFile(temporary, "wb", compresslevel=4, mtime=0) as file:
                shutil.copyfileobj(text, file, 1 << 20)


_KENLM: Final = b"mmap lm "
