"""What follows from an error code."""

from __future__ import annotations

import pytest

from kafkawire.client.core.producing.batch import Batch, ProducerId
from kafkawire.client.core.producing.outcomes import Outcome, outcome_of
from kafkawire.client.core.producing.sequences import Sequences
from kafkawire.client.values import TopicPartition

PRODUCER = ProducerId(7, 0)


def batch_of(count: int) -> Batch:
    batch = Batch(TopicPartition("orders", 0), 0, 1000)
    batch.records += [(0, None, b"", ())] * count
    batch.close()
    return batch


def sent(sequences: Sequences, count: int = 1) -> Batch:
    batch = batch_of(count)
    sequences.assign(batch, PRODUCER)
    return batch


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (0, Outcome.DONE),
        (46, Outcome.DONE),
        (7, Outcome.RETRY),
        (19, Outcome.RETRY),
        (20, Outcome.RETRY),
        (51, Outcome.RETRY),
        (3, Outcome.REFRESH),
        (6, Outcome.REFRESH),
        (56, Outcome.REFRESH),
        (74, Outcome.REFRESH),
        (100, Outcome.REFRESH),
        (10, Outcome.FAIL),
        (18, Outcome.FAIL),
        (29, Outcome.FAIL),
        (32, Outcome.FAIL),
        (87, Outcome.FAIL),
        (-1, Outcome.FAIL),
        (1234, Outcome.FAIL),
    ],
)
def test_codes_of_a_single_record(code: int, expected: Outcome) -> None:
    """client H-34, B-60."""
    assert outcome_of(code, batch_of(1), Sequences(), -1) is expected


def test_a_batch_of_several_is_split() -> None:
    """client H-32."""
    assert outcome_of(10, batch_of(2), Sequences(), -1) is Outcome.SPLIT


def test_a_batch_behind_one_that_failed_is_sent_again() -> None:
    """client H-43."""
    sequences = Sequences()
    first, second = sent(sequences), sent(sequences)
    assert outcome_of(45, second, sequences, -1) is Outcome.RETRY
    assert outcome_of(45, first, sequences, -1) is Outcome.BUMP
    sequences.acknowledge(first, 10)
    assert outcome_of(45, second, sequences, -1) is Outcome.BUMP


def test_a_batch_behind_a_lost_one_shows_the_gap() -> None:
    """client H-43, H-46."""
    sequences = Sequences()
    lost, second, third = (sent(sequences) for _ in range(3))
    sequences.lose(lost)
    assert outcome_of(45, third, sequences, -1) is Outcome.RETRY
    assert outcome_of(45, second, sequences, -1) is Outcome.BUMP


def test_an_unknown_producer_begins_anew() -> None:
    """client H-44."""
    sequences = Sequences()
    batch = sent(sequences)
    assert outcome_of(59, batch, sequences, -1) is Outcome.RETRY
    assert outcome_of(59, batch, sequences, 100) is Outcome.BUMP
    batch.is_rewritten = True
    assert outcome_of(59, batch, sequences, 100) is Outcome.RETRY
    assert outcome_of(45, batch, sequences, 100) is Outcome.RETRY


def test_an_old_epoch_needs_a_new_id() -> None:
    """client H-47."""
    sequences = Sequences()
    batch = sent(sequences)
    assert outcome_of(47, batch, sequences, -1) is Outcome.RENEW
    assert outcome_of(47, batch_of(1), sequences, -1) is Outcome.FAIL
