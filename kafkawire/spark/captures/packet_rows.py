"""A row for each packet of a capture, from its headers alone: no payload, no state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from socket import AF_INET, AF_INET6, inet_ntop

import numpy as np
import pyarrow as pa

from kafkawire.dump.inputs.captures import packets_of
from kafkawire.dump.inputs.packets import Complaints, Packet
from kafkawire.dump.inputs.pcap import PcapReader
from kafkawire.dump.inputs.pcapng import PcapngReader
from kafkawire.spark.captures.heads import Heads, heads_of
from kafkawire.spark.captures.layout import (
    Buffer,
    Layout,
    Records,
    layout_of,
    map_file,
    records_between,
)
from kafkawire.spark.tables.column import Column, Row, Table
from kafkawire.spark.tables.identity import MICROSECOND

ROWS_MAX = 10_000
CHUNK_BYTES = 4 << 20

PACKETS = Table(
    "packets",
    "A packet of a capture; of TCP without options of IP also what its header says.",
    (
        Column("time", "timestamp", "When it was captured, in UTC."),
        Column("time_ns", "long", "The same, exactly.", "ns since 1970"),
        Column("bytes", "long", "How many it had.", "bytes"),
        Column("captured_bytes", "long", "How many of them are in the capture.", "bytes"),
        Column("source", "string", "Address and port of who sent it."),
        Column("target", "string", "Address and port of whom it was sent to."),
        Column("sequence", "long", "TCP's sequence number of its first byte."),
        Column("acknowledged", "long", "TCP's number of the byte that is waited for."),
        Column("payload_bytes", "long", "How many bytes of the stream it brings.", "bytes"),
    ),
    is_by_api=False,
)


def packet_batches(path: str, start: int, stop: int | None) -> Iterator[pa.RecordBatch]:
    """The packets of a part that begins where a record does. Raises OSError, NotACapture."""
    data = map_file(path)
    layout = layout_of(data)
    if layout is None:
        yield from _of_packets(packets_of(path, Complaints()))
        return
    at = max(start, layout.first)
    stop = len(data) if stop is None else stop
    while at < stop:
        records = records_between(layout, data, at, min(stop, at + CHUNK_BYTES))
        if len(records.at):
            yield _batch(records, heads_of(data, records))
        if not records.is_whole:
            if stop == len(data):
                yield from _of_packets(_rest(layout, data, records))
            return
        at = records.end


def _batch(records: Records, heads: Heads) -> pa.RecordBatch:
    is_plain = heads.group >= 0
    sources, targets = zip(*map(_ends, heads.keys), strict=True) if heads.keys else ([""], [""])
    where = pa.array(np.where(is_plain, heads.group, 0), mask=~is_plain)
    return PACKETS.batch_of(
        {
            "time": pa.array(records.time_ns // MICROSECOND).cast(pa.timestamp("us", tz="UTC")),
            "time_ns": pa.array(records.time_ns),
            "bytes": pa.array(records.size),
            "captured_bytes": pa.array(records.stop - records.start),
            "source": pa.array(sources, pa.string()).take(where),
            "target": pa.array(targets, pa.string()).take(where),
            "sequence": pa.array(heads.sequence, mask=~is_plain),
            "acknowledged": pa.array(heads.acknowledged, mask=~is_plain),
            "payload_bytes": pa.array(heads.new, mask=~is_plain),
        }
    )


def _rest(layout: Layout, data: Buffer, records: Records) -> Iterator[Packet]:
    """The packets behind what can be split; a reader judges damage by the packet before it."""
    if not len(records.at):
        records = records_between(layout, data, layout.first, records.end)
    before = records.at[-1:].tolist()
    begin = before[0] if before else records.end
    chunks = [slice(0, layout.first)]
    chunks += [slice(at, at + CHUNK_BYTES) for at in range(begin, len(data), CHUNK_BYTES)]
    complaints = Complaints()
    is_pcapng = layout.is_pcapng
    reader = PcapngReader(complaints) if is_pcapng else PcapReader(data[:4], complaints)
    return islice(reader.packets(data[each] for each in chunks), len(before), None)


def _of_packets(packets: Iterable[Packet]) -> Iterator[pa.RecordBatch]:
    rows: list[Row] = []
    for time_ns, _, frame, size in packets:
        row = PACKETS.row(
            time=time_ns // MICROSECOND,
            time_ns=time_ns,
            bytes=size,
            captured_bytes=len(frame),
            source=None,
            target=None,
            sequence=None,
            acknowledged=None,
            payload_bytes=None,
        )
        rows.append(row)
        if len(rows) == ROWS_MAX:
            yield PACKETS.batch(rows)
            rows = []
    if rows:
        yield PACKETS.batch(rows)


def _ends(key: bytes) -> tuple[str, str]:
    size = (len(key) - 4) // 2
    family = AF_INET if size == 4 else AF_INET6
    found = []
    for end in (0, 1):
        host = inet_ntop(family, key[end * size : (end + 1) * size])
        port = int.from_bytes(key[2 * size + 2 * end : 2 * size + 2 * end + 2], "big")
        found.append(f"[{host}]:{port}" if size > 4 else f"{host}:{port}")
    return found[0], found[1]
