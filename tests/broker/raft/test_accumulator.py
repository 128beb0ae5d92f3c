"""Operations before they are appended."""

from __future__ import annotations

import pytest

from kafkawire.broker.raft.accumulator import Accumulator


def test_operations_share_a_batch_and_wait_for_the_first() -> None:
    """replication A-55."""
    waiting = Accumulator(10, 25)
    assert waiting.add([b"a", b"b"], 100) == 11
    assert waiting.add([b"c"], 110) == 12
    assert waiting.deadline_ms == 125
    assert waiting.drain() == [[b"a", b"b", b"c"]]
    assert waiting.drain() == []
    assert waiting.deadline_ms == (1 << 63) - 1
    assert waiting.next_offset == 13


def test_a_full_batch_is_due_at_once_and_an_operation_stays_in_one() -> None:
    """replication A-55."""
    waiting = Accumulator(0, 25)
    large = bytes(5 << 20)
    waiting.add([large], 100)
    waiting.add([large, b"x"], 101)
    assert waiting.deadline_ms == 101
    assert [len(each) for each in waiting.drain()] == [1, 2]
    with pytest.raises(ValueError, match="exceeds"):
        waiting.add([bytes(8 << 20)], 102)
