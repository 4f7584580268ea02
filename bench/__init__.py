"""Measurements, each side by side in one run: `python3 start.py bench`."""
