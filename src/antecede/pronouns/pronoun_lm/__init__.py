"""The pronoun language model, and re-ranking with it (Luong and Popescu-Belis 2016)."""
