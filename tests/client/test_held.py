"""What becomes of the batch in hand."""

from __future__ import annotations

from kafkawire.client.batch import Batch
from kafkawire.client.core.collecting import Completed
from kafkawire.client.held import Held, done_upto
from kafkawire.client.values import TopicPartition
from kafkawire.records.builder import encode_batch

FIRST, SECOND = TopicPartition("t", 0), TopicPartition("t", 1)


def batch() -> Batch:
    data = bytes(encode_batch([(0, None, b"v", [])] * 3))
    found = Completed(FIRST, data, 0).next_batch(3)
    assert found is not None
    return found


def test_seeking_in_its_partition_leaves_it_undone() -> None:
    held = Held(batch(), batch())
    held.sought([SECOND])
    voids = [held.is_void]
    held.sought([FIRST])
    assert [*voids, held.is_void] == [False, True]


def test_a_batch_ends_at_what_could_not_be_given_out() -> None:
    """client B-41."""
    whole, broken = batch(), batch()
    broken.stopped_at = 1
    assert (done_upto(whole).offset, done_upto(broken).offset) == (3, 1)
