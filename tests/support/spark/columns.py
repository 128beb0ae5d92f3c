"""Rows for Spark, made record by record, to compare columns with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pyarrow as pa
from hypothesis import strategies as st

from kafkawire.log.transaction_index import AbortedTransaction
from kafkawire.records.batch import iter_frames, read_header, seal
from kafkawire.records.builder import RecordTuple, encode_batch
from kafkawire.records.message_set import iter_deep
from kafkawire.records.record import decode_records
from kafkawire.spark.columns import EVERYTHING, Asked, Wanted, decode
from tests.support.log.record_strategies import CODECS, batch_around, record_lists, shaped_lists

CRC_AT = 17

TOPIC = "t"
PARTITION = 3
FOREVER = 1 << 62
Row = dict[str, Any]

# With times that are microseconds of 64 bits, too.
sane_lists: st.SearchStrategy[list[RecordTuple]] = st.one_of(record_lists, shaped_lists()).map(
    lambda rows: [
        (time % (1 << 50) - (1 << 48), key, value, list(headers))
        for time, key, value, headers in rows
    ]
)


def rows_of(data: bytes) -> list[Row]:
    """All rows of batches of any magic, in the way of `kafkawire.records`; no batch left out."""
    rows = []
    for position, size, magic in iter_frames(data):
        entry = data[position : position + size]
        if magic < 2:
            rows += [
                _row(each, each.timestamp_type if magic else -1, []) for each in iter_deep(entry)
            ]
        else:
            kind = read_header(entry).timestamp_type
            rows += [_row(each, kind, each.headers) for each in decode_records(entry)]
    return rows


def _row(record: Any, kind: int, headers: Iterable[tuple[str, bytes | None]]) -> Row:
    return {
        "key": record.key,
        "value": record.value,
        "topic": TOPIC,
        "partition": PARTITION,
        "offset": record.offset,
        "timestamp": record.timestamp * 1000,
        "timestampType": kind,
        "headers": [{"key": name, "value": value} for name, value in headers] or None,
    }


def decoded(data: Any, wanted: Wanted = EVERYTHING, **options: Any) -> list[Row]:
    """The rows that `decode` makes; timestamps as numbers."""
    asked = Asked(TOPIC, PARTITION, options.pop("start", 0), options.pop("end", FOREVER))
    found: list[Row] = []
    for batch in decode(data, asked, wanted, **options):
        batch.validate(full=True)
        assert batch.num_rows
        if "timestamp" in batch.schema.names:
            at = batch.schema.get_field_index("timestamp")
            batch = batch.set_column(at, "timestamp", batch.column(at).cast(pa.int64()))
        found += batch.to_pylist()
    return found


def pruned(rows: Iterable[Row], wanted: Wanted, start: int = 0, end: int = FOREVER) -> list[Row]:
    """What is left of `rows`."""
    return [
        {name: row[name] for name in wanted.names} for row in rows if start <= row["offset"] < end
    ]


@st.composite
def logs(draw: st.DrawFn, rows: st.SearchStrategy[list[RecordTuple]] = sane_lists) -> bytes:
    """Some batches one after another, of all codecs, with gaps between them."""
    data = b""
    offset = draw(st.integers(0, 5) | st.just(1 << 40))
    for _ in range(draw(st.integers(1, 5))):
        records = draw(rows)
        codec = draw(st.sampled_from(CODECS)) if records else 0
        kind = draw(st.sampled_from((0, 0, 1)))
        data += encode_batch(records, base_offset=offset, compression=codec, timestamp_type=kind)
        offset += max(len(records), 1) + draw(st.sampled_from((0, 0, 7)))
    return data


def many_small(count: int, make: Callable[[int], list[RecordTuple]], **fields: Any) -> bytes:
    """So many batches, enough for lanes; `make` makes the records of each."""
    data, offset = bytearray(), 0
    for index in range(count):
        records = make(index)
        data += encode_batch(records, base_offset=offset, **fields)
        offset += len(records)
    return bytes(data)


def declared(section: bytes, count: int) -> bytes:
    """A batch with `section` as it is, whose head declares so many records and offsets."""
    batch = bytearray(batch_around(section, count))
    batch[23:27] = (count - 1).to_bytes(4, "big", signed=True)
    seal(batch)
    return bytes(batch)


def with_wrong_crc(batch: bytes) -> bytes:
    changed = bytearray(batch)
    changed[CRC_AT] ^= 1
    return bytes(changed)


def aborted(producer_id: int, first_offset: int, last_offset: int = 0) -> AbortedTransaction:
    return AbortedTransaction(producer_id, first_offset, last_offset, last_offset + 1)
