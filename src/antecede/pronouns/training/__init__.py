"""What the pronoun models learn from: a job, its corpus, documents with pronouns resolved."""
