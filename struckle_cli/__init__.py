"""struckle: read, write, check, draw and play recorded board games."""

__version__ = "0.1.0"
