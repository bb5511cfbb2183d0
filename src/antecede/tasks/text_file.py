"""Files that are translated, from Python: their documents, and the same file with translations in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

from antecede.text import Document, formats
from antecede.text.parallel import ParallelText

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

__all__ = ["TextFile"]


@dataclass(frozen=True, slots=True)
class TextFile:
    """What is translated, and what makes the output of its translations."""

    documents: Sequence[Document]
    write: Callable[[Sequence[str]], str]
    """The text of the file with these in place of its sentences."""
    kept: Mapping[int, str] = field(default_factory=dict)
    """The translations that the file had and keeps, by the index of their sentence."""

    @classmethod
    def read(  # noqa: PLR0913 - each is a choice of the user's, and all but the file have a default
        cls,
        path: Path | str,
        source: str,
        target: str,
        *,
        format: str | None = None,  # noqa: A002 - what users say
        ids: Path | str | None = None,
        one_document: bool = False,
        tokenised: bool = False,
        existing: str = "keep",
        warn: bool = True,
    ) -> Self:
        """A file of any format; `-` is the standard input.

        Args:
            path: The file.
            source: The language to read.
            target: The language of the translations.
            format: The file's format, where its name and content do not show it.
            ids: A file with the document of each line, in the first tab-separated field. Without it a blank line begins
                a new document, and so do `file` and `group` of XLIFF; running text is one.
            one_document: Whether all is one document.
            tokenised: Whether blanks separate the tokens, and each line is a sentence.
            existing: Whether translations that the file has already are kept, overwritten where the file says that they
                are not translated yet (`empty`), or all overwritten (`replace`).
            warn: Whether a warning says so if many lines are taken for one document.
        """
        if ids is not None or tokenised:
            text = ParallelText.read_documents(path, ids=ids, one_document=one_document, tokenised=tokenised, warn=warn)
            make = Document.from_tokens if tokenised else Document.from_lines
            return cls.of_lines([make(text.source[span.lines], source, id=span.id) for span in text.documents])
        file = formats.read(path, source, format=format, one_document=one_document, target=target, warn=warn)
        how = formats.Existing(existing)
        return cls(
            file.documents,
            lambda texts: file.with_sentences(texts, target, existing=how).text,
            file.kept(target, how),
        )

    @classmethod
    def of_lines(cls, documents: Sequence[Document]) -> Self:
        """Documents whose translations are written one a line."""
        return cls(documents, lambda texts: "".join(text + "\n" for text in texts))
