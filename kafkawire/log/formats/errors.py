"""What is wrong with a file."""

from __future__ import annotations


class CorruptFile(ValueError):
    """These bytes are no such file; the message says why, in a few words and without its name."""
