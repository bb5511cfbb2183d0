"""Post-editing (Guillou 2015): the changes by type, and scores."""
