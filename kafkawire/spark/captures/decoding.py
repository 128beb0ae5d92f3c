"""A part of a capture, decoded by the engine from the state at its beginning."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from kafkawire.dump.engine import Engine
from kafkawire.dump.inputs.captures import Reassembly, stretches_of
from kafkawire.dump.inputs.packets import Complaints
from kafkawire.dump.model import Exchange, Sink
from kafkawire.dump.pipeline import Pipeline
from kafkawire.dump.transport import Batch
from kafkawire.spark.captures.carrying import Carried
from kafkawire.spark.captures.frame_columns import FrameSink
from kafkawire.spark.captures.layout import Buffer, Layout, layout_of, map_file
from kafkawire.spark.captures.leapt import Leapt, Telling
from kafkawire.spark.captures.scanning import Scan, scan
from kafkawire.spark.captures.stitching import Cut, Fed, pass_split, stitch


def decode(
    path: str,
    cut: Cut,
    sinks: Sequence[Sink],
    matches: Callable[[Exchange], bool] | None = None,
) -> Iterator[None]:
    """Tell sinks what is in a part; control comes back after each piece of the file.

    Sinks are closed at the end of each part. Raises OSError.
    """
    if cut.state is None:
        engine = Engine(secrets=cut.secrets, ports=cut.ports)
        batches = read_batches_of(path)
    else:
        carried = Carried.take_up(cut.state)
        engine, batches = carried.engine, carried.batches(path, cut.stop)
    pipeline = Pipeline(engine, None, matches, sinks)
    for batch in batches:
        pipeline.run_batches((batch,))
        yield
    if cut.stop is None:
        pipeline.close()
    else:
        for sink in sinks:
            sink.close()
    yield


def decode_frames(path: str, cut: Cut, scanned: tuple[Scan, list[Leapt]], sink: FrameSink) -> None:
    """Tell a sink of the frames in a part, by what a scan has found of leaps.

    Of the scan all must be records, and the engine has no more to do than where parts are found.
    Raises OSError.
    """
    found, leapt = scanned
    assert cut.state is not None, "who scans captures cuts them"
    data = map_file(path)
    layout = layout_of(data)
    assert layout is not None, "only such captures are cut"
    carried = Carried.take_up(cut.state)
    telling = Telling(sink, dict(zip(found.leaps, leapt, strict=True)))
    pass_split(layout, data, carried, found, Fed(), telling)
    if cut.stop is None:
        for batch in carried.reassembly.batches(()):
            telling.events(carried.engine.feed_all(batch))
        telling.events(carried.engine.finish())
    sink.close()


def read_batches_of(path: str) -> Iterator[Batch]:
    """What the streams of a whole capture say, packed ones too. Raises OSError and NotACapture."""
    complaints = Complaints()
    yield from Reassembly(complaints).batches(stretches_of(path, complaints))


def whole_of(path: str, *, secrets: bool = False, ports: tuple[int, ...] = ()) -> Cut:
    """A capture as its only part."""
    return Cut(0, None, None, secrets, ports)


def splits_of(layout: Layout, size: int, split_bytes: int) -> list[tuple[int, int]]:
    """Where splits begin and end, records apart."""
    bounds = [*range(layout.first, max(size, layout.first + 1), max(1, split_bytes)), size]
    return list(pairwise(bounds))


def scans_of(layout: Layout, data: Buffer, split_bytes: int) -> Iterable[tuple[int, Scan]]:
    """Every split by itself, as tasks of a cluster would scan it."""
    for start, stop in splits_of(layout, len(data), split_bytes):
        yield stop, scan(layout, data, start, stop, is_known=start == layout.first)


def cuts_of(
    path: str,
    split_bytes: int,
    *,
    secrets: bool = False,
    ports: tuple[int, ...] = (),
    fed: Fed | None = None,
) -> Iterator[Cut]:
    """All parts of a capture that can be split, in one process. Raises OSError."""
    data = map_file(path)
    layout = layout_of(data)
    assert layout is not None, "such captures are read as a whole"
    carried = Carried(layout, data, secrets=secrets, ports=ports)
    yield from stitch(layout, data, carried, scans_of(layout, data, split_bytes), fed)
