"""The options of each experiment, a file each; what they compute is in `antecede.experiments`."""
