"""Ranges: nothing is lost, nothing is read twice, and shares are fair."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.spark.topics.planning import OffsetRange, Splitting, rate_limited, split
from tests.support.spark.pretended_logs import T0, T1, T2, topic_id

SIZES = st.lists(st.integers(0, 60), max_size=5)
MAYBE = st.none() | st.integers(1, 40)


def ranges_of(sizes: list[int]) -> list[OffsetRange]:
    return [
        OffsetRange(T0._replace(partition=number), topic_id(1), number * 7, number * 7 + size)
        for number, size in enumerate(sizes)
    ]


@given(SIZES, MAYBE, MAYBE)
def test_splits_cover_all_offsets_once_within_the_limits(
    sizes: list[int], ranges_min: int | None, records_max: int | None
) -> None:
    whole = ranges_of(sizes)
    parts = split(whole, Splitting(ranges_min, records_max))
    offsets = [(each.found, offset) for each in parts for offset in range(each.start, each.end)]
    assert offsets == [
        (each.found, offset) for each in whole for offset in range(each.start, each.end)
    ]
    assert all(part.size for part in parts)
    assert len(parts) >= min(ranges_min or 0, sum(sizes))
    if records_max is not None:
        assert max([part.size for part in parts], default=0) <= records_max


@given(SIZES, st.integers(1, 40))
def test_there_are_exactly_as_many_splits_as_are_asked_for(
    sizes: list[int], ranges_min: int
) -> None:
    count = sum(size > 0 for size in sizes)
    parts = split(ranges_of(sizes), Splitting(ranges_min))
    assert len(parts) == max(count, min(ranges_min, sum(sizes)))


def test_three_partitions_of_a_hundred_make_nine_of_about_the_same_size() -> None:
    """The stock connector 4.2.0 makes exactly 9 splits of these with minPartitions=9."""
    parts = split(ranges_of([100, 100, 100]), Splitting(9))
    assert sorted(part.size for part in parts) == [33] * 6 + [34] * 3


def test_more_parts_go_to_the_larger_range() -> None:
    parts = split(ranges_of([10, 90]), Splitting(10))
    assert [part.found.partition for part in parts].count(1) == 9


@given(
    st.lists(st.tuples(st.integers(0, 99), st.integers(-5, 99)), max_size=5), st.integers(1, 300)
)
def test_shares_move_every_backlog_and_never_past_the_end(
    backlogs: list[tuple[int, int]], limit: int
) -> None:
    found = [T0._replace(partition=number) for number in range(len(backlogs))]
    start = {each: begin for each, (begin, _) in zip(found, backlogs, strict=True)}
    latest = {each: begin + more for each, (begin, more) in zip(found, backlogs, strict=True)}
    ends = rate_limited(limit, start, latest)
    for each in found:
        if latest[each] > start[each]:
            assert start[each] < ends[each] <= latest[each]
        else:
            assert ends[each] == latest[each]
    taken = sum(max(0, ends[each] - start[each]) for each in found)
    assert taken <= limit + len(found)


def test_a_limit_of_40_over_100_new_offsets_takes_39_39_and_22() -> None:
    """As the stock connector 4.2.0 does: each partition gets the floor of its share."""
    position = {T0: 100, T1: 100, T2: 100}
    latest = {T0: 134, T1: 133, T2: 133}
    taken = []
    while position != latest:
        ends = rate_limited(40, position, latest)
        taken.append(sum(ends.values()) - sum(position.values()))
        position = ends
    assert taken == [39, 39, 22]


def test_a_tiny_share_is_one() -> None:
    ends = rate_limited(10, {T0: 0, T1: 0}, {T0: 1, T1: 1_000_000})
    assert ends == {T0: 1, T1: 9}


def test_a_partition_without_a_start_is_left_as_it_is() -> None:
    assert rate_limited(1, {T0: 0}, {T0: 9, T1: 5}) == {T0: 1, T1: 5}
