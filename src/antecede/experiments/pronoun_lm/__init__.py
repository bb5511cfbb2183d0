"""The pronoun language model and re-ranking (Luong and Popescu-Belis 2016)."""
