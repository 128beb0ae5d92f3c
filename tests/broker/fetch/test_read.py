"""The read stage: the order of checks, offsets, sizes."""

from __future__ import annotations

from typing import Any, NoReturn

import pytest

from kafkawire.log.partition_log import PartitionLog
from kafkawire.records.control import encode_end_transaction_marker
from kafkawire.records.errors import CorruptRecord
from tests.support.broker.partitions import reassign
from tests.support.requests.fetching import (
    MAX32,
    Fetcher,
    asked,
    base_offsets,
    data_of,
    entries,
    sizes,
)

ERROR_1, ERROR_6, ERROR_74, ERROR_75, ERROR_103 = 1, 6, 74, 75, 103


@pytest.fixture
def fetcher() -> Fetcher:
    return Fetcher()


def error(fetcher: Fetcher, partition: object, **fields: Any) -> int:
    code: int = data_of(fetcher.fetch(("t", partition), **fields)).error_code
    return code


# Checks


def test_a_leader_epoch_is_compared_before_anything_else_of_the_partition(
    fetcher: Fetcher,
) -> None:
    """fetch B-17: given and lower is 74, higher 75, equal or not given passes."""
    fetcher.elect()
    beyond = 99
    assert error(fetcher, asked(0, beyond, current_leader_epoch=0)) == ERROR_74
    assert error(fetcher, asked(0, beyond, current_leader_epoch=2)) == ERROR_75
    assert error(fetcher, asked(0, 0, current_leader_epoch=1)) == 0
    assert error(fetcher, asked(0, 0, current_leader_epoch=-1)) == 0
    assert error(fetcher, asked(0, 0, current_leader_epoch=-7)) == 0


def test_old_consumers_read_from_leaders_only(fetcher: Fetcher) -> None:
    """fetch B-13, B-18: v10 gets 6 from a follower, v11 data; an old epoch is 74, not 6."""
    fetcher.append()
    fetcher.elect(leader_id=2)
    assert error(fetcher, asked(0), version=10) == ERROR_6
    assert error(fetcher, asked(0, current_leader_epoch=0), version=10) == ERROR_74
    response = fetcher.fetch(("t", asked(0)), version=11)
    assert base_offsets(data_of(response).records) == [0]


def test_a_follower_must_be_a_remote_replica(fetcher: Fetcher) -> None:
    """fetch B-19: 75 if it gave an epoch, else 6; the leader's own id is no remote replica."""
    for replica_id in (1, 5):
        assert error(fetcher, asked(0), replica_id=replica_id) == ERROR_6
        with_epoch = asked(0, current_leader_epoch=0)
        assert error(fetcher, with_epoch, replica_id=replica_id) == ERROR_75
    reassign(fetcher.partition(), replicas=(1, 5))
    assert error(fetcher, asked(0), replica_id=5) == 0
    assert error(fetcher, asked(0), replica_id=1) == ERROR_6


def test_a_follower_reads_to_the_log_end(fetcher: Fetcher) -> None:
    """fetch B-13, B-29: past the high watermark, which a consumer does not."""
    reassign(fetcher.partition(), replicas=(1, 5))
    fetcher.append()
    fetcher.hold_back()
    fetcher.append()
    for replica_id, expected in ((5, [0, 1]), (-3, [0, 1]), (-1, [0]), (-2, [0])):
        data = data_of(fetcher.fetch(("t", 0), replica_id=replica_id))
        assert base_offsets(data.records) == expected
        assert data.high_watermark == 1


@pytest.mark.parametrize(
    ("offset", "code"), [(-1, 1), (0, 1), (1, 1), (2, 0), (4, 0), (5, 0), (6, 1)]
)
def test_an_offset_is_out_of_range_outside_of_the_log(
    fetcher: Fetcher, offset: int, code: int
) -> None:
    """fetch B-22, B-24, B-28, J 62, 63: log start 2, high watermark 4, log end 5; the bound does
    not matter.
    """
    for _ in range(4):
        fetcher.append()
    fetcher.delete_records(2)
    fetcher.hold_back()
    fetcher.append()
    data = data_of(fetcher.fetch(("t", asked(0, offset))))
    assert data.error_code == code
    expected = (4, 4, 2) if code == 0 else (-1, -1, -1)
    assert (data.high_watermark, data.last_stable_offset, data.log_start_offset) == expected
    assert bool(data.records) == (2 <= offset < 4)


def test_a_read_begins_with_the_batch_that_holds_the_offset(fetcher: Fetcher) -> None:
    """fetch B-26, J 65: whole batches, never trimmed at the front."""
    fetcher.append(count=3)
    fetcher.append(count=2)
    assert base_offsets(data_of(fetcher.fetch(("t", asked(0, 2)))).records) == [0, 3]
    assert base_offsets(data_of(fetcher.fetch(("t", asked(0, 4)))).records) == [3]


def test_an_error_has_no_offsets_and_no_records(fetcher: Fetcher) -> None:
    """fetch A-17, A-18, A-19, B-24, J 48, 63: length zero, never null; the aborted list is null."""
    for version in (4, 7, 12, 18):
        topic = fetcher.topic_id if version >= 13 else "t"
        response = fetcher.fetch((topic, asked(0, 9)), version=version, isolation_level=1)
        data = data_of(response)
        assert (data.error_code, data.high_watermark, data.last_stable_offset) == (1, -1, -1)
        assert data.log_start_offset == -1
        assert data.records == b""
        assert data.aborted_transactions is None
        assert data.preferred_read_replica == -1


def test_bytes_that_are_no_batch_are_told_of_their_partition_alone(
    fetcher: Fetcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    """fetch B-32: code 2 where the file of a segment is damaged, and the read counts as failed."""
    fetcher.append()

    def damaged(*_: object, **__: object) -> NoReturn:
        raise CorruptRecord("a batch at byte 0 cannot have -1 bytes")

    monkeypatch.setattr(PartitionLog, "read", damaged)
    data = data_of(fetcher.fetch(("t", 0)))
    assert (data.error_code, data.high_watermark, data.records) == (2, -1, b"")
    assert fetcher.broker.replicas.topic_stats.of("t").failed_fetches > 0


def test_the_last_stable_offset_is_told_whoever_asks(fetcher: Fetcher) -> None:
    """fetch A-23, B-30."""
    fetcher.append()
    open_transaction(fetcher)
    for isolation_level in (0, 1):
        data = data_of(fetcher.fetch(("t", 0), isolation_level=isolation_level))
        assert (data.high_watermark, data.last_stable_offset) == (2, 1)


# Diverging epochs


def an_old_history(fetcher: Fetcher) -> None:
    """Epochs 0@0, 2@3, log end 5."""
    fetcher.append(count=3)
    fetcher.elect()
    fetcher.elect()
    fetcher.append(count=2)


@pytest.mark.parametrize(
    ("epoch", "offset", "expected"),
    [
        (0, 3, "ok"),
        (0, 0, "ok"),
        (2, 5, "ok"),
        (0, 4, (0, 3)),
        (1, 3, (0, 3)),
        (1, 4, (0, 3)),
        (2, 6, (2, 5)),
        (3, 5, "out of range"),
        (-1, 5, "ok"),
        (-1, 6, "out of range"),
    ],
)
def test_a_fetched_epoch_is_held_against_the_log(
    fetcher: Fetcher, epoch: int, offset: int, expected: object
) -> None:
    """fetch B-33 to B-39, J 82, 83: for a plain consumer too; nothing was written in epoch 1."""
    an_old_history(fetcher)
    response = fetcher.fetch(("t", asked(0, offset, last_fetched_epoch=epoch)))
    data = data_of(response)
    found = (data.diverging_epoch.epoch, data.diverging_epoch.end_offset)
    if expected == "ok":
        assert (data.error_code, found) == (0, (-1, -1))
        assert bool(data.records) == (offset < 5)
    elif expected == "out of range":
        assert (data.error_code, data.high_watermark) == (1, -1)
    else:
        assert (data.error_code, data.high_watermark, data.records) == (0, 5, b"")
        assert found == expected
        assert data.aborted_transactions is None


def test_the_log_start_beats_divergence(fetcher: Fetcher) -> None:
    """fetch B-35, B-38, J 78: log start moved to 4: (0,3) is out of range, (0,4) is not, and
    (0,5) diverges.
    """
    an_old_history(fetcher)
    fetcher.delete_records(4)
    assert error(fetcher, asked(0, 3, last_fetched_epoch=0)) == 1
    assert error(fetcher, asked(0, 4, last_fetched_epoch=0)) == 0
    data = data_of(fetcher.fetch(("t", asked(0, 5, last_fetched_epoch=0))))
    assert (data.diverging_epoch.epoch, data.diverging_epoch.end_offset) == (0, 4)


def test_beyond_an_empty_log_diverges(fetcher: Fetcher) -> None:
    """fetch B-37: offset 5 of an empty log is {0, 0}, not error 1."""
    data = data_of(fetcher.fetch(("t", asked(0, 5, last_fetched_epoch=0))))
    assert (data.error_code, data.diverging_epoch.epoch, data.diverging_epoch.end_offset) == (
        0,
        0,
        0,
    )


# Aborted transactions


def open_transaction(fetcher: Fetcher, index: int = 0) -> None:
    fetcher.append(index, producer_id=7, producer_epoch=0, base_sequence=0, transactional=True)


def abort(fetcher: Fetcher, index: int = 0) -> None:
    marker = encode_end_transaction_marker(
        commit=False,
        producer_id=7,
        producer_epoch=0,
        coordinator_epoch=0,
        timestamp=fetcher.harness.now_ms,
    )
    fetcher.append_trusted(marker, index)


def test_aborted_transactions_are_listed_to_who_reads_committed(fetcher: Fetcher) -> None:
    """fetch B-53, B-55, B-56: the data is delivered, the list says what to skip."""
    fetcher.append()
    open_transaction(fetcher)
    abort(fetcher)
    committed = data_of(fetcher.fetch(("t", 0), isolation_level=1))
    listed = [(each.producer_id, each.first_offset) for each in committed.aborted_transactions]
    assert listed == [(7, 1)]
    uncommitted = data_of(fetcher.fetch(("t", 0)))
    assert uncommitted.aborted_transactions is None
    assert uncommitted.records == committed.records


def test_an_aborted_list_is_null_or_empty_as_kafka_has_it(fetcher: Fetcher) -> None:
    """fetch A-18, B-57, C-8: empty beyond the bound and without allowance, null if emptied."""
    fetcher.append()
    fetcher.append(size=500)
    fetcher.append(1)

    def listed(*wanted: object, **fields: Any) -> list[object]:
        response = fetcher.fetch(*wanted, isolation_level=1, **fields)
        (topic,) = response.responses
        return [data.aborted_transactions for data in topic.partitions]

    assert listed(("t", asked(0, 2))) == [[]], "at the bound"
    assert listed(("t", 1), ("t", asked(0, max_bytes=0))) == [[], []], "no allowance"
    assert listed(("t", 1), ("t", asked(0, 1, max_bytes=70))) == [[], None], "emptied"


# Sizes


def test_one_budget_serves_the_partitions_in_order() -> None:
    """fetch C-2, C-14, J 92: 190 of 800 bytes each, until the fifth would not get a whole batch."""
    fetcher = Fetcher(6)
    for index in range(6):
        for _ in range(9):
            fetcher.append(index, size=27)
    wanted = [("t", asked(index, max_bytes=190)) for index in range(6)]
    response = fetcher.fetch(*wanted, max_bytes=800)
    assert list(sizes(response).items()) == [(0, 190), (1, 190), (2, 190), (3, 190), (4, 0), (5, 0)]
    wanted = [("t", asked(index, max_bytes=250)) for index in range(6)]
    response = fetcher.fetch(*wanted, max_bytes=800)
    assert list(sizes(response).values()) == [250, 250, 250, 0, 0, 0]


def test_the_first_batch_may_exceed_every_limit(fetcher: Fetcher) -> None:
    """fetch C-5, C-15, J 93: but only as the first data of the whole answer."""
    large = fetcher.append(0, size=1_000)
    small = fetcher.append(1, size=10)
    large_first = [("t", asked(0, max_bytes=100)), ("t", asked(1, max_bytes=100))]
    assert sizes(fetcher.fetch(*large_first, max_bytes=5_000)) == {0: large, 1: small}
    assert sizes(fetcher.fetch(*large_first, max_bytes=500)) == {0: large, 1: 0}
    assert sizes(fetcher.fetch(*large_first[::-1], max_bytes=5_000)) == {1: small, 0: 0}


def test_empty_partitions_and_errors_leave_the_exception_to_others(fetcher: Fetcher) -> None:
    """fetch C-6, J 96."""
    large = fetcher.append(2, size=1_000)
    wanted = [("t", 0), ("t", asked(1, 99)), ("t", asked(2, max_bytes=10))]
    assert sizes(fetcher.fetch(*wanted)) == {0: 0, 1: 0, 2: large}


def test_a_slice_ends_where_the_limit_is(fetcher: Fetcher) -> None:
    """fetch C-4: inside a batch."""
    size = fetcher.append()
    fetcher.append()
    response = fetcher.fetch(("t", asked(0, max_bytes=size + 5)))
    assert sizes(response) == {0: size + 5}


def test_no_bytes_at_all_still_give_one_batch(fetcher: Fetcher) -> None:
    """fetch C-11, J 95: and at once, as the minimum is clamped too."""
    size = fetcher.append()
    fetcher.append()
    fetcher.append(1)
    response = fetcher.fetch(("t", 0), ("t", 1), max_bytes=0, max_wait_ms=1_000, min_bytes=10_000)
    assert sizes(response) == {0: size, 1: 0}


def test_a_negative_limit_fails_the_first_partition_if_it_has_data(fetcher: Fetcher) -> None:
    """fetch C-11, as seen on 4.4.0: for those behind it the limit is 0."""
    size = fetcher.append(1)
    fetcher.append(2)
    first_empty = fetcher.fetch(("t", 0), ("t", 1), ("t", 2), max_bytes=-5, max_wait_ms=1_000)
    assert sizes(first_empty) == {0: 0, 1: size, 2: 0}
    first_full = fetcher.fetch(("t", 1), ("t", 2), max_bytes=-5)
    assert entries(first_full) == [("t", 1, -1), ("t", 2, 0)]
    assert sizes(first_full) == {1: 0, 2: size}


def test_a_negative_partition_limit_fails_that_partition(fetcher: Fetcher) -> None:
    """fetch C-10, A-13, J 97: with -1, at once; where there is nothing to read nobody notices (seen
    on 4.4.0).
    """
    fetcher.append(0)
    response = fetcher.fetch(("t", asked(0, max_bytes=-1)), ("t", 1), max_wait_ms=1_000)
    assert entries(response) == [("t", 0, -1), ("t", 1, 0)]
    assert not fetcher.send(("t", asked(1, max_bytes=-1))).done


def test_the_broker_caps_a_response() -> None:
    """fetch C-13, J 94: cap 1024, batches of 69, 570, 1110, 570 and 118 bytes."""
    fetcher = Fetcher(fetch_max_bytes="1024")
    batches = [fetcher.append(size=size) for size in (1, 500, 1040, 500, 50)]
    assert batches == [69, 570, 1110, 570, 118]
    for offset, expected in enumerate((1024, 1024, 1110, 688)):
        one = asked(0, offset, max_bytes=MAX32)
        assert sizes(fetcher.fetch(("t", one))) == {0: expected}
    at_once = fetcher.fetch(("t", 0), min_bytes=100_000, max_wait_ms=1_000)
    assert sizes(at_once) == {0: 1024}


def test_bytes_come_from_one_segment(fetcher: Fetcher) -> None:
    """fetch C-9, J 98: near a segment's end a fetch is short though more is stored."""
    fetcher.configure(segment_bytes="200")
    fetcher.append(size=50)
    fetcher.append(size=50)
    fetcher.append(size=50)
    assert base_offsets(data_of(fetcher.fetch(("t", 0))).records) == [0]
    assert base_offsets(data_of(fetcher.fetch(("t", asked(0, 1)))).records) == [1]


def test_bytes_end_at_the_bound(fetcher: Fetcher) -> None:
    """fetch B-25: no batch at or beyond the last stable offset for who reads committed."""
    fetcher.append()
    open_transaction(fetcher)
    fetcher.append()
    assert base_offsets(data_of(fetcher.fetch(("t", 0), isolation_level=1)).records) == [0]
    assert base_offsets(data_of(fetcher.fetch(("t", 0))).records) == [0, 1, 2]
