"""One partition's answer, handed out in batches."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.client.batch import Batch
from kafkawire.client.core.collecting import CollectOptions, Completed
from kafkawire.client.errors import CorruptRecords
from kafkawire.client.record import ConsumerRecord
from kafkawire.client.values import TopicPartition
from kafkawire.records.builder import encode_batch
from tests.client.support.answers import (
    Aborted,
    Data,
    Marker,
    Messages,
    Row,
    Written,
    data_steps,
    logs,
    written,
)
from tests.support.log.batches import make_batch

PARTITION = TopicPartition("orders", 3)


def row_of(record: ConsumerRecord) -> Row:
    return (record.offset, record.timestamp, record.key, record.value, record.headers)


def completed(data: bytes, fetch_offset: int = 0, **options: bool) -> Completed:
    return Completed(PARTITION, data, fetch_offset, options=CollectOptions(**options))


def drained(answer: Completed, max_records: int = 500) -> list[Batch]:
    batches = []
    while (batch := answer.next_batch(max_records)) is not None:
        batches.append(batch)
        assert batch.next_offset == answer.next_offset
    return batches


def rows(batches: list[Batch]) -> list[Row]:
    return [row_of(record) for batch in batches for record in batch]


def three_batches(size: int = 1) -> bytes:
    """Offsets 0 to 4, 5 to 9, 10 to 14."""
    return b"".join(make_batch(5, base_offset=base, size=size) for base in (0, 5, 10))


@pytest.mark.slow
@given(logs(), st.integers(1, 9), st.booleans(), st.data())
def test_a_reader_gets_exactly_what_counts(
    log: Written, max_records: int, committed: bool, data: st.DataObject
) -> None:
    """client N 41, 43, 44, 52, F-18, F-19, F-22; fetch F-40 to F-46."""
    start = data.draw(st.integers(0, log.end))
    answer = Completed(
        PARTITION,
        data.draw(st.sampled_from((bytes, bytearray, memoryview)))(log.data),
        start,
        aborted=log.aborted,
        options=CollectOptions(read_committed=committed),
    )

    batches = drained(answer, max_records)

    expected = log.committed if committed else log.uncommitted
    assert rows(batches) == [row for row in expected if row[0] >= start]
    assert all(0 < len(batch) <= max_records for batch in batches)
    assert answer.next_offset == max(log.end, start)
    assert answer.is_exhausted


@given(logs(), st.integers(1, 9))
def test_positions_never_go_back_and_lose_nothing(log: Written, max_records: int) -> None:
    """client F-19: reading on from any next_offset gives the rest."""
    answer = completed(log.data)
    seen: list[Row] = []
    position = 0
    while (batch := answer.next_batch(max_records)) is not None:
        seen += rows([batch])
        assert batch.next_offset > position
        position = batch.next_offset
        assert seen + rows(drained(completed(log.data, position))) == log.uncommitted


def test_a_batch_ends_behind_the_marker_that_follows_it() -> None:
    """client F-19."""
    log = written([Data([(5, None, b"v", ())] * 2, producer=1), Marker(1, is_commit=True)])
    answer = completed(log.data)

    batch = answer.next_batch(2)

    assert batch is not None
    assert (len(batch), batch.next_offset, answer.is_exhausted) == (2, 3, True)
    assert answer.next_batch(2) is None


def test_what_is_aborted_moves_the_position_and_is_never_handed_out() -> None:
    """client F-18, fetch F-43."""
    log = written([Data([(5, None, b"v", ())] * 2, producer=1), Marker(1, is_commit=False)])
    answer = Completed(
        PARTITION, log.data, 0, aborted=[Aborted(1, 0)], options=CollectOptions(read_committed=True)
    )

    assert answer.next_batch(500) is None
    assert answer.next_offset == 3


def test_records_of_another_producer_are_not_aborted() -> None:
    """fetch F-44: nor are those that are not transactional, of the same producer."""
    data = make_batch(base_offset=0, producer_id=1, transactional=False)
    data += make_batch(base_offset=1, producer_id=2, transactional=True)
    data += make_batch(base_offset=2, producer_id=1, transactional=True)
    answer = Completed(
        PARTITION, data, 0, aborted=[Aborted(1, 0)], options=CollectOptions(read_committed=True)
    )

    assert [row[0] for row in rows(drained(answer))] == [0, 1]


def test_a_flipped_byte_is_raised_after_what_was_good() -> None:
    """client N 42, F-20; fetch F-24, F-37: again and again, until the consumer seeks."""
    data = bytearray(three_batches())
    data[len(data) // 2] ^= 1
    answer = completed(bytes(data))

    batch = answer.next_batch(500)

    assert batch is not None
    assert [record.offset for record in batch] == [0, 1, 2, 3, 4]
    for _ in range(2):
        with pytest.raises(CorruptRecords) as caught:
            answer.next_batch(500)
        error = caught.value
        assert (error.partition, error.offset, error.next_offset) == (PARTITION, 5, 10)
        assert answer.next_offset == 5
    sought = completed(bytes(data[2 * len(data) // 3 :]), caught.value.next_offset)
    assert [row[0] for row in rows(drained(sought))] == [10, 11, 12, 13, 14]


def test_checksums_may_be_left_unchecked() -> None:
    """fetch F-37."""
    data = bytearray(three_batches())
    data[17] ^= 1  # the checksum itself

    assert len(rows(drained(completed(bytes(data), check_crcs=False)))) == 15
    with pytest.raises(CorruptRecords):
        completed(bytes(data)).next_batch(500)


@pytest.mark.parametrize("codec", [1, 2, 3, 4])
def test_records_that_cannot_be_inflated_are_corrupt(codec: int) -> None:
    """client F-20."""
    good = make_batch(2, base_offset=0)
    batch = bytearray(make_batch(3, base_offset=2, compression=codec, size=100))
    batch[70:] = bytes(len(batch) - 70)
    answer = completed(good + bytes(batch), check_crcs=False)

    assert len(drained_good(answer)) == 2
    for _ in range(2):
        with pytest.raises(CorruptRecords) as caught:
            answer.next_batch(500)
        assert caught.value.offset == 2


def drained_good(answer: Completed) -> Batch:
    batch = answer.next_batch(500)
    assert batch is not None
    return batch


def test_a_broken_message_is_corrupt() -> None:
    """fetch F-37: each message of magic 0 and 1 has its checksum."""
    log = written([Messages([(5, None, b"one", ()), (6, None, b"two", ())], 1)])
    data = bytearray(log.data)
    data[-1] ^= 1
    answer = completed(bytes(data))

    assert [record.value for record in drained_good(answer)] == [b"one"]
    with pytest.raises(CorruptRecords) as caught:
        answer.next_batch(500)
    assert (caught.value.offset, caught.value.next_offset) == (1, 2)


@pytest.mark.parametrize("missing", [1, 70, 100])
def test_a_cut_batch_at_the_end_is_left_for_the_next_answer(missing: int) -> None:
    data = three_batches(size=40)
    answer = completed(data[:-missing])

    assert len(rows(drained(answer))) == 10
    assert answer.next_offset == 10


def test_an_answer_without_a_whole_batch_is_no_progress() -> None:
    """fetch F.4: bytes without a complete batch fail, or the consumer would ask for ever."""
    with pytest.raises(CorruptRecords, match="no whole record batch"):
        completed(make_batch(5)[:-1]).next_batch(500)
    assert completed(b"").next_batch(500) is None


def test_a_length_that_no_batch_has_is_corrupt() -> None:
    data = bytearray(three_batches())
    third = 2 * len(data) // 3
    data[third + 8 : third + 12] = (3).to_bytes(4, "big")
    answer = completed(bytes(data))

    assert len(drained_good(answer)) == 10
    with pytest.raises(CorruptRecords, match="orders-3 offset 10"):
        answer.next_batch(500)


def test_a_count_that_the_records_belie_is_found_when_they_are_cut() -> None:
    batch = bytearray(make_batch(3))
    batch[57:61] = (1 << 30).to_bytes(4, "big")
    with pytest.raises(CorruptRecords):
        completed(bytes(batch), check_crcs=False).next_batch(500)


def test_the_epoch_is_that_of_the_last_record_batch() -> None:
    """fetch F-23."""
    data = b"".join(make_batch(2, base_offset=2 * at, leader_epoch=at + 4) for at in range(3))
    answer = completed(data)

    first = answer.next_batch(3)
    assert first is not None
    assert (first.leader_epoch, answer.leader_epoch) == (5, 5)
    assert [record.leader_epoch for record in first] == [4, 4, 5]
    second = answer.next_batch(3)
    assert second is not None
    assert (second.leader_epoch, answer.leader_epoch) == (6, 6)


def test_what_is_dropped_is_not_handed_out() -> None:
    """client F-14: a batch that was handed out stays readable."""
    answer = completed(three_batches())
    batch = answer.next_batch(3)
    answer.drop()

    assert answer.next_batch(3) is None
    assert batch is not None
    assert len(list(batch)) == 3


@given(data_steps(), st.integers(1, 5))
def test_offsets_of_a_batch_enclose_its_records(step: Data, max_records: int) -> None:
    """client B-10."""
    log = written([step], base=10)
    answer = Completed(PARTITION, log.data, 0, high_watermark=99, last_stable_offset=77)
    for batch in drained(answer, max_records):
        offsets = [record.offset for record in batch]
        assert batch.first_offset == offsets[0]
        assert batch.next_offset > offsets[-1]
        assert (batch.high_watermark, batch.last_stable_offset) == (99, 77)
        assert batch.partition == PARTITION


def test_large_record_batches_are_offered_to_a_thread() -> None:
    """client F-13."""
    noise = Random(1).randbytes(200_000)
    large = bytes(encode_batch([(5, None, noise, ())] * 2, base_offset=1, compression=1))
    data = make_batch(1) + large
    answer = completed(data)

    assert answer.inflation() is None
    small = answer.next_batch(500)
    assert small is not None
    assert len(small) == 1
    work = answer.inflation()
    assert work is not None
    work()
    assert answer.inflation() is None
    assert drained_good(answer).values() == [noise, noise]
    assert rows(drained(completed(data)))[1][3] == noise


def test_one_batch_does_not_inflate_all_of_an_answer() -> None:
    """client F-13: what is inflated at a time is bounded."""
    data = b"".join(
        make_batch(2, base_offset=2 * at, size=700_000, compression=3) for at in range(5)
    )
    assert [len(batch) for batch in drained(completed(data))] == [2, 2, 2, 2, 2]
