"""The two ends of a list of members by load."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.groups.consumer.assignors.loads import Loads


@given(st.lists(st.integers(0, 9), min_size=1, max_size=8), st.integers(0, 40))
def test_the_least_loaded_gets_the_next(sizes: list[int], count: int) -> None:
    """groups D-42: dealing keeps to the lowest load, the first members first."""
    loads = Loads(sizes, range(len(sizes)))
    for _ in range(count):
        least = min(sizes)
        index = loads.next_least()
        assert sizes[index] == least
        sizes[index] += 1


@given(st.lists(st.integers(0, 9), min_size=2, max_size=8))
def test_taking_and_giving_ends_in_balance(sizes: list[int]) -> None:
    """groups D-42: once the levels meet, one is between the most and the least."""
    total = sum(sizes)
    loads = Loads(sizes, range(len(sizes)))
    assert loads.imbalance == max(sizes) - min(sizes)
    while not loads.are_balanced():
        giver = loads.next_most()
        assert giver is not None
        assert sizes[giver] == max(sizes)
        taker = loads.next_least()
        if loads.are_balanced():
            break
        sizes[giver] -= 1
        sizes[taker] += 1
    assert sum(sizes) == total
    assert max(sizes) - min(sizes) <= 1


def test_members_without_anything_to_give_are_left_out() -> None:
    """groups D-42: until nobody is left."""
    loads = Loads([5, 3, 5], [0, 1, 2])
    for expected in (2, 0, 1):
        assert loads.next_most() == expected
        loads.exclude_last_most()
    assert loads.next_most() is None
