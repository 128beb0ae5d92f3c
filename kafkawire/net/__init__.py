"""Connections free of I/O, and what moves their bytes."""
