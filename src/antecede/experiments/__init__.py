"""The published experiments, one module a paper: how each is run, its tables, the published figures beside ours."""
