"""The names of the things that hold bytes."""

from __future__ import annotations

Buffer = bytes | bytearray | memoryview
"""Anything whose bytes can be sent as they are."""

Records = bytes | bytearray | memoryview
"""Record batches one after another. A message also takes a list of buffers in their place."""
