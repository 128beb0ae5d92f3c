"""Producers as a snapshot keeps them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.formats import producer_snapshot
from kafkawire.log.producer_entry import ProducedBatch, ProducerEntry
from kafkawire.log.producer_rows import entry_of, rows_of
from kafkawire.log.producer_state import ProducerState

SEQUENCE_MAX = 2**31 - 1


@st.composite
def entries(draw: st.DrawFn) -> ProducerEntry:
    entry = ProducerEntry(draw(st.integers(0, 2**63 - 1)))
    entry.producer_epoch = draw(st.integers(-1, 2**15 - 1))
    entry.coordinator_epoch = draw(st.integers(-1, 2**31 - 1))
    offset = draw(st.integers(0, 2**40))
    if draw(st.booleans()):
        entry.transaction_first_offset = offset
    for _ in range(draw(st.integers(0, 3))):
        count = draw(st.integers(1, 1000))
        first = draw(st.integers(0, SEQUENCE_MAX))
        last = (first + count - 1) % (SEQUENCE_MAX + 1)
        time = draw(st.integers(-1, 2**60))
        entry.add_batch(
            entry.producer_epoch, ProducedBatch(first, last, offset, offset + count - 1, time)
        )
        offset += count
    entry.last_timestamp = draw(st.integers(-1, 2**60))
    return entry


@given(st.lists(entries(), max_size=5, unique_by=lambda entry: entry.producer_id))
def test_a_producer_comes_back_with_its_newest_batch(made: list[ProducerEntry]) -> None:
    """fetch H-44: sequence numbers wrap from 2**31 - 1 to 0."""
    state = ProducerState()
    state.restore(made)
    rows = producer_snapshot.decode(producer_snapshot.encode(rows_of(state)))
    found = [entry_of(row) for row in rows]
    assert [each.producer_id for each in found] == [each.producer_id for each in made]
    for one, other in zip(found, made, strict=True):
        for name in (
            "producer_epoch",
            "coordinator_epoch",
            "last_timestamp",
            "transaction_first_offset",
            "last_sequence",
        ):
            assert getattr(one, name) == getattr(other, name), name
        assert [each[:4] for each in one.batches] == [each[:4] for each in other.batches[-1:]]
        assert one.last_offset == (other.batches[-1].last_offset if other.batches else -1)
        assert all(each.timestamp == other.last_timestamp for each in one.batches)


def test_open_transactions_are_in_the_order_of_the_log() -> None:
    """fetch H-44, produce C-110: whatever the order of the rows."""
    state = ProducerState()
    made = []
    for producer_id, first_offset in ((1, 30), (2, 10), (3, 20)):
        entry = ProducerEntry(producer_id)
        entry.transaction_first_offset = first_offset
        made.append(entry)
    state.restore(made)
    assert state.first_unstable_offset == 10
