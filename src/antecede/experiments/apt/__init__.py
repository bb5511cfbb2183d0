"""The APT paper (Miculicich Werlen and Popescu-Belis 2017), from gap-filling annotations."""
