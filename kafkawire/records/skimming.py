"""Records read as Kafka skims them: field by field, whatever length a record claims to have.

Its broker does so where a batch stays compressed as it came (`PartialDefaultRecord`). Such records
passed `check_compressed` with `is_skimmed`; a consumer may fail on them all the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.protocol.pacing import unhurried
from kafkawire.records.batch import LOG_APPEND_TIME, read_header
from kafkawire.records.compression import decompressed
from kafkawire.records.record import Record, section_bounds
from kafkawire.records.varint import read_zigzag, read_zigzag_long, wrapped_long
from kafkawire.records.window import Window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kafkawire.protocol.buffers import Buffer


def skim(batch: Buffer) -> Iterator[Record]:
    """Yield the records of a compressed batch, without headers. Raises as `decode_records` does."""
    header = read_header(batch)
    start, end = section_bounds(len(batch), 0, header)
    window = Window(b"", decompressed(header.compression, memoryview(batch)[start:end]))
    for _ in range(header.records_count):
        window.number(read_zigzag)
        window.skip(1)
        timestamp = wrapped_long(header.base_timestamp + window.number(read_zigzag_long))
        if header.timestamp_type == LOG_APPEND_TIME:
            timestamp = header.max_timestamp
        offset = header.base_offset + window.number(read_zigzag)
        key, value = _sized(window), _sized(window)
        _skip_headers(window)
        yield Record(offset=offset, timestamp=timestamp, key=key, value=value, headers=[])


def _sized(window: Window) -> bytes | None:
    size = window.number(read_zigzag)
    return None if size < 0 else window.sized(size)


def _skip_headers(window: Window) -> None:
    for _ in unhurried(range(window.number(read_zigzag))):
        window.skip(window.number(read_zigzag))
        window.skip(window.number(read_zigzag))
