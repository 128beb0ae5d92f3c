"""All frames of captures, those of leaps without the engine, against one engine's rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pyarrow as pa
import pytest

from kafkawire.dump.engine import Engine
from kafkawire.dump.inputs.captures import read_capture
from kafkawire.dump.pipeline import Pipeline
from kafkawire.spark.captures.carrying import Carried
from kafkawire.spark.captures.decoding import decode, decode_frames, splits_of
from kafkawire.spark.captures.frame_columns import Frames, FrameSink
from kafkawire.spark.captures.layout import layout_of, map_file
from kafkawire.spark.captures.leaps import Entry, Leap
from kafkawire.spark.captures.leapt import Leapt, Telling
from kafkawire.spark.captures.scanning import scan
from kafkawire.spark.captures.stitching import stitch
from kafkawire.spark.tables.sink import Collected, TableSink
from tests.support.dump.captures import make_capture
from tests.support.dump.strange_captures import SEEDS, splits_for, strange_pcap, strange_sends

Rows = Counter[tuple[object, ...]]
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("short_stretches")]


def counted(batches: Iterable[pa.RecordBatch]) -> Rows:
    return Counter(tuple(row.values()) for batch in batches for row in batch.to_pylist())


def rows_of_one(path: Path) -> Rows:
    collected = Collected()
    pipeline = Pipeline(Engine(), None, None, [TableSink(collected.write, ("frames",))])
    pipeline.run(read_capture(str(path)))
    pipeline.close()
    return counted(collected.table("frames").to_batches())


def rows_of_splits(path: Path, split_bytes: int) -> Rows:
    """As a cluster's tasks do it: what is not said by a scan is left to the engine."""
    data = map_file(str(path))
    layout = layout_of(data)
    assert layout is not None
    scans = []
    for start, stop in splits_of(layout, len(data), split_bytes):
        leapt: list[Leapt] = []
        is_first = start == layout.first
        scans.append((stop, scan(layout, data, start, stop, is_known=is_first, leapt=leapt), leapt))
    batches: list[pa.RecordBatch] = []
    carried = Carried(layout, data)
    cuts = list(stitch(layout, data, carried, ((stop, found) for stop, found, _ in scans)))
    for cut, (_, found, leapt) in zip(cuts, scans, strict=False):
        sink = FrameSink(batches.append)
        if found.is_whole and found.first == cut.start:
            decode_frames(str(path), cut, (found, leapt), sink)
        else:
            for _ in decode(str(path), cut, [sink]):
                pass
    return counted(batches)


@pytest.mark.parametrize("seed", SEEDS)
def test_frames_of_any_capture_are_those_of_one_engine(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "a.pcap"
    path.write_bytes(strange_pcap(seed))
    expected = rows_of_one(path)
    for split_bytes in splits_for(seed):
        assert rows_of_splits(path, split_bytes) == expected, split_bytes


@pytest.mark.parametrize("seed", [3, 7])
def test_next_to_all_frames_of_a_recording_are_told_without_the_engine(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.pcapng"
    path.write_bytes(make_capture(strange_sends(seed)))
    told: list[int] = []
    take = FrameSink.frames

    def counting(sink: FrameSink, connection: object, frames: Frames, *, is_request: bool) -> None:
        told.append(len(frames.offset))
        take(sink, connection, frames, is_request=is_request)  # type: ignore[arg-type]

    monkeypatch.setattr(FrameSink, "frames", counting)
    found = rows_of_splits(path, 20_000)
    assert found == rows_of_one(path)
    assert sum(told) > found.total() / 2


def test_frames_that_are_half_there_and_requests_that_wait_are_told_by_leaps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of many cuts, some are in the middle of a request, of a response, and between both."""
    path = tmp_path / "a.pcap"
    met: Counter[str] = Counter()
    tell = Telling.leap

    def watching(
        telling: Telling, link: object, leap: Leap, entry: Entry, order: tuple[int, int]
    ) -> None:
        for end in leap.goes_on(entry):
            is_held = bool(entry.halves[end].distance)
            met["request" if end == leap.client else "response"] += is_held
        met["waiting"] += bool(entry.early)
        tell(telling, link, leap, entry, order)  # type: ignore[arg-type]

    monkeypatch.setattr(Telling, "leap", watching)
    for seed in range(4):
        path.write_bytes(strange_pcap(seed))
        expected = rows_of_one(path)
        for split_bytes in (4_000, 7_000):
            assert rows_of_splits(path, split_bytes) == expected
    assert min(met[what] for what in ("request", "response", "waiting")) > 0, met
