"""Measurements, run by hand, such as `python bench/engine.py`. The product imports nothing here."""
