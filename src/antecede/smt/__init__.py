"""The phrase-based engine: training stages, models, decoding, Moses's formats."""
