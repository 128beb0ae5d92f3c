"""Reading whole partitions back, by ListOffsets and Fetch."""

from __future__ import annotations

from collections.abc import Iterator

from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest
from kafkawire.records.batch import BatchHeader, iter_headers
from kafkawire.records.crc32c import crc32c
from kafkawire.records.record import decode_records
from kafkawire.testing import RawConnection
from tools.crash.ledger import Place
from tools.crash.node import Finding

LIST_OFFSETS_VERSION = 5
FETCH_VERSION = 11
FETCH_BYTES = 8 << 20
EARLIEST = -2
LATEST = -1
CHECKED_FROM = 21
"""What the checksum covers begins here."""


def offset_at(wire: RawConnection, place: Place, timestamp: int) -> int:
    """The offset that stands for `timestamp`, or for an end of the log."""
    partition = ListOffsetsRequest.ListOffsetsPartition(
        partition_index=place.partition, timestamp=timestamp
    )
    topic = ListOffsetsRequest.ListOffsetsTopic(name=place.topic, partitions=[partition])
    answer = wire.ask(ListOffsetsRequest(topics=[topic]), LIST_OFFSETS_VERSION)
    (found,) = answer.topics[0].partitions
    if found.error_code:
        raise Finding(f"{place}: ListOffsets is answered with {found.error_code}")
    offset: int = found.offset
    return offset


def chunks(wire: RawConnection, place: Place, start: int, end: int) -> Iterator[bytes]:
    """The whole batches of one fetch after another, from `start` up to `end`."""
    offset = start
    while offset < end:
        partition = FetchRequest.FetchPartition(
            partition=place.partition, fetch_offset=offset, partition_max_bytes=FETCH_BYTES
        )
        topic = FetchRequest.FetchTopic(topic=place.topic, partitions=[partition])
        request = FetchRequest(max_wait_ms=0, min_bytes=0, max_bytes=FETCH_BYTES, topics=[topic])
        (found,) = wire.ask(request, FETCH_VERSION).responses[0].partitions
        records = bytes(found.records or b"")
        if found.error_code or not records:
            raise Finding(f"{place}: nothing at {offset} of {end}, error {found.error_code}")
        headers = [header for _, header in iter_headers(records)]
        if not headers:
            raise Finding(f"{place}: no whole batch at {offset}")
        offset = headers[-1].next_offset
        yield records


def batches(wire: RawConnection, place: Place, start: int, end: int) -> list[BatchHeader]:
    """Headers of all batches; that their bytes are whole has been checked."""
    found = []
    for records in chunks(wire, place, start, end):
        for position, header in iter_headers(records):
            covered = memoryview(records)[position + CHECKED_FROM : position + header.size]
            if crc32c(covered) != header.crc:
                raise Finding(f"{place}: the batch at {header.base_offset} is torn")
            found.append(header)
    return found


def keyed_records(wire: RawConnection, place: Place) -> list[tuple[int, bytes, bytes]]:
    """Offset, key and value of all records."""
    start, end = offset_at(wire, place, EARLIEST), offset_at(wire, place, LATEST)
    return [
        (record.offset, record.key or b"", record.value or b"")
        for records in chunks(wire, place, start, end)
        for position, header in iter_headers(records)
        for record in decode_records(records, position, header)
    ]
