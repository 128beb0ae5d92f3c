"""Epochs and where they begin."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.leader_epochs import LeaderEpochCache


def cache_of(*entries: tuple[int, int]) -> LeaderEpochCache:
    cache = LeaderEpochCache()
    for epoch, start in entries:
        cache.assign(epoch, start)
    return cache


def test_an_empty_cache_knows_nothing() -> None:
    cache = LeaderEpochCache()

    assert (cache.latest, cache.latest_start, cache.earliest_entry) == (-1, -1, None)
    assert cache.end_offset_for(0, 10) == (-1, -1)
    cache.truncate_from_start(5)
    cache.truncate_from_end(5)
    assert cache.entries == []


@pytest.mark.parametrize(
    ("epoch", "expected"),
    [(0, (0, 1)), (1, (0, 1)), (2, (2, 3)), (3, (-1, -1)), (-1, (-1, -1)), (-5, (-5, 0))],
)
def test_the_end_of_an_epoch(epoch: int, expected: tuple[int, int]) -> None:
    """fetch G-60, J 180, produce D-62: the example that was seen on a running node."""
    assert cache_of((0, 0), (2, 1)).end_offset_for(epoch, 3) == expected


@pytest.mark.parametrize(("epoch", "expected"), [(0, (0, 2)), (1, (1, 2)), (2, (2, 3))])
def test_the_end_of_an_epoch_older_than_all_that_are_left(
    epoch: int, expected: tuple[int, int]
) -> None:
    """produce D-62: after DeleteRecords to 2."""
    cache = cache_of((0, 0), (2, 1))
    cache.truncate_from_start(2)

    assert cache.end_offset_for(epoch, 3) == expected


@pytest.mark.parametrize(
    ("epoch", "expected"),
    [(2, (0, 2)), (0, (0, 2)), (6, (4, 13)), (5, (4, 13)), (7, (7, 14)), (10, (10, 17))],
)
def test_the_worked_example_of_divergence(epoch: int, expected: tuple[int, int]) -> None:
    """fetch B-38."""
    cache = cache_of((0, 0), (3, 2), (4, 8), (7, 13), (9, 14), (10, 16))

    assert cache.end_offset_for(epoch, 17) == expected


def test_assigning_what_is_known_changes_nothing() -> None:
    """fetch G-61, J 180."""
    cache = cache_of((1, 5))
    cache.assign(1, 9)
    cache.assign(-1, 9)
    cache.assign(2, -1)

    assert cache.entries == [(1, 5)]


def test_entries_that_contradict_a_new_one_give_way() -> None:
    """fetch G-61, J 180."""
    assert cache_of((1, 0), (2, 5), (3, 9), (2, 4)).entries == [(1, 0), (2, 4)]
    assert cache_of((1, 0), (2, 5), (3, 5)).entries == [(1, 0), (3, 5)]


def test_truncation_at_both_ends() -> None:
    """fetch G-62, J 180."""
    cache = cache_of((1, 0), (2, 5), (3, 9))
    cache.truncate_from_end(9)
    assert cache.entries == [(1, 0), (2, 5)]

    cache.truncate_from_start(7)
    assert cache.entries == [(2, 7)]


def test_the_ends_of_the_cache_are_known() -> None:
    cache = cache_of((1, 2), (4, 5))

    assert (cache.earliest_entry, cache.latest, cache.latest_start) == ((1, 2), 4, 5)


@given(st.lists(st.tuples(st.integers(-1, 9), st.integers(-1, 20))))
def test_epochs_and_starts_rise_strictly_whatever_is_assigned(
    entries: list[tuple[int, int]],
) -> None:
    """fetch G-61."""
    known = cache_of(*entries).entries

    assert all(a < c and b < d for (a, b), (c, d) in pairwise(known))
