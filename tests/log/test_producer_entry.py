"""What a partition remembers of one producer."""

from __future__ import annotations

import pytest

from kafkawire.log.producer_entry import ProducedBatch, ProducerEntry, sequence_after

BATCHES_KEPT = 5

MAX32 = 2**31 - 1


def batch(first: int, last: int) -> ProducedBatch:
    return ProducedBatch(first, last, first, last, 0)


@pytest.mark.parametrize(("sequence", "following"), [(-1, 0), (0, 1), (MAX32, 0)])
def test_sequence_numbers_wrap(sequence: int, following: int) -> None:
    """produce B-3."""
    assert sequence_after(sequence) == following


def test_five_batches_are_remembered() -> None:
    """produce B-1, B-14."""
    entry = ProducerEntry(7)
    for sequence in range(BATCHES_KEPT + 1):
        entry.add_batch(0, batch(sequence, sequence))

    assert entry.find_batch(first_sequence=0, last_sequence=0) is None
    assert entry.find_batch(first_sequence=1, last_sequence=1) == batch(1, 1)
    assert entry.last_sequence == BATCHES_KEPT


def test_only_the_very_same_range_is_found() -> None:
    """produce B-11."""
    entry = ProducerEntry(7)
    entry.add_batch(0, batch(2, 4))

    for first, last in ((2, 2), (3, 4), (2, 5)):
        assert entry.find_batch(first_sequence=first, last_sequence=last) is None


def test_another_epoch_empties_the_window() -> None:
    """produce B-15."""
    entry = ProducerEntry(7)
    entry.add_batch(0, batch(0, 4))
    entry.add_batch(1, batch(0, 0))

    assert entry.batches == [batch(0, 0)]
    entry.begin_epoch(2)
    assert entry.last_sequence == -1
