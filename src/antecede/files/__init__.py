"""The user's files: read with checks, written completely or not at all."""

from __future__ import annotations

from antecede.files.reading import (
    LARGEST_FILE,
    LONGEST_LINE,
    STANDARD_INPUT,
    is_standard_input,
    lines_of,
    read_bytes,
    read_lines,
    read_standard_input,
    read_text,
    refuse_endless_lines,
)
from antecede.files.writing import (
    OUTPUT_STREAM,
    Content,
    flush_output,
    make_folder,
    partial,
    pieces,
    writable,
    write_all,
    write_text,
)

__all__ = [
    "LARGEST_FILE",
    "LONGEST_LINE",
    "OUTPUT_STREAM",
    "STANDARD_INPUT",
    "Content",
    "flush_output",
    "is_standard_input",
    "lines_of",
    "make_folder",
    "partial",
    "pieces",
    "read_bytes",
    "read_lines",
    "read_standard_input",
    "read_text",
    "refuse_endless_lines",
    "writable",
    "write_all",
    "write_text",
]
