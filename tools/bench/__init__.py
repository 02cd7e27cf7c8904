"""The benchmark: `python -m tools.bench` (see `run.py` for what it measures and how)."""
