"""When to overrule an engine, why, and how it is explained."""
