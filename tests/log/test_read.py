"""Positions in a log."""

from __future__ import annotations

from kafkawire.log.read import LogPosition


def test_positions_are_ordered_by_segment_then_offset() -> None:
    """fetch D-7: an older segment is behind whatever the bytes."""
    assert LogPosition(0, 9, 900) < LogPosition(10, 10, 0) < LogPosition(10, 11, 70)
