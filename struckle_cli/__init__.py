"""struckle: read, write, check, draw and play recorded games of five board games."""

__version__ = "0.1.0"
