"""The phrase-based engine: training, tuning, decoding, Moses's formats."""
