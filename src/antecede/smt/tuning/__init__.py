"""Tuning: weights that make the development set's translations score best."""

from antecede.smt.tuning.checkpoint import Iteration
from antecede.smt.tuning.loop import Decode, Settings, Tuned, tune

__all__ = ["Decode", "Iteration", "Settings", "Tuned", "tune"]
