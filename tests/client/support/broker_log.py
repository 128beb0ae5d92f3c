"""What a broker's log has, as those read it who read committed records."""

from __future__ import annotations

from kafkawire.client import TopicPartition
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.records.batch import iter_headers
from kafkawire.records.record import decode_records
from tests.support.requests.harness import BrokerHarness

BYTES_MAX = 1 << 28
COMMIT = b"\0\0\0\1"


def values(harness: BrokerHarness, partition: TopicPartition) -> list[bytes]:
    """Return the values in offset order, without those of aborted and open transactions."""
    found: list[tuple[int, bytes]] = []
    open_ones: dict[int, list[tuple[int, bytes]]] = {}
    data = _bytes(harness, partition)
    for position, head in iter_headers(data):
        records = list(decode_records(data, position, head))
        if head.is_control:
            pending = open_ones.pop(head.producer_id, [])
            if records[0].key == COMMIT:
                found += pending
            continue
        valued = [(each.offset, each.value or b"") for each in records]
        if head.is_transactional:
            open_ones.setdefault(head.producer_id, []).extend(valued)
        else:
            found += valued
    return [value for _, value in sorted(found)]


def _bytes(harness: BrokerHarness, partition: TopicPartition) -> bytes:
    row = FetchRequest.FetchPartition(partition=partition.partition, partition_max_bytes=BYTES_MAX)
    topic = FetchRequest.FetchTopic(topic=partition.topic, partitions=[row])
    request = FetchRequest(max_wait_ms=0, max_bytes=BYTES_MAX, topics=[topic])
    answer = harness.connect().request(request, 12)
    return bytes(answer.responses[0].partitions[0].records or b"")
