"""Benchmarks with bars: `python -m tools.bench NAME [--check]`."""
