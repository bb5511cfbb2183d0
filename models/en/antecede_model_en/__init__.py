"""The files of an encoder; `antecede.coreference.encoder` finds them through this package."""
