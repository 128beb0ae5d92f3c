"""`NNN.snapshot`: what the producers of a partition had written up to an offset.

Version 1, the only one there is (Kafka's `ProducerStateManager`, ProducerSnapshot.json): version,
CRC-32C of everything behind it, the number of producers, and 46 bytes for each. Of a producer's
last five batches only the newest is kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct
from typing import NamedTuple

from kafkawire.log.formats.errors import CorruptFile
from kafkawire.records.crc32c import crc32c

SUFFIX = ".snapshot"
VERSION = 1

_PREFIX = Struct(">hI")
_COUNT = Struct(">i")
_ROW = Struct(">qhiqiqiq")
_ROWS_AT = _PREFIX.size + _COUNT.size


class ProducerRow(NamedTuple):
    """One producer. Times are epoch milliseconds; what there is none of is -1.

    `offset_delta` is the last offset of its newest batch less the first. `last_offset` and
    `last_sequence` are those of that batch; a producer of which only a marker is known has none.
    """

    producer_id: int
    producer_epoch: int
    last_sequence: int
    last_offset: int
    offset_delta: int
    timestamp: int
    coordinator_epoch: int
    transaction_first_offset: int


def encode(rows: Iterable[ProducerRow]) -> bytes:
    """A snapshot of these producers, in the order given."""
    packed = [_ROW.pack(*row) for row in rows]
    body = _COUNT.pack(len(packed)) + b"".join(packed)
    return _PREFIX.pack(VERSION, crc32c(body)) + body


def decode(data: bytes) -> list[ProducerRow]:
    """The producers of a snapshot; raises CorruptFile."""
    if len(data) < _ROWS_AT:
        raise CorruptFile(f"{len(data)} bytes are too few for a snapshot")
    version, checksum = _PREFIX.unpack_from(data)
    if version != VERSION:
        raise CorruptFile(f"snapshots have version {VERSION}, not {version}")
    computed = crc32c(data[_PREFIX.size :])
    if checksum != computed:
        raise CorruptFile(
            f"the checksum is {checksum:#010x}, but that of the bytes {computed:#010x}"
        )
    (count,) = _COUNT.unpack_from(data, _PREFIX.size)
    if count * _ROW.size != len(data) - _ROWS_AT:
        raise CorruptFile(f"{count} producers do not fill {len(data)} bytes")
    return list(map(ProducerRow._make, _ROW.iter_unpack(data[_ROWS_AT:])))
