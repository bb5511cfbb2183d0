"""Moses's formats: settings, n-best lists, markup on the input, whole model folders."""
