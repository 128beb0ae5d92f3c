"""What readers of committed records must know of a partition.

Which transactions were aborted is in the `.txnindex` of the segment that has the marker. Up to
where all transactions are decided, the last stable offset, no file says: producers and their open
transactions are in the newest snapshot below the high watermark, and from there on the heads of
batches tell what began and what ended (Kafka's `ProducerStateManager`).

Rows behind an open transaction are left out, so no reader would verify their batches. A transaction
that seems to be open because a head or a marker is damaged would lose them in silence. So if one is
open, the checksums of the batches whose heads were read are verified.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Iterator
from operator import attrgetter
from typing import BinaryIO

from kafkawire.dump.log.files import read_small
from kafkawire.log.formats import producer_snapshot, transaction_index
from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.names import (
    LOG,
    PRODUCER_SNAPSHOT,
    TRANSACTION_INDEX,
    segment_file_name,
)
from kafkawire.log.transaction_index import AbortedTransaction
from kafkawire.records.batch import crc_is_valid
from kafkawire.records.control import read_marker
from kafkawire.records.errors import CorruptRecord
from kafkawire.spark.log.finding import PartitionPlace
from kafkawire.spark.log.heads import Head, heads

NO_TRANSACTION = -1


def aborted_transactions(place: PartitionPlace) -> list[AbortedTransaction]:
    """All that the partition's indexes have. Raises OSError and CorruptFile."""
    found: list[AbortedTransaction] = []
    for segment in place.segments:
        path = segment.path.removesuffix(LOG) + TRANSACTION_INDEX
        try:
            found += transaction_index.decode(read_small(path))
        except FileNotFoundError:
            continue
    return found


def last_stable_offset(place: PartitionPlace, *, checks_crcs: bool = True) -> int:
    """Where the first transaction begins that is open at the high watermark, or that itself.

    Raises OSError, and CorruptRecord for a wrong checksum that may hide the end of a transaction.
    """
    open_since, known_to = _snapshot(place)
    for file, head in _batches(place, known_to):
        _follow(file, head, open_since)
    if open_since and checks_crcs:
        for file, head in _batches(place, known_to):
            _verify(file, head)
    return min([place.high_watermark, *open_since.values()])


def _batches(place: PartitionPlace, start: int) -> Iterator[tuple[BinaryIO, Head]]:
    """The heads of the batches in [start, high watermark), each with its file."""
    segments = place.segments
    first = max(0, bisect_right(segments, start, key=attrgetter("base_offset")) - 1)
    for segment in segments[first:]:
        if segment.base_offset >= place.high_watermark:
            return
        with open(segment.path, "rb", buffering=0) as file:
            try:
                for head in heads(file, 0, segment.size):
                    if head.first_offset >= place.high_watermark:
                        break
                    if head.first_offset >= start:
                        yield file, head
            except CorruptRecord:
                return  # the end of a log that is read to its end; readers meet it, too


def _verify(file: BinaryIO, head: Head) -> None:
    if head.header is None:
        return
    file.seek(head.position)
    if not crc_is_valid(file.read(head.size), 0, head.header):
        raise CorruptRecord(
            f"{file.name}, byte {head.position}: the batch at offset {head.first_offset} has a "
            "wrong checksum, and may be the end of a transaction that seems to be open"
        )


def _follow(file: BinaryIO, head: Head, open_since: dict[int, int]) -> None:
    header = head.header
    if header is None or not header.is_transactional:
        return
    if not header.is_control:
        open_since.setdefault(header.producer_id, header.base_offset)
        return
    file.seek(head.position)
    if read_marker(file.read(head.size)) is not None:
        open_since.pop(header.producer_id, None)


def _snapshot(place: PartitionPlace) -> tuple[dict[int, int], int]:
    """First offsets of open transactions by producer, and at which offset that was so."""
    below = [each for each in place.snapshots if each <= place.high_watermark]
    for offset in reversed(below):
        path = os.path.join(place.directory, segment_file_name(offset, PRODUCER_SNAPSHOT))
        try:
            rows = producer_snapshot.decode(read_small(path))
        except (FileNotFoundError, CorruptFile):
            continue
        return {
            row.producer_id: row.transaction_first_offset
            for row in rows
            if row.transaction_first_offset != NO_TRANSACTION
        }, offset
    return {}, 0
