"""The metrics, a module each."""
