"""Produce over random histories, beside the plainest account of what must come of them."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kafkawire.records.record import decode_records
from tests.support.log.batches import NOW_MS, headers_of, make_batch
from tests.support.requests.produce import Producer, with_crc

SEQUENCES = 2**31
WINDOW = 5
NAMES_LAST = 12
ILLEGAL_CODES = {46, 59}
"""DUPLICATE_SEQUENCE_NUMBER and UNKNOWN_PRODUCER_ID, of brokers long gone."""


# Good and bad batches together in one request


def spoiled(kind: str, count: int, codec: int) -> bytes:
    """A batch with one defect, or none."""
    late = NOW_MS + 3_600_001
    times = [NOW_MS] * (count - 1) + [late if kind == "late" else NOW_MS]
    batch = make_batch(count, timestamps=times, compression=codec)
    if kind == "crc":
        return batch[:-1] + bytes([batch[-1] ^ 1])
    if kind == "count":
        return with_crc(bytearray(batch[:57] + (count + 1).to_bytes(4, "big") + batch[61:]))
    if kind == "cut":
        return batch[:-1]
    if kind == "two":
        return batch + batch
    return batch


CODES = {"good": 0, "crc": 2, "count": 87, "cut": 87, "two": 87, "late": 32}
BEFORE_THE_LOG = ("cut", "two")
"""What is found while all partitions are looked at; it hides other batches for the partition."""

sent_batches = st.tuples(
    st.integers(0, 2), st.sampled_from(sorted(CODES)), st.integers(1, 4), st.integers(0, 4)
)


@given(
    st.lists(st.lists(sent_batches, max_size=4), max_size=4),
    st.integers(7, 13),
    st.sampled_from([1, -1]),
)
@settings(max_examples=60)
def test_each_partition_takes_all_of_its_batch_or_nothing(
    requests: list[list[tuple[int, str, int, int]]], version: int, acks: int
) -> None:
    """produce A-83, A-35, A-76, A-12, A-61, F 15, F 16: whatever the others get."""
    producer = Producer()
    key = producer.topic_id if version > NAMES_LAST else "t"
    ends = [0, 0]
    for request in requests:
        sent = [(key, at, spoiled(kind, count, codec)) for at, kind, count, codec in request]
        answers = producer.produce(*sent, version=version, acks=acks)
        expected: dict[tuple[str | bytes, int], tuple[int, int]] = {}
        for at in {each[0] for each in request}:
            mine = [each[1:3] for each in request if each[0] == at]
            expected[key, at] = account(ends, at, mine)
        found = {where: (each.error_code, each.base_offset) for where, each in answers.items()}
        assert found == expected
    for at in range(2):
        log = producer.partition(at).log
        assert log.log_end_offset == producer.partition(at).high_watermark == ends[at]
        records = [each for _, batch in log.iter_batches() for each in decode_records(batch)]
        assert [each.offset for each in records] == list(range(ends[at]))


def account(ends: list[int], at: int, batches: list[tuple[str, int]]) -> tuple[int, int]:
    """Code and base offset for a partition that got `batches`; moves its end."""
    if at >= len(ends):
        return 3, -1
    refused = [kind for kind, _ in batches if kind in BEFORE_THE_LOG]
    kept = [each for each in batches if each[0] not in BEFORE_THE_LOG]
    told = (CODES[refused[-1]], -1) if refused else None
    if kept:
        kind, count = kept[-1]
        base = ends[at]
        ends[at] += count if kind == "good" else 0
        told = told or ((0, base) if kind == "good" else (CODES[kind], -1))
    assert told is not None
    return told


# Idempotent producers


class Sent(NamedTuple):
    """A batch that was taken: sequences, offset, timestamp."""

    first: int
    last: int
    offset: int
    timestamp: int


class NaivePartition:
    """All that was ever taken of each producer, under its present epoch."""

    def __init__(self) -> None:
        self.end = 0
        self.epochs: dict[int, int] = {}
        self.taken: dict[int, list[Sent]] = {}

    def put(self, who: int, epoch: int, first: int, count: int, timestamp: int) -> tuple[int, ...]:
        """Code, base offset and append time (-1, or of the batch that is repeated)."""
        last = (first + count - 1) % SEQUENCES
        if who not in self.epochs:
            return self._take(who, epoch, Sent(first, last, self.end, timestamp), count)
        known = self.epochs[who]
        for sent in self.taken[who][-WINDOW:] if epoch == known else ():
            if (sent.first, sent.last) == (first, last):
                return 0, sent.offset, sent.timestamp
        if epoch < known:
            return 47, -1, -1
        if known != -1:
            expected = (self.taken[who][-1].last + 1) % SEQUENCES if epoch == known else 0
            if first != expected:
                return 45, -1, -1
        return self._take(who, epoch, Sent(first, last, self.end, timestamp), count)

    def _take(self, who: int, epoch: int, sent: Sent, count: int) -> tuple[int, ...]:
        if self.epochs.get(who) != epoch:
            self.epochs[who] = epoch
            self.taken[who] = []
        self.taken[who].append(sent)
        self.end += count
        return 0, sent.offset, -1


class Step(NamedTuple):
    """A batch, told by how it stands to what its producer sent last."""

    who: int
    epoch_delta: int
    back: int
    skip: int
    records: int
    deletes: bool


steps = st.builds(
    Step,
    who=st.integers(1, 2),
    epoch_delta=st.sampled_from([0, 0, 0, 0, 0, 0, 1, -1, 3]),
    back=st.sampled_from([0, 0, 0, 1, 2, 3, 4, 5, 6]),
    skip=st.sampled_from([0, 0, 0, 0, 0, 1, -1]),
    records=st.integers(1, 3),
    deletes=st.sampled_from([False, False, False, False, True]),
)


@given(
    st.lists(steps, max_size=30),
    st.sampled_from([0, 7, SEQUENCES - 3]),
    st.sampled_from([-1, 0, 4]),
    st.integers(0, 1),
)
@example([Step(1, 0, 0, 0, 1, False)] * 8 + [Step(1, 0, b, 0, 1, True) for b in range(7)], 0, 0, 0)
@settings(max_examples=80)
def test_idempotent_producers_as_a_full_memory_knows_them(
    history: list[Step], first: int, epoch: int, with_bytes: int
) -> None:
    """produce B-1, B-3, B-4, B-10 to B-15, B-20 to B-25, B-30, F 74 to F 83, F 85, F 87, F 89.

    Two producers, each with a memory of its own; deletions in between change nothing.
    """
    producer, naive = Producer(), NaivePartition()
    # What each sent last that was taken: (sequence, count), newest first, and its epoch.
    memory: dict[int, list[tuple[int, int]]] = {1: [], 2: []}
    epochs = {1: epoch, 2: epoch}
    for at, step in enumerate(history):
        memories = memory[step.who]
        sequence, count = first, step.records
        if memories:
            sequence = (memories[0][0] + memories[0][1] + step.skip) % SEQUENCES
        if step.back and step.back <= len(memories):
            sequence, count = memories[step.back - 1]
            count += abs(step.skip)
        sent_epoch = max(-1, epochs[step.who] + step.epoch_delta)
        if step.epoch_delta > 0 and not step.skip:
            sequence = 0
        timestamp = NOW_MS + at
        expected = naive.put(step.who, sent_epoch, sequence, count, timestamp)
        batch = make_batch(
            count,
            size=1 + with_bytes * at,
            timestamps=[timestamp] * count,
            producer_id=step.who,
            producer_epoch=sent_epoch,
            base_sequence=sequence,
        )
        answer = producer.one(batch)
        assert (answer.error_code, answer.base_offset, answer.log_append_time_ms) == expected
        assert answer.log_start_offset == producer.partition().log_start_offset
        assert answer.error_code not in ILLEGAL_CODES
        if answer.error_code == 0 and answer.log_append_time_ms == -1:
            memories.insert(0, (sequence, count))
            epochs[step.who] = sent_epoch
        if step.deletes:
            producer.partition().log.delete_records_before(naive.end)
    assert producer.partition().log_end_offset == naive.end


# What the partition remembers, as it can be seen


def test_only_batches_with_a_producer_touch_the_state() -> None:
    """produce B-2, A-81, F 86: none without an id, none of a negative one, none of old messages."""
    from kafkawire.records.message_set import encode_message_set

    producer = Producer()
    producer.one(make_batch())
    producer.one(make_batch(producer_id=-1, producer_epoch=3, base_sequence=5))
    producer.one(make_batch(producer_id=-5, producer_epoch=3, base_sequence=5))
    producer.one(encode_message_set([(5, b"k", b"v", ())], magic=1), version=2)
    log = producer.partition().log
    assert len(log.producer_state) == 0
    assert [each.base_sequence for each in headers_of(log)] == [-1, 5, 5, -1]

    producer.one(make_batch(producer_id=7, producer_epoch=0, base_sequence=0))
    assert [entry.producer_id for entry in log.producer_state] == [7]


@pytest.mark.parametrize("topic_time", ["CreateTime", "LogAppendTime"])
def test_a_duplicate_is_answered_with_the_time_of_the_original(topic_time: str) -> None:
    """produce B-12, F 75, F 88: that of its records, or when it was appended."""
    producer = Producer({"message.timestamp.type": topic_time})
    batch = make_batch(timestamps=[1234], producer_id=7, producer_epoch=0, base_sequence=0)
    then_ms = producer.harness.now_ms
    first = producer.one(batch).log_append_time_ms
    producer.harness.advance(5_000)
    again = producer.one(batch).log_append_time_ms

    stamped = topic_time == "LogAppendTime"
    assert (first, again) == ((then_ms, then_ms) if stamped else (-1, 1234))


def test_producers_in_one_request_do_not_meet() -> None:
    """produce A-100, F 94: plain batches of several producers are no matter."""
    producer = Producer()
    batches = [make_batch(producer_id=who, producer_epoch=0, base_sequence=0) for who in (7, 8)]
    answers = producer.produce(("t", 0, batches[0]), ("t", 1, batches[1]))
    assert [each.error_code for each in answers.values()] == [0, 0]
