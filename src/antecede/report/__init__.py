"""What people look at: one self-contained page, and the result on the terminal."""

from __future__ import annotations

from antecede.report._page import render
from antecede.report.console import print_correlations, print_evaluation

__all__ = ["print_correlations", "print_evaluation", "render"]
