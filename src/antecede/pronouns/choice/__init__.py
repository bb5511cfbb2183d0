"""The choice model: how likely each target pronoun is, given all that is known of the source pronoun."""
