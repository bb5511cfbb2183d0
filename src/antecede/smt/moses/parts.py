"""The parts of a model as Moses's text and as our files: what `package` is glued together from."""

from __future__ import annotations

import gzip
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.errors import BadFormat, BadOption, UnreadableFile
from antecede.files import partial
from antecede.smt.language_model import LanguageModel, build, estimate
from antecede.smt.pipeline import WORK

if TYPE_CHECKING:
    from antecede.engines.native import ModelFolder

LANGUAGE_MODELS: Final = ("KENLM", "SRILM", "IRSTLM")


def write_arpa(model: ModelFolder, file: Path, given: Path | None) -> int:
    """Write a model's language model as gzipped text and return its order.

    The model's own file holds no words beside its n-grams, so the text is the one `given`, or it is estimated
    again from what the model was trained on.
    """
    with tempfile.TemporaryDirectory(dir=file.parent, prefix=".arpa.") as work:
        arpa = given
        if arpa is None:
            arpa = Path(work, "lm.arpa")
            _estimate_again(model, arpa, Path(work))
        built = Path(work, "lm.bin")
        build(arpa, built)
        order = LanguageModel(built).order
        _pack(arpa, file)
    return order


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


def _estimate_again(model: ModelFolder, arpa: Path, work: Path) -> None:
    trained = model.path / WORK
    text = next((text for name in _TEXTS if (text := trained / name).is_file()), None)
    if text is None:
        problem = "was not trained here, so its language model is not at hand as text; give it with --arpa"
        raise BadOption(f"{model.path}: {problem}")
    present = LanguageModel(model.path / model.files["language_model"])
    more = [extra] if (extra := trained / "lm.text").is_file() else []
    again = estimate([text, *more], order=present.order, skip_symbols=True, folder=work)
    if again.counts != present.counts:
        problem = "has changed since the language model was made; train again, or give the model as text with --arpa"
        raise BadOption(f"{trained}: {problem}")
    again.write_arpa(arpa)


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


# What the training's text is called, with truecasing and without.
_TEXTS: Final = ("corpus.cased.target", "corpus.tok.target")
_KENLM: Final = b"mmap lm "
