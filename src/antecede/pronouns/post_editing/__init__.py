"""Pronouns fixed in the output of any engine: the printed rules, or edits where they gain."""
