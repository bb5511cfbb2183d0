"""The published APT tool, repeated to the letter."""
