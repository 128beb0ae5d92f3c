"""Bounded memories forget what was unused for longest."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.state.memory import Conditions, Memory

KEYS = st.integers(0, 8)


@given(st.lists(st.tuples(st.booleans(), KEYS)), st.integers(1, 5))
def test_a_memory_holds_what_was_used_last(uses: list[tuple[bool, int]], size: int) -> None:
    memory: Memory[int, str] = Memory(size)
    order: list[int] = []
    for is_kept, key in uses:
        if is_kept:
            gone = memory.keep(key, str(key))
            order = [each for each in order if each != key] + [key]
            assert gone == (str(order.pop(0)) if len(order) > size else None)
        else:
            assert memory.use(key) == (str(key) if key in order else None)
            order = [each for each in order if each != key] + [key] * (key in order)
        assert list(memory) == order


def test_a_condition_begins_once_until_it_ends_or_is_another() -> None:
    conditions = Conditions(2)
    assert conditions.begins("a")
    assert not conditions.begins("a")
    assert conditions.begins("a", 5)
    assert not conditions.begins("a", 5)
    assert conditions.ends("a")
    assert not conditions.ends("a")
    assert not conditions
    assert conditions.begins("a")


def test_what_was_said_longest_ago_may_be_said_again() -> None:
    conditions = Conditions(2)
    assert all(conditions.begins(key) for key in "abc")
    assert not conditions.begins("b")
    assert conditions.begins("a")
