"""How many bytes each partition gets, at every version that sends what is stored."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.records.batch import iter_headers
from tests.support.requests.fetching import (
    MAX32,
    Fetcher,
    asked,
    base_offsets,
    data_of,
    entries,
    sizes,
)

BATCHES_V2 = range(4, 19)
"""The versions that get batches as they are stored."""


@pytest.fixture
def fetcher() -> Fetcher:
    return Fetcher()


def key_of(fetcher: Fetcher, version: int) -> str | bytes:
    return fetcher.topic_id if version >= 13 else "t"


@pytest.mark.parametrize("version", BATCHES_V2)
@pytest.mark.parametrize(
    ("limit", "expected"),
    [(190, [190, 190, 190, 190, 0, 0]), (250, [250, 250, 250, 0, 0, 0]), (95, [95] * 6)],
)
def test_a_budget_of_800_bytes(version: int, limit: int, expected: list[int]) -> None:
    """fetch C-1, C-2, C-3, C-4, C-12, C-14, J 92: each takes the least of its limit and the rest;
    all are listed, in the order of the request.
    """
    fetcher = Fetcher(6)
    for index in range(6):
        for _ in range(9):
            assert fetcher.append(index, size=27) == 95
    wanted = [(key_of(fetcher, version), asked(index, max_bytes=limit)) for index in range(6)]
    response = fetcher.fetch(*wanted, version=version, max_bytes=800)
    assert list(sizes(response).items()) == list(enumerate(expected))


def test_versions_without_a_limit_of_the_whole_have_none(fetcher: Fetcher) -> None:
    """fetch A-8, C-2: before v3 only the limits of partitions and of the broker count."""
    for index in range(3):
        fetcher.append(index)
    for version in (0, 1, 2):
        response = fetcher.fetch(*[("t", index) for index in range(3)], version=version)
        assert all(sizes(response).values())


@pytest.mark.parametrize("version", BATCHES_V2)
def test_a_large_batch_comes_whole_only_as_the_first(fetcher: Fetcher, version: int) -> None:
    """fetch C-5, C-15, J 93: whatever the limits of partition, request and broker."""
    key = key_of(fetcher, version)
    large = fetcher.append(0, size=1_000)
    small = fetcher.append(1, size=10)
    first = [(key, asked(0, max_bytes=100)), (key, asked(1, max_bytes=100))]
    assert sizes(fetcher.fetch(*first, version=version, max_bytes=5_000)) == {0: large, 1: small}
    assert sizes(fetcher.fetch(*first, version=version, max_bytes=500)) == {0: large, 1: 0}
    later = first[::-1]
    assert sizes(fetcher.fetch(*later, version=version, max_bytes=5_000)) == {1: small, 0: 0}


@pytest.mark.parametrize("version", BATCHES_V2)
def test_neither_nothing_nor_an_error_uses_up_the_exception(fetcher: Fetcher, version: int) -> None:
    """fetch C-6, J 96: the first partition with bytes does."""
    key = key_of(fetcher, version)
    large = fetcher.append(2, size=1_000)
    wanted = [(key, 0), (key, asked(1, 99)), (key, asked(2, max_bytes=10))]
    response = fetcher.fetch(*wanted, version=version, max_bytes=20)
    assert entries(response) == [(key, 0, 0), (key, 1, 1), (key, 2, 0)]
    assert sizes(response) == {0: 0, 1: 0, 2: large}


@pytest.mark.parametrize("version", BATCHES_V2)
@pytest.mark.parametrize("max_bytes", [0, -1, -2_147_483_648])
def test_no_room_at_all(fetcher: Fetcher, version: int, max_bytes: int) -> None:
    """fetch C-11, J 95: one batch at once; the minimum is clamped with the limit."""
    key = key_of(fetcher, version)
    size = fetcher.append(1)
    fetcher.append(1)
    fetcher.append(2)
    pending = fetcher.send(
        *[(key, index) for index in range(3)],
        version=version,
        max_bytes=max_bytes,
        min_bytes=100_000,
    )
    assert sizes(pending.response) == {0: 0, 1: size, 2: 0}


@pytest.mark.parametrize("version", BATCHES_V2)
def test_limits_of_a_partition_that_are_none(fetcher: Fetcher, version: int) -> None:
    """fetch C-10, A-13, J 97: a negative one fails that partition at once, 0 gives nothing but
    the first batch of all.
    """
    key = key_of(fetcher, version)
    size = fetcher.append(0)
    fetcher.append(0)
    fetcher.append(1)
    response = fetcher.send(
        (key, asked(0, max_bytes=-1)), (key, 2), version=version, min_bytes=1_000
    ).response
    assert entries(response) == [(key, 0, -1), (key, 2, 0)]
    assert response.responses[0].partitions[0].high_watermark == -1
    nothing = [(key, asked(index, max_bytes=0)) for index in (0, 1)]
    assert sizes(fetcher.fetch(*nothing, version=version)) == {0: size, 1: 0}


@pytest.mark.parametrize("max_bytes", [-1, -5])
def test_a_negative_limit_of_the_whole_in_a_session(fetcher: Fetcher, max_bytes: int) -> None:
    """fetch C-11: the first of the order spends it, though it has nothing to tell."""
    session = fetcher.open(("t", 0), ("t", 1))
    assert entries(session.fetch()) == []
    size = fetcher.append(1)
    assert sizes(session.fetch(max_bytes=max_bytes)) == {1: size}
    fetcher.append(0)
    response = session.fetch(max_bytes=max_bytes)
    assert entries(response) == [("t", 0, -1), ("t", 1, 0)]


def test_a_negative_limit_stays_with_its_session(fetcher: Fetcher) -> None:
    """fetch C-10: and fails each time, until the client says better."""
    fetcher.append()
    session = fetcher.open(("t", asked(0, max_bytes=-1)), ("t", 1))
    for _ in range(2):
        assert entries(session.fetch()) == [("t", 0, -1)]
    assert sizes(session.fetch(("t", asked(0)))) == {0: 78}


@pytest.mark.parametrize("version", BATCHES_V2)
def test_the_brokers_own_limit(version: int) -> None:
    """fetch B-12, C-13, J 94: 1024 bytes; the minimum is clamped to it."""
    fetcher = Fetcher(fetch_max_bytes="1024")
    key = key_of(fetcher, version)
    batches = [fetcher.append(size=size) for size in (1, 500, 1040, 500, 50)]
    assert batches == [69, 570, 1110, 570, 118]
    found = [
        sizes(fetcher.fetch((key, asked(0, offset, max_bytes=MAX32)), version=version))[0]
        for offset in range(5)
    ]
    assert found == [1024, 1024, 1110, 688, 118]
    at_once = fetcher.send((key, 0), version=version, min_bytes=100_000)
    assert sizes(at_once.response) == {0: 1024}
    fetcher.append(1)
    behind = fetcher.fetch((key, asked(0, 2)), (key, 1), version=version)
    assert sizes(behind) == {0: 1110, 1: 0}


@pytest.mark.parametrize("version", BATCHES_V2)
def test_the_end_of_a_segment_is_the_end_of_a_read(fetcher: Fetcher, version: int) -> None:
    """fetch C-9, J 98: whatever room there is."""
    key = key_of(fetcher, version)
    fetcher.configure(segment_bytes="200")
    for _ in range(5):
        fetcher.append(size=20)
    segments = [segment.base_offset for segment in fetcher.partition().log.segments]
    assert segments == [0, 2, 4]
    found = [
        base_offsets(data_of(fetcher.fetch((key, asked(0, offset)), version=version)).records)
        for offset in range(5)
    ]
    assert found == [[0, 1], [1], [2, 3], [3], [4]]


def test_a_batch_that_does_not_fit_counts_nothing(fetcher: Fetcher) -> None:
    """fetch C-7, D-8: nothing against the budget; toward the minimum its limit counts all the same,
    since who looks whether it has to wait compares places.
    """
    fetcher.append(0, size=10)
    fetcher.append(1, size=500)
    fetcher.append(2, size=10)
    wanted = [("t", asked(index, max_bytes=100)) for index in range(3)]
    assert sizes(fetcher.fetch(*wanted, max_bytes=160)) == {0: 78, 1: 0, 2: 78}
    assert fetcher.send(*wanted, min_bytes=78 + 100 + 78).done
    assert not fetcher.send(*wanted, min_bytes=78 + 100 + 78 + 1).done


def test_bytes_that_the_client_will_skip_count(fetcher: Fetcher) -> None:
    """fetch D-3: the batch that holds the offset from its beginning, and a tail that is cut."""
    size = fetcher.append(count=10, size=30)
    assert fetcher.send(("t", asked(0, 9)), min_bytes=size).done
    fetcher.append(size=1_000)
    cut = ("t", asked(0, 9, max_bytes=size + 100))
    assert fetcher.send(cut, min_bytes=size + 100).done
    assert not fetcher.send(cut, min_bytes=size + 101).done


def test_a_gap_at_the_end_of_a_segment_is_served_by_the_next(fetcher: Fetcher) -> None:
    """fetch B-27, J 66, 67: as compaction leaves them behind."""
    log = fetcher.partition().log
    fetcher.configure(segment_bytes="200")
    for offset in (0, 4, 9, 12):
        log.log_end_offset = offset
        fetcher.append(size=20)
    assert [segment.base_offset for segment in log.segments] == [0, 9]
    found = {
        offset: base_offsets(data_of(fetcher.fetch(("t", asked(0, offset)))).records)
        for offset in range(13)
    }
    assert found[0] == [0, 4]
    assert [found[offset] for offset in (1, 2, 3, 4)] == [[4]] * 4
    assert [found[offset] for offset in (5, 6, 7, 8, 9)] == [[9, 12]] * 5
    assert [found[offset] for offset in (10, 11, 12)] == [[12]] * 3


def test_deleted_records_and_the_batch_that_holds_the_start(fetcher: Fetcher) -> None:
    """fetch B-22, B-26, J 68: below the start is out of range; the whole batch at it is not."""
    fetcher.append(count=4)
    fetcher.append(count=4)
    fetcher.delete_records(5)
    assert entries(fetcher.fetch(("t", asked(0, 4)))) == [("t", 0, 1)]
    data = data_of(fetcher.fetch(("t", asked(0, 5))))
    assert (data.error_code, data.log_start_offset) == (0, 5)
    assert base_offsets(data.records) == [4]


# Reading on


def consumed(
    fetcher: Fetcher, partitions: int, *, partition_max_bytes: int, max_bytes: int, count: int
) -> list[list[int]]:
    """What a consumer with these limits reads, batch by batch, until it has `count` of them."""
    offsets = [0] * partitions
    found: list[list[int]] = [[] for _ in range(partitions)]
    session = fetcher.open(
        *[("t", asked(index, max_bytes=partition_max_bytes)) for index in range(partitions)],
        max_bytes=0,
        isolation_level=1,
    )
    for _ in range(4 * count):
        if sum(map(len, found)) == count:
            break
        wanted = [
            ("t", asked(index, offset, max_bytes=partition_max_bytes))
            for index, offset in enumerate(offsets)
        ]
        response = session.fetch(*wanted, max_bytes=max_bytes, isolation_level=1)
        for topic in response.responses:
            for data in topic.partitions:
                for _, header in iter_headers(bytes(data.records or b"")):
                    found[data.partition_index].append(header.base_offset)
                    offsets[data.partition_index] = header.next_offset
    return found


def test_tiny_limits_over_many_partitions_read_everything() -> None:
    """fetch C-18, E-29, J 100: 500 bytes a partition, 100 in all, over 30 partitions."""
    fetcher = Fetcher(30)
    for offset in range(5):
        for index in range(30):
            fetcher.append(index, size=10 + 40 * offset)
    found = consumed(fetcher, 30, partition_max_bytes=500, max_bytes=100, count=150)
    assert found == [[0, 1, 2, 3, 4]] * 30


def test_a_large_record_is_withheld_and_then_comes_alone(fetcher: Fetcher) -> None:
    """fetch C-4, C-5, J 101: behind a small one it is cut, at the front it is whole."""
    small, large = fetcher.append(size=10), fetcher.append(size=5_000)
    fetcher.append(size=10)
    limit = 1_000
    first = data_of(fetcher.fetch(("t", asked(0, 0, max_bytes=limit))))
    assert (base_offsets(first.records), len(first.records)) == ([0], limit)
    second = data_of(fetcher.fetch(("t", asked(0, 1, max_bytes=limit))))
    assert (base_offsets(second.records), len(second.records)) == ([1], large)
    third = data_of(fetcher.fetch(("t", asked(0, 2, max_bytes=limit))))
    assert (base_offsets(third.records), len(third.records)) == ([2], small)


@given(
    st.lists(st.integers(1, 600), min_size=1, max_size=12),
    st.integers(0, 700),
    st.integers(0, 2_000),
)
def test_every_batch_is_read_sooner_or_later(
    values: list[int], partition_max_bytes: int, max_bytes: int
) -> None:
    """fetch C-5, C-18: whatever sizes and limits."""
    fetcher = Fetcher(3)
    for at, size in enumerate(values):
        fetcher.append(at % 3, size=size)
    found = consumed(
        fetcher,
        3,
        partition_max_bytes=partition_max_bytes,
        max_bytes=max_bytes,
        count=len(values),
    )
    assert found == [list(range(len(values[index::3]))) for index in range(3)]
