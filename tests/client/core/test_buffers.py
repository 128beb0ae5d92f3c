"""Records of an answer, opened as its fields say."""

from __future__ import annotations

from kafkawire.client.core.buffers import opened
from kafkawire.client.core.collecting import CollectOptions
from kafkawire.client.values import TopicPartition
from kafkawire.protocol.messages.fetch_response import FetchResponse
from tests.support.log.batches import make_batch


def test_the_aborted_list_of_an_answer_belongs_to_its_records() -> None:
    """client F-22; fetch F-46: it is used by read_committed only."""
    data = FetchResponse.PartitionData(
        records=make_batch(3, producer_id=5, producer_epoch=0, base_sequence=0, transactional=True),
        high_watermark=9,
        last_stable_offset=8,
        aborted_transactions=[FetchResponse.AbortedTransaction(producer_id=5, first_offset=0)],
    )
    partition = TopicPartition("t", 1)
    committed = opened(partition, 0, data, CollectOptions(read_committed=True))
    assert committed.next_batch(500) is None
    assert committed.next_offset == 3
    uncommitted = opened(partition, 1, data, CollectOptions())
    batch = uncommitted.next_batch(500)
    assert batch is not None
    assert (batch.partition, batch.first_offset, len(batch)) == (partition, 1, 2)
    assert (batch.high_watermark, batch.last_stable_offset) == (9, 8)
