"""What is in a topic, record by record, read by the client and the codec."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kafkawire.records.batch import BatchHeader, iter_headers
from kafkawire.records.control import read_marker
from kafkawire.records.record import Record, decode_records
from kafkawire.spark.cluster import LATEST, Cluster, Fetched, Settings, TopicPartition


class Row(NamedTuple):
    """A record and where it stands."""

    partition: int
    offset: int
    key: bytes | None
    value: bytes | None
    headers: tuple[tuple[str, bytes | None], ...] = ()


def settings(bootstrap: str, **options: object) -> Settings:
    """Of a cluster, options with underscores for dots."""
    named = {f"kafka.{key.replace('_', '.')}": str(value) for key, value in options.items()}
    return Settings.from_options({"kafka.bootstrap.servers": bootstrap, **named})


def topic_names(found: Settings) -> list[str]:
    """Of all topics, as a client with these settings sees them."""
    with Cluster(found) as cluster:
        return list(cluster.topics())


def topic_rows(bootstrap: str, topic: str, *, is_committed: bool = True) -> list[Row]:
    """All records, by partition and offset; without those of open and aborted transactions."""
    with Cluster(settings(bootstrap)) as cluster:
        partitions = cluster.topics([topic])[topic].partitions
        parts = [TopicPartition(topic, partition) for partition in partitions]
        ends = cluster.list_offsets(dict.fromkeys(parts, LATEST), is_committed)
        return [row for part in parts for row in _rows(cluster, part, ends[part], is_committed)]


def topic_values(bootstrap: str, topic: str, *, is_committed: bool = True) -> list[bytes]:
    """The values of all records, sorted."""
    rows = topic_rows(bootstrap, topic, is_committed=is_committed)
    return sorted(row.value for row in rows if row.value is not None)


def batch_headers(bootstrap: str, topic: str) -> list[BatchHeader]:
    """The heads of all batches."""
    with Cluster(settings(bootstrap)) as cluster:
        partitions = cluster.topics([topic])[topic].partitions
        parts = [TopicPartition(topic, partition) for partition in partitions]
        ends = cluster.list_offsets(dict.fromkeys(parts, LATEST))
        return [
            header
            for part in parts
            for fetched in cluster.fetch(part, bytes(16), 0, ends[part])
            for _, header in iter_headers(fetched.data)
        ]


def _rows(cluster: Cluster, part: TopicPartition, end: int, is_committed: bool) -> Iterator[Row]:
    for fetched in cluster.fetch(part, bytes(16), 0, end, is_committed=is_committed):
        for record in _counting(fetched):
            headers = tuple((name, value) for name, value in record.headers)
            yield Row(part.partition, record.offset, record.key, record.value, headers)


def _counting(fetched: Fetched) -> Iterator[Record]:
    """Records that are no markers, of transactions that are not aborted."""
    coming = sorted(fetched.aborted, key=lambda each: each.first_offset)
    open_: set[int] = set()
    for position, header in iter_headers(fetched.data):
        while coming and coming[0].first_offset <= header.last_offset:
            open_.add(coming.pop(0).producer_id)
        if header.is_control:
            marker = read_marker(fetched.data, position)
            if marker is not None and not marker.is_commit:
                open_.discard(header.producer_id)
        elif not (header.is_transactional and header.producer_id in open_):
            yield from decode_records(fetched.data, position, header)
