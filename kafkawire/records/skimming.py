"""Records read as Kafka skims them: field by field, whatever length a record claims to have.

Its broker does so where a batch stays compressed as it came (`PartialDefaultRecord`). Such records
passed `check_compressed` with `is_skimmed`; a consumer may fail on them all the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.records.batch import LOG_APPEND_TIME, read_header
from kafkawire.records.check import HEADERS_END, skip_headers
from kafkawire.records.record import Record, records_section
from kafkawire.records.varint import read_zigzag, read_zigzag_long, wrapped_long

if TYPE_CHECKING:
    from kafkawire.protocol.buffers import Buffer


def skim(batch: Buffer) -> list[Record]:
    """The records of a batch, without their headers. Raises as `decode_records` does."""
    header = read_header(batch)
    data, at, _ = records_section(batch, 0, header)
    found = []
    for _ in range(header.records_count):
        _, at = read_zigzag(data, at)
        timestamp_delta, at = read_zigzag_long(data, at + 1)
        offset_delta, at = read_zigzag(data, at)
        key, at = _sized(data, at)
        value, at = _sized(data, at)
        at = skip_headers(data, at, HEADERS_END)
        timestamp = wrapped_long(header.base_timestamp + timestamp_delta)
        if header.timestamp_type == LOG_APPEND_TIME:
            timestamp = header.max_timestamp
        offset = header.base_offset + offset_delta
        found.append(Record(offset=offset, timestamp=timestamp, key=key, value=value, headers=[]))
    return found


def _sized(data: bytes, at: int) -> tuple[bytes | None, int]:
    size, at = read_zigzag(data, at)
    return (None, at) if size < 0 else (data[at : at + size], at + size)
