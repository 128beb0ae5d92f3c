"""Operations that wait until they are committed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kafkawire.broker.raft.pending_operations import PendingOperations
from tests.support.broker.raft_replicas import Alone

NOT_CONTROLLER = 41


class Answers:
    """The answers in their order, by the names of the operations."""

    def __init__(self) -> None:
        self.found: list[tuple[str, int]] = []

    def to(self, name: str) -> Callable[[int], None]:
        return lambda code: self.found.append((name, int(code)))


def test_an_operation_is_answered_when_its_last_record_is_committed() -> None:
    """replication A-58."""
    answers, pending = Answers(), PendingOperations()
    for name, offset in (("a", 4), ("b", 4), ("c", 7)):
        pending.add(offset, answers.to(name))
    pending.committed(4)
    assert answers.found == []
    pending.committed(5)
    assert answers.found == [("a", 0), ("b", 0)]
    pending.committed(7)
    assert len(pending) == 1
    pending.committed(8)
    assert answers.found == [("a", 0), ("b", 0), ("c", 0)]


def test_a_lost_leadership_answers_what_is_not_committed() -> None:
    """replication A-58: 41, in the order of the operations; nothing is answered twice."""
    answers, pending = Answers(), PendingOperations()
    for name, offset in (("a", 4), ("b", 5), ("c", 6)):
        pending.add(offset, answers.to(name))
    pending.committed(5)
    pending.lost()
    pending.committed(100)
    pending.lost()
    assert answers.found == [("a", 0), ("b", NOT_CONTROLLER), ("c", NOT_CONTROLLER)]


def test_offsets_may_begin_lower_after_a_lost_leadership() -> None:
    """The records of the earlier epoch may have been cut."""
    answers, pending = Answers(), PendingOperations()
    pending.add(9, answers.to("a"))
    with pytest.raises(AssertionError, match="go back"):
        pending.add(8, answers.to("b"))
    pending.lost()
    pending.add(3, answers.to("c"))
    pending.committed(4)
    assert answers.found == [("a", NOT_CONTROLLER), ("c", 0)]


def test_a_response_may_add_an_operation() -> None:
    answers, pending = Answers(), PendingOperations()
    pending.add(1, lambda code: pending.add(2, answers.to("b")))
    pending.committed(3)
    assert answers.found == [("b", 0)]


def test_an_operation_of_a_leader_that_is_deposed_may_be_committed_all_the_same() -> None:
    """replication A-58: its records are in the log, and the next leader may commit them."""
    answers, pending = Answers(), PendingOperations()
    alone = Alone(epochs=[1])
    alone.lead()
    end, epoch = alone.end_offset, alone.epoch
    alone.fetched_by(2, end, epoch)
    pending.committed(alone.replica.high_watermark or 0)
    offset = alone.replica.append([b"operation"], alone.now_ms)
    pending.add(offset, answers.to("a"))
    alone.follow(2, epoch + 1)
    assert [each[0] for each in alone.events if each[0] in ("elected", "lost")] == [
        "elected",
        "lost",
    ]
    pending.lost()
    assert answers.found == [("a", NOT_CONTROLLER)]
    assert alone.end_offset == offset + 1
