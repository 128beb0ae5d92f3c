"""Transactions as readers see them: the last stable offset, and lists of what was aborted."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.records.batch import iter_headers
from kafkawire.records.control import encode_end_transaction_marker
from tests.support.broker.partitions import reassign
from tests.support.requests.fetching import Fetcher, asked, base_offsets, data_of, fetch_request
from tests.support.requests.harness import Pending

COMMITTED = 1


class Writer:
    """Producers of partition 0 with their transactions; markers are written at once."""

    def __init__(self, fetcher: Fetcher) -> None:
        self.fetcher = fetcher
        self.sequences: dict[int, int] = {}
        self.open: dict[int, int] = {}
        self.aborted: list[tuple[int, int, int]] = []
        """(producer id, first offset, offset of the marker), in the order of the markers."""

    @property
    def end(self) -> int:
        return self.fetcher.partition().log_end_offset

    def write(self, producer_id: int = 7, *, count: int = 1, size: int = 10) -> None:
        """A batch within a transaction, which begins where none is open."""
        sequence = self.sequences.get(producer_id, 0)
        self.open.setdefault(producer_id, self.end)
        self.fetcher.append(
            size=size,
            count=count,
            producer_id=producer_id,
            producer_epoch=0,
            base_sequence=sequence,
            transactional=True,
        )
        self.sequences[producer_id] = sequence + count

    def finish(self, producer_id: int = 7, *, commit: bool) -> None:
        marker = encode_end_transaction_marker(
            commit=commit,
            producer_id=producer_id,
            producer_epoch=0,
            coordinator_epoch=0,
            timestamp=self.fetcher.harness.now_ms,
        )
        first = self.open.pop(producer_id)
        if not commit:
            self.aborted.append((producer_id, first, self.end))
        self.fetcher.append_trusted(marker)


@pytest.fixture
def fetcher() -> Fetcher:
    return Fetcher()


@pytest.fixture
def writer(fetcher: Fetcher) -> Writer:
    return Writer(fetcher)


def listed(data: object) -> list[tuple[int, int]]:
    return [(each.producer_id, each.first_offset) for each in data.aborted_transactions]  # type: ignore[attr-defined]


def key_of(fetcher: Fetcher, version: int) -> str | bytes:
    return fetcher.topic_id if version >= 13 else "t"


# The last stable offset


@pytest.mark.parametrize("version", range(4, 19))
def test_an_open_transaction_holds_readers_of_committed_data(
    fetcher: Fetcher, writer: Writer, version: int
) -> None:
    """fetch A-23, B-25, B-30, J 70: data below its first offset; the high watermark is told."""
    for _ in range(3):
        fetcher.append()
    writer.write()
    fetcher.append()
    key = key_of(fetcher, version)
    for isolation_level, expected in ((COMMITTED, [0, 1, 2]), (0, [0, 1, 2, 3, 4])):
        data = data_of(fetcher.fetch((key, 0), version=version, isolation_level=isolation_level))
        assert base_offsets(data.records) == expected
        assert (data.high_watermark, data.last_stable_offset) == (5, 3)


def waiting(fetcher: Fetcher, offset: int) -> Pending:
    pending = fetcher.send(("t", asked(0, offset)), isolation_level=COMMITTED)
    assert not pending.done
    return pending


def test_a_commit_lets_who_waits_read_on(fetcher: Fetcher, writer: Writer) -> None:
    """fetch B-30, B-57, D-9, J 71: the stable offset is the high watermark again."""
    writer.write(count=2)
    pending = waiting(fetcher, 0)
    writer.finish(commit=True)
    data = data_of(pending.response)
    assert (data.high_watermark, data.last_stable_offset) == (3, 3)
    assert base_offsets(data.records) == [0, 2]
    assert data.aborted_transactions == []


def test_an_abort_lets_who_waits_read_on_with_the_list(fetcher: Fetcher, writer: Writer) -> None:
    """fetch B-55, B-56, B-57, J 72: data, marker, and whose data it was."""
    fetcher.append()
    writer.write(count=2)
    pending = waiting(fetcher, 1)
    writer.finish(commit=False)
    data = data_of(pending.response)
    assert (data.high_watermark, data.last_stable_offset) == (4, 4)
    headers = [header for _, header in iter_headers(bytes(data.records))]
    assert [(header.base_offset, header.is_control) for header in headers] == [
        (1, False),
        (3, True),
    ]
    assert listed(data) == [(7, 1)]


def test_a_marker_counts_once_it_is_replicated(fetcher: Fetcher, writer: Writer) -> None:
    """fetch B-30, J 73: until then the stable offset is that of the transaction."""
    fetcher.append()
    writer.write()
    fetcher.hold_back()
    writer.finish(commit=False)
    data = data_of(fetcher.fetch(("t", 0), isolation_level=COMMITTED))
    assert (data.high_watermark, data.last_stable_offset) == (2, 1)
    assert base_offsets(data.records) == [0]
    fetcher.catch_up()
    data = data_of(fetcher.fetch(("t", 0), isolation_level=COMMITTED))
    assert (data.high_watermark, data.last_stable_offset) == (3, 3)
    assert listed(data) == [(7, 1)]


def test_the_stable_offset_is_never_below_the_log_start(fetcher: Fetcher, writer: Writer) -> None:
    """fetch B-30: records of an open transaction may be deleted."""
    writer.write()
    fetcher.append()
    fetcher.append()
    fetcher.delete_records(2)
    data = data_of(fetcher.fetch(("t", asked(0, 2)), isolation_level=COMMITTED))
    assert (data.log_start_offset, data.last_stable_offset, data.high_watermark) == (2, 2, 3)


# The list of aborted transactions


@pytest.mark.parametrize("version", range(4, 19))
def test_a_list_or_none_as_kafka_has_it(fetcher: Fetcher, writer: Writer, version: int) -> None:
    """fetch A-18, B-10, B-57, C-8, J 74: a list for who reads committed data, empty at the bound
    and without allowance; null for an error of the read and a batch that did not fit; empty for
    refusals, whatever the isolation.
    """
    writer.write()
    writer.finish(commit=False)
    fetcher.append(size=500)
    key = key_of(fetcher, version)
    fetcher.append(1)
    emptied = ((key, asked(1)), (key, asked(0, 2, max_bytes=100)))
    cases = {
        "data": ((key, asked(0, 0)),),
        "at the bound": ((key, asked(0, 3)),),
        "no allowance": ((key, asked(1)), (key, asked(0, 2, max_bytes=0))),
        "emptied": emptied,
        "out of range": ((key, asked(0, 99)),),
        "refused": ((key, asked(9)),),
    }
    expected: dict[str, tuple[Any, Any]] = {
        "data": ([(7, 0)], None),
        "at the bound": ([], None),
        "no allowance": ([], None),
        "emptied": (None, None),
        "out of range": (None, None),
        "refused": ([], []),
    }
    found = {}
    for name, wanted in cases.items():
        last = wanted[-1][1].partition
        both = []
        for isolation_level in (COMMITTED, 0):
            response = fetcher.fetch(*wanted, version=version, isolation_level=isolation_level)
            data = data_of(response, last)
            both.append(None if data.aborted_transactions is None else listed(data))
        found[name] = tuple(both)
    assert found == expected


def test_completion_not_beginning_gives_the_order(fetcher: Fetcher, writer: Writer) -> None:
    """fetch B-55: a producer may be there several times."""
    writer.write(1)
    writer.write(2)
    writer.finish(2, commit=False)
    writer.write(2)
    writer.finish(1, commit=False)
    writer.finish(2, commit=False)
    data = data_of(fetcher.fetch(("t", 0), isolation_level=COMMITTED))
    assert listed(data) == [(2, 1), (1, 0), (2, 3)]


def test_the_list_may_reach_beyond_the_data(fetcher: Fetcher, writer: Writer) -> None:
    """fetch B-53, B-54, J 75: up to the next entry of the sparse index, here the log end; with
    an entry for every batch exactly what is needed.
    """

    def told(**configs: Any) -> list[tuple[int, int]]:
        writer = Writer(Fetcher())
        writer.fetcher.configure(**configs)
        for producer_id in (1, 2, 3):
            writer.write(producer_id)
            writer.finish(producer_id, commit=False)
        one_batch = ("t", asked(0, max_bytes=1))
        data = data_of(writer.fetcher.fetch(one_batch, isolation_level=COMMITTED))
        assert base_offsets(data.records) == [0]
        return listed(data)

    assert told() == [(1, 0), (2, 2), (3, 4)]
    assert told(index_interval_bytes="0") == [(1, 0)]


def test_the_list_ends_with_the_segment(fetcher: Fetcher, writer: Writer) -> None:
    """fetch B-53: where the index has no entry behind what was read, but a segment follows."""
    fetcher.configure(segment_bytes="200")
    for producer_id in (1, 2, 3):
        writer.write(producer_id)
        writer.finish(producer_id, commit=False)
    assert [segment.base_offset for segment in fetcher.partition().log.segments] == [0, 2, 4]
    found = [
        listed(data_of(fetcher.fetch(("t", asked(0, offset)), isolation_level=COMMITTED)))
        for offset in range(6)
    ]
    assert found == [[(1, 0)], [(1, 0)], [(2, 2)], [(2, 2)], [(3, 4)], [(3, 4)]]


def test_a_gap_up_to_the_end_of_the_log(fetcher: Fetcher) -> None:
    """fetch A-18, B-27: nothing to read below the bound is no error; its list is null."""
    fetcher.append()
    log = fetcher.partition().log
    log.log_end_offset = 9
    log.move_high_watermark(9)
    for offset in (1, 5, 8, 9):
        data = data_of(fetcher.fetch(("t", asked(0, offset)), isolation_level=COMMITTED))
        assert (data.error_code, data.records, data.high_watermark) == (0, b"", 9)
        assert data.aborted_transactions == (None if offset < 9 else [])


@pytest.mark.parametrize("version", range(4, 19))
def test_followers_are_told_of_the_stable_offset_too(
    fetcher: Fetcher, writer: Writer, version: int
) -> None:
    """fetch A-18, A-23: whatever isolation they ask for, which they do not get."""
    reassign(fetcher.partition(), replicas=(1, 5))
    fetcher.append()
    writer.write()
    request = fetch_request((key_of(fetcher, version), 0), isolation_level=COMMITTED)
    if version >= 15:
        request.replica_state = FetchRequest.ReplicaState(replica_id=5)
    else:
        request.replica_id = 5
    data = data_of(fetcher.client.request(request, version))
    assert data.last_stable_offset == 1
    assert base_offsets(data.records) == [0, 1]
    assert data.aborted_transactions is None


@given(st.integers(0, 2**32), st.sampled_from(["0", "200", "4096"]))
def test_no_aborted_transaction_is_ever_missing(seed: int, interval: str) -> None:
    """fetch B-53, B-54, B-55, J 75: of those that overlap what was returned; none is invented,
    none ends before the fetch offset, and their order is that of the markers.
    """
    random = Random(seed)
    writer = Writer(Fetcher(1))
    writer.fetcher.configure(index_interval_bytes=interval, segment_bytes="900")
    for _ in range(random.randrange(40)):
        producer_id = random.choice([1, 2, 3, 4])
        if producer_id in writer.open and random.random() < 0.4:
            writer.finish(producer_id, commit=random.random() < 0.3)
        elif random.random() < 0.2:
            writer.fetcher.append(size=random.randrange(200))
        else:
            writer.write(producer_id, count=random.randrange(1, 4), size=random.randrange(90))
    for offset in range(writer.end):
        wanted = ("t", asked(0, offset, max_bytes=random.choice([1, 150, 400, 10_000])))
        data = data_of(writer.fetcher.fetch(wanted, isolation_level=COMMITTED))
        headers = [header for _, header in iter_headers(bytes(data.records))]
        if not headers:
            continue
        found, end = listed(data), headers[-1].next_offset
        overlapping = [each for each in writer.aborted if each[1] < end and each[2] >= offset]
        known = [(each[0], each[1]) for each in writer.aborted if each[2] >= offset]
        assert {(producer_id, first) for producer_id, first, _ in overlapping} <= set(found)
        assert found == [pair for pair in known if pair in found]
