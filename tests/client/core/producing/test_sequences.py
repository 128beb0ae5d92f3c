"""Sequences of one partition."""

from __future__ import annotations

from kafkawire.client.core.producing.batch import Batch, ProducerId
from kafkawire.client.core.producing.sequences import Sequences
from kafkawire.client.values import TopicPartition

ORDERS = TopicPartition("orders", 0)
FIRST = ProducerId(7, 0)
SECOND = ProducerId(7, 1)


def batch_of(count: int) -> Batch:
    batch = Batch(ORDERS, 0, 10_000)
    batch.records += [(0, None, b"", ())] * count
    batch.close()
    return batch


def sent(sequences: Sequences, count: int, producer: ProducerId = FIRST) -> Batch:
    batch = batch_of(count)
    assert sequences.may_send(batch, producer)
    sequences.assign(batch, producer)
    batch.is_sent = True
    return batch


def test_sequences_count_records_and_begin_at_zero_again() -> None:
    """client H-41."""
    sequences = Sequences()
    assert [sent(sequences, count).sequence for count in (3, 2, 1)] == [0, 3, 5]
    sequences = Sequences()
    sequences.restart(FIRST)
    sequences.next = (1 << 31) - 2
    assert [sent(sequences, count).sequence for count in (3, 2)] == [(1 << 31) - 2, 1]


def test_five_batches_are_in_flight_at_most() -> None:
    """client H-41."""
    sequences = Sequences()
    batches = [sent(sequences, 1) for _ in range(5)]
    assert not sequences.may_send(batch_of(1), FIRST)
    sequences.acknowledge(batches[0], 10)
    assert sequences.may_send(batch_of(1), FIRST)


def test_a_batch_is_sent_again_as_the_first_only() -> None:
    """client H-42."""
    sequences = Sequences()
    first, second = sent(sequences, 1), sent(sequences, 1)
    assert not sequences.may_send(second, FIRST)
    assert sequences.may_send(first, FIRST)
    sequences.assign(first, FIRST)
    assert first.sequence == 0, "it keeps its sequence"


def test_new_batches_wait_for_those_of_an_older_epoch() -> None:
    """client H-42, H-45."""
    sequences = Sequences()
    old = sent(sequences, 2)
    assert not sequences.may_send(batch_of(1), SECOND)
    sequences.acknowledge(old, 10)
    new = sent(sequences, 1, SECOND)
    assert (new.sequence, new.producer) == (0, SECOND)


def test_a_restart_rewrites_what_is_in_flight() -> None:
    """client H-45."""
    sequences = Sequences()
    failed, written = sent(sequences, 2), sent(sequences, 3)
    failed.is_sent = False
    sequences.restart(SECOND)
    assert [(each.sequence, each.producer) for each in (failed, written)] == [
        (0, SECOND),
        (2, SECOND),
    ]
    assert (failed.is_rewritten, written.is_rewritten) == (False, True)
    assert not sequences.may_send(batch_of(1), SECOND), "an older epoch is in flight"
    assert not sequences.acknowledge(written, 10), "it is in the log under older sequences"


def test_a_lost_batch_is_resolved_by_those_behind_it() -> None:
    """client H-46."""
    sequences = Sequences()
    lost, next_one = sent(sequences, 1), sent(sequences, 1)
    sequences.lose(lost)
    assert not sequences.may_send(batch_of(1), FIRST)
    assert not sequences.has_gap(), "the rest is not answered"
    sequences.acknowledge(next_one, 10)
    assert not sequences.has_gap()
    assert sequences.may_send(batch_of(1), FIRST)


def test_a_lost_batch_with_nothing_behind_it_is_a_gap() -> None:
    """client H-46."""
    sequences = Sequences()
    sequences.lose(sent(sequences, 1))
    assert sequences.has_gap()
    sequences.restart(SECOND)
    assert not sequences.has_gap()
    assert sent(sequences, 1, SECOND).sequence == 0


def test_acknowledged_sequences_do_not_go_back() -> None:
    """client H-43: what comes next is after the greatest, also around zero."""
    sequences = Sequences()
    first, second = sent(sequences, 1), sent(sequences, 1)
    sequences.acknowledge(second, 11)
    sequences.acknowledge(first, 10)
    assert (sequences.acked, sequences.acked_offset) == (1, 11)
    sequences.acked = (1 << 31) - 1
    third = sent(sequences, 1)
    third.sequence = 0
    assert sequences.is_next(third)
    sequences.acknowledge(third, 12)
    assert sequences.acked == 0


def test_parts_take_the_place_of_their_batch() -> None:
    """client H-32."""
    sequences = Sequences()
    large, behind = sent(sequences, 4), sent(sequences, 1)
    parts = large.split()
    sequences.replace(large, parts)
    assert sequences.in_flight == [*parts, behind]
    assert [each.sequence for each in sequences.in_flight] == [0, 2, 4]
