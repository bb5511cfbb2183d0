"""Notes for an engine that takes context: what each pronoun stands for, and what it agrees with in the target."""
