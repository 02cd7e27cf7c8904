"""The vocabulary that every layer shares; it knows no game."""
