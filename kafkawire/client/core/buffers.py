"""Records that came for a partition, and the bytes that they hold until all of them are done."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.core.collecting import CollectOptions, Completed

if TYPE_CHECKING:
    from kafkawire.client.core.memory import Hold
    from kafkawire.client.values import TopicPartition
    from kafkawire.protocol.messages.fetch_response import FetchResponse


class Buffer(NamedTuple):
    """Records that wait to be handed out. `source` is the broker that they came from."""

    records: Completed
    hold: Hold
    source: int


def opened(
    partition: TopicPartition,
    fetch_offset: int,
    data: FetchResponse.PartitionData,
    options: CollectOptions,
) -> Completed:
    """Return the records of one partition in an answer; `data` has some."""
    records = data.records
    assert records is not None
    return Completed(
        partition,
        records,
        fetch_offset,
        aborted=data.aborted_transactions,
        high_watermark=data.high_watermark,
        last_stable_offset=data.last_stable_offset,
        options=options,
    )
