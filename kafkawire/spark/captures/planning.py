"""Captures in parts, and the rows of a part: what tasks do, without Spark."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from kafkawire.spark.captures.carrying import Carried
from kafkawire.spark.captures.decoding import cuts_of, decode, decode_frames, splits_of, whole_of
from kafkawire.spark.captures.frame_columns import FrameSink
from kafkawire.spark.captures.layout import (
    Buffer,
    Layout,
    Records,
    layout_of,
    map_file,
    records_between,
)
from kafkawire.spark.captures.leapt import Leapt
from kafkawire.spark.captures.options import CaptureOptions, files_of
from kafkawire.spark.captures.packet_rows import packet_batches
from kafkawire.spark.captures.scanning import Scan
from kafkawire.spark.captures.stitching import Cut
from kafkawire.spark.tables.catalogue import BY_NAME
from kafkawire.spark.tables.sink import TableSink

if TYPE_CHECKING:
    from kafkawire.dump.model import Exchange, Sink

PACKETS, FRAMES = "packets", "frames"
OF_THE_CHOSEN = "damage", "digests"
"""With a filter they tell of connections of which something was chosen, be it long ago: a part does
not know what was chosen in those before it."""

COLLECT_AFTER = 50_000
"""So many new objects between looks for cycles: there are next to none."""


def collect_seldom() -> None:
    """For the rest of a worker's life."""
    if 0 < gc.get_threshold()[0] < COLLECT_AFTER:
        gc.set_threshold(COLLECT_AFTER)


class Part(NamedTuple):
    """What one task decodes."""

    path: str
    cut: Cut


class Range(NamedTuple):
    """What one task scans: the `number`th split of a file."""

    path: str
    number: int
    start: int
    stop: int
    is_first: bool


def ranges_of(options: CaptureOptions) -> tuple[list[Range], list[Part]]:
    """What is to be scanned, and files that are one part. Raises OSError, CaptureOptionError."""
    ranges, parts = [], []
    for path in files_of(options.paths):
        data = map_file(path)
        layout = layout_of(data)
        if layout is None or _is_one(len(data), options):
            parts.append(_whole(path, options))
            continue
        for number, (start, stop) in enumerate(splits_of(layout, len(data), options.split_bytes)):
            ranges.append(Range(path, number, start, stop, number == 0))
    return ranges, parts


def _is_one(size: int, options: CaptureOptions) -> bool:
    """Whether a capture of so many bytes is one part."""
    return size <= options.split_bytes or bool(options.filter and options.table in OF_THE_CHOSEN)


def _whole(path: str, options: CaptureOptions) -> Part:
    return Part(path, whole_of(path, secrets=options.secrets, ports=options.ports))


def parts_of(options: CaptureOptions) -> Iterator[Part]:
    """All parts, found in this process. Raises OSError, CaptureOptionError."""
    for path in files_of(options.paths):
        data = map_file(path)
        layout = layout_of(data)
        if layout is None or _is_one(len(data), options):
            yield _whole(path, options)
        elif options.table == PACKETS:
            yield from _parts_of_packets(path, layout, data, options)
        else:
            cuts = cuts_of(path, options.split_bytes, secrets=options.secrets, ports=options.ports)
            yield from (Part(path, cut) for cut in cuts if may_have_rows(cut, options))


def _parts_of_packets(
    path: str, layout: Layout, data: Buffer, options: CaptureOptions
) -> Iterator[Part]:
    at = layout.first
    for _, stop in splits_of(layout, len(data), options.split_bytes):
        records = records_between(layout, data, at, stop)
        if not records.is_whole:
            # From where it cannot be split any more the file is one part.
            yield Part(path, Cut(at, None, None))
            return
        if _may_have_packets(records, options):
            yield Part(path, Cut(at, records.end, None))
        at = records.end


def _may_have_packets(records: Records, options: CaptureOptions) -> bool:
    """Whether a packet can be of the times that are asked for."""
    if not len(records.at):
        return False
    is_late = options.from_ns is None or int(records.time_ns.max()) >= options.from_ns
    is_early = options.to_ns is None or int(records.time_ns.min()) < options.to_ns
    return is_late and is_early


def may_have_rows(cut: Cut, options: CaptureOptions) -> bool:
    """Whether a part can have rows of the times that are asked for.

    One that begins too late may still tell of what was asked long before and never answered.
    """
    since = options.from_ns
    return since is None or cut.latest_ns is None or cut.latest_ns >= since


def carried_at_first(path: str, options: CaptureOptions) -> Carried:
    """The state before a capture's first packet. Raises OSError."""
    data = map_file(path)
    layout = layout_of(data)
    assert layout is not None, "only such captures are cut"
    return Carried(layout, data, secrets=options.secrets, ports=options.ports)


Scanned = tuple[Scan, list[Leapt]]
"""A split, and the frames of its leaps."""


def batches_of(
    part: Part, options: CaptureOptions, scanned: Scanned | None = None
) -> Iterator[pa.RecordBatch]:
    """The rows of a part; of frames a scan tells next to all. Raises OSError, NotACapture."""
    collect_seldom()
    if options.table == PACKETS:
        batches = packet_batches(part.path, part.cut.start, part.cut.stop)
    elif scanned is not None:
        batches = _frame_batches(part, scanned)
    else:
        batches = _table_batches(part, options)
    for batch in batches:
        chosen = _within(batch, options)
        if chosen.num_rows:
            yield chosen


def tells_of_frames(options: CaptureOptions) -> bool:
    """Whether rows can be made of scans."""
    return options.table == FRAMES and not options.filter


def _frame_batches(part: Part, scanned: Scanned) -> Iterator[pa.RecordBatch]:
    found: list[pa.RecordBatch] = []
    decode_frames(part.path, part.cut, scanned, FrameSink(found.append))
    yield from found


def _table_batches(part: Part, options: CaptureOptions) -> Iterator[pa.RecordBatch]:
    found: list[pa.RecordBatch] = []
    sink: Sink = FrameSink(found.append)
    if options.table != FRAMES:
        sink = TableSink(lambda _, batch: found.append(batch), (options.table,))
    for _ in decode(part.path, part.cut, [sink], matching(options)):
        yield from found
        found.clear()


def matching(options: CaptureOptions) -> Callable[[Exchange], bool] | None:
    """The filter of exchanges, if there is one."""
    if not options.filter:
        return None
    from kafkawire.dump.filter import Filter

    return Filter(options.filter).matches


def _within(batch: pa.RecordBatch, options: CaptureOptions) -> pa.RecordBatch:
    """Rows of the times that are asked for."""
    if options.from_ns is None and options.to_ns is None:
        return batch
    time_ns = batch.column("time_ns" if "time_ns" in batch.schema.names else "order_ns")
    is_in = pa.scalar(True)
    if options.from_ns is not None:
        is_in = pc.and_(is_in, pc.greater_equal(time_ns, options.from_ns))
    if options.to_ns is not None:
        is_in = pc.and_(is_in, pc.less(time_ns, options.to_ns))
    return batch.filter(is_in)


def schema_of(table: str) -> pa.Schema:
    """The columns of a table, or of packets."""
    from kafkawire.spark.captures.packet_rows import PACKETS as packets

    return packets.arrow if table == PACKETS else BY_NAME[table].arrow
