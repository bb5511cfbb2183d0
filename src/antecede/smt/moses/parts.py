"""The parts of a model as Moses's text and as our files, which `package` combines."""

from __future__ import annotations

import gzip
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from antecede.errors import BadFormat, UnreadableFile
from antecede.files import partial
from antecede.smt.language_model import LanguageModel, build

if TYPE_CHECKING:
    from antecede.models import ModelFolder

LANGUAGE_MODELS: Final = ("KENLM", "SRILM", "IRSTLM")


def write_arpa(model: ModelFolder, file: Path, given: Path | None) -> int:
    """Write a model's language model as gzipped text and return its order; the text may be `given`."""
    with tempfile.TemporaryDirectory(dir=file.parent, prefix=".arpa.") as work:
        if given is None:
            arpa = Path(work, "lm.arpa")
            language_model = LanguageModel(model.language_model())
            language_model.write_arpa(arpa)
        else:
            arpa, built = given, Path(work, "lm.bin")
            build(arpa, built)
            language_model = LanguageModel(built)
        _pack(arpa, file)
    return language_model.order


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
