"""The files of a model folder; `antecede.models` finds them through this package."""
