"""What the broker's logs and groups have, read beside all clients."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.values import TopicPartition
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.offset_fetch_request import OffsetFetchRequest
from kafkawire.records.batch import iter_headers
from kafkawire.records.record import decode_records
from tests.support.requests.harness import HarnessClient

if TYPE_CHECKING:
    from tools.simulate_client.broker import Life

READ_UNCOMMITTED, READ_COMMITTED = 0, 1
FETCH_VERSION, OFFSET_FETCH_VERSION = 12, 9
BYTES_MAX = 1 << 28
Stored = tuple[int, bytes]
"""Offset and value of a record."""


class Log(NamedTuple):
    """The records of one partition that may be read, by isolation level."""

    uncommitted: list[Stored]
    committed: list[Stored]

    def visible(self, isolation: str) -> list[Stored]:
        """Return the records of a level, by the name that clients give it."""
        return self.committed if isolation == "read_committed" else self.uncommitted


def logs(life: Life, topics: list[str]) -> dict[TopicPartition, Log]:
    """Read all partitions of topics."""
    found: dict[TopicPartition, Log] = {}
    for topic in topics:
        for number in sorted(life.broker.metadata.topics[topic].partitions):
            found[TopicPartition(topic, number)] = Log(
                _read(life, topic, number, READ_UNCOMMITTED),
                _read(life, topic, number, READ_COMMITTED),
            )
    return found


def _read(life: Life, topic: str, number: int, isolation: int) -> list[Stored]:
    row = FetchRequest.FetchPartition(partition=number, partition_max_bytes=BYTES_MAX)
    request = FetchRequest(
        max_wait_ms=0,
        max_bytes=BYTES_MAX,
        isolation_level=isolation,
        topics=[FetchRequest.FetchTopic(topic=topic, partitions=[row])],
    )
    answer = HarnessClient(life, "truth", "127.0.0.1").request(request, FETCH_VERSION)
    data = answer.responses[0].partitions[0]
    assert data.error_code == 0, data.error_code
    begins = sorted(
        (each.first_offset, each.producer_id) for each in data.aborted_transactions or ()
    )
    aborted: set[int] = set()
    found: list[Stored] = []
    records = bytes(data.records or b"")
    for position, header in iter_headers(records):
        while begins and begins[0][0] <= header.base_offset:
            aborted.add(begins.pop(0)[1])
        if header.is_control:
            aborted.discard(header.producer_id)
        elif header.producer_id not in aborted or not header.is_transactional:
            found += [
                (each.offset, each.value or b"")
                for each in decode_records(records, position, header)
            ]
    return found


def committed(life: Life, group_id: str, partition: TopicPartition) -> int | None:
    """Return the committed offset of a partition, None if there is none."""
    topic = OffsetFetchRequest.OffsetFetchRequestTopics(
        name=partition.topic, partition_indexes=[partition.partition]
    )
    group = OffsetFetchRequest.OffsetFetchRequestGroup(group_id=group_id, topics=[topic])
    client = HarnessClient(life, "truth", "127.0.0.1")
    answer = client.request(OffsetFetchRequest(groups=[group]), OFFSET_FETCH_VERSION)
    (found,) = answer.groups[0].topics[0].partitions
    offset: int = found.committed_offset
    return None if offset < 0 else offset
