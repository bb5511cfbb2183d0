"""Target words: the classes of pronouns, nouns with their gender, and what an antecedent became."""
