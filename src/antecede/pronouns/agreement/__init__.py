"""What else changes in a sentence when one of its pronouns is replaced."""
