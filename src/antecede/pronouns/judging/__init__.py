"""Which of several translations of a pronoun is right, without a reference."""
