"""What is remembered of sessions is bounded, whatever is done with them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.state import session_memory
from kafkawire.dump.state.session_memory import SessionMemory, next_epoch


class Session:
    def __init__(self) -> None:
        self.partitions: set[int] = set()
        self.counted = 0


@given(st.lists(st.tuples(st.sampled_from("bceu"), st.integers(0, 5), st.integers(0, 7))))
def test_the_sum_is_that_of_those_that_are_known_and_never_too_large(
    does: list[tuple[str, int, int]],
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(session_memory, "PARTITIONS_HELD_MAX", 10)
        patch.setattr(session_memory, "SESSIONS_MAX", 4)
        memory: SessionMemory[int, Session] = SessionMemory()
        for what, key, size in does:
            session = memory.use(key)
            if what == "b":
                memory.begin(key, Session())
            elif what == "e":
                assert memory.end(key, size) is session
                assert session is None or memory.closed_ns(key) == size
            elif session is not None:
                session.partitions = set(range(size))
                memory.count(session)
            known = [found for each in range(6) if (found := memory.find(each))]
            assert len(known) <= 4
            assert sum(each.counted for each in known) == memory._partitions_held <= 10


def test_epochs_wrap_without_zero() -> None:
    assert [next_epoch(each) for each in (0, 1, 2**31 - 1)] == [1, 2, 1]
