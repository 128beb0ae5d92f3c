"""Captures that grow, read by a stream's reader as Spark would call it."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

pytest.importorskip(
    "pyspark", reason="pyspark is not installed: the package for Spark is not tested"
)

from pyspark.sql.streaming.datasource import ReadAllAvailable

from kafkawire.dump.engine import Engine
from kafkawire.dump.inputs.captures import Reassembly, stretches_of
from kafkawire.dump.inputs.packets import Complaints
from kafkawire.dump.pipeline import Pipeline
from kafkawire.spark.captures.growing import CannotFollow
from kafkawire.spark.captures.options import CaptureOptionError
from kafkawire.spark.captures.stream import (
    CaptureStreamReader,
    GrownInput,
    read_stream_options,
)
from kafkawire.spark.tables.sink import Collected, TableSink
from tests.support.dump.captures import make_capture
from tests.support.dump.strange_captures import strange_pcap, strange_sends

NAMES = ("connection", "request_offset", "response_offset", "time_ns", "api", "outcome")
ALL = ReadAllAvailable()
Rows = list[tuple[object, ...]]


def reader_of(path: Path, states: Path, **more: str) -> CaptureStreamReader:
    given = {"path": str(path), "stateDir": str(states), **more}
    options, state = read_stream_options(given)
    return CaptureStreamReader(options, state, NAMES)


def rows_of(reader: CaptureStreamReader, parts: list[GrownInput]) -> Rows:
    rows: Rows = []
    for part in parts:
        for batch in reader.read(part):
            rows += [tuple(row.values()) for row in batch.to_pylist()]
    return rows


def rows_of_one(path: Path) -> Rows:
    """What one engine tells of a file that may grow: nothing has ended at its end."""
    collected = Collected()
    sink = TableSink(collected.write, ("requests",))
    pipeline = Pipeline(Engine(), None, None, [sink])
    complaints = Complaints()
    batches = list(Reassembly(complaints).batches(stretches_of(str(path), complaints)))
    pipeline.run_batches(batches[:-2])
    sink.close()
    found = collected.table("requests").select(NAMES).to_pylist()
    return [tuple(row.values()) for row in found]


@pytest.mark.parametrize("seed", [2, 4, 11])
def test_what_is_appended_is_read_once_and_as_one_engine_reads_it(
    seed: int, tmp_path: Path
) -> None:
    data, path = strange_pcap(seed), tmp_path / "in" / "a.pcap"
    path.parent.mkdir()
    reader = reader_of(path.parent, tmp_path / "states")
    start = reader.initialOffset()
    rows: Rows = []
    step = len(data) // 5
    for size in range(step, len(data) + step, step):
        path.write_bytes(data[:size])
        end = reader.latestOffset(start, ALL)
        again = rows_of(reader, reader.partitions(start, end))
        # A restart: nothing is known but what was put down, and the batch is done once more.
        reader = reader_of(path.parent, tmp_path / "states")
        found = rows_of(reader, reader.partitions(start, end))
        assert found == again
        rows += found
        start = end
        reader.commit(end)
        assert len(list((tmp_path / "states").rglob("*.state"))) == 1

    one = rows_of_one(path)
    assert rows == one[: len(rows)]
    assert len(rows) > len(one) * 0.8


def test_states_that_are_lost_are_made_again(tmp_path: Path) -> None:
    path = tmp_path / "a.pcap"
    data = strange_pcap(4)
    path.write_bytes(data)
    reader = reader_of(path, tmp_path / "states")
    end = reader.latestOffset({}, ALL)
    path.write_bytes(data[: len(data) // 2])
    reader = reader_of(path, tmp_path / "states")
    middle = reader.latestOffset({}, ALL)
    path.write_bytes(data)
    whole = rows_of(reader, reader.partitions({}, end))
    other = reader_of(path, tmp_path / "none")

    first = rows_of(other, other.partitions({}, middle))
    for each in (tmp_path / "none").rglob("*.state"):
        each.unlink()
    assert first + rows_of(other, other.partitions(middle, end)) == whole


def test_a_packet_that_is_half_there_waits(tmp_path: Path) -> None:
    path = tmp_path / "a.pcap"
    data = strange_pcap(2)
    path.write_bytes(data[:-3])
    reader = reader_of(path, tmp_path / "states")
    ((before, _),) = reader.latestOffset({}, ALL).values()
    path.write_bytes(data)
    ((after, _),) = reader.latestOffset({}, ALL).values()
    assert before < len(data) - 3
    assert after == len(data)


def test_a_run_of_what_is_available_ends_there(tmp_path: Path) -> None:
    path = tmp_path / "a.pcap"
    data = strange_pcap(2)
    path.write_bytes(data)
    half = len(data) // 2
    ((here, _),) = reader_of(path, tmp_path / "states").latestOffset({}, ALL).values()
    assert here == len(data)
    path.write_bytes(data[:half])
    before = reader_of(path, tmp_path / "states").latestOffset({}, ALL)
    reader = reader_of(tmp_path, tmp_path / "states")
    reader.prepareForTriggerAvailableNow()
    path.write_bytes(data)
    (tmp_path / "b.pcap").write_bytes(data)
    assert before[str(path)][0] < half
    assert reader.latestOffset({}, ALL) == before
    assert reader.latestOffset(before, ALL) == before


def test_a_run_that_finds_nothing_has_nothing_of_what_comes_during_it(tmp_path: Path) -> None:
    source = tmp_path / "in"
    source.mkdir()
    reader = reader_of(source, tmp_path / "states")
    reader.prepareForTriggerAvailableNow()
    (source / "a.pcap").write_bytes(strange_pcap(2))
    assert reader.latestOffset({}, ALL) == {}
    assert reader_of(source, tmp_path / "states").latestOffset({}, ALL)


@pytest.mark.parametrize("name", ["a.pcap", "b.pcapng"])
def test_what_is_new_comes_in_batches_of_so_many_bytes(name: str, tmp_path: Path) -> None:
    data = strange_pcap(4) if name == "a.pcap" else make_capture(strange_sends(5))
    path, bytes_max = tmp_path / "in" / name, 20_000
    path.parent.mkdir()
    path.write_bytes(data)
    whole = reader_of(path, tmp_path / "whole")
    expected = rows_of(whole, whole.partitions({}, whole.latestOffset({}, ALL)))
    reader = reader_of(path.parent, tmp_path / "states", batchBytes=str(bytes_max))
    reader.prepareForTriggerAvailableNow()
    with path.open("ab") as file:  # of another run
        file.write(data[-5000:])
    start, rows, ends = reader.initialOffset(), [], [0]
    while (end := reader.latestOffset(start, reader.getDefaultReadLimit())) != start:
        rows += rows_of(reader, reader.partitions(start, end))
        reader.commit(end)
        ends.append(end[str(path)][0])
        # As Spark has them, after a restart.
        start = json.loads(json.dumps(end))

    assert ends[-1] == len(data)
    steps = [after - before for before, after in pairwise(ends)]
    assert all(bytes_max <= step < bytes_max + 5_000 for step in steps[:-1])
    assert len(steps) == len(data) // bytes_max + 1 > 3
    assert rows == expected


def test_a_packet_that_is_larger_than_a_batch_comes_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.pcap"
    path.write_bytes(strange_pcap(2))
    reader = reader_of(path, tmp_path / "states", batchBytes="1")
    start = reader.initialOffset()
    ends = []
    for _ in range(5):
        start = reader.latestOffset(start, reader.getDefaultReadLimit())
        ends.append(start[str(path)][0])
    assert ends == sorted(set(ends))


def test_a_run_of_all_at_once_has_no_bound(tmp_path: Path) -> None:
    path = tmp_path / "a.pcap"
    path.write_bytes(strange_pcap(2))
    reader = reader_of(path, tmp_path / "states", batchBytes="1")
    assert reader.latestOffset({}, ALL)[str(path)][0] == path.stat().st_size


def test_a_file_that_takes_another_s_place_is_not_gone_on_with(tmp_path: Path) -> None:
    path, data = tmp_path / "a.pcap", strange_pcap(4)
    path.write_bytes(data[: len(data) // 2])
    reader = reader_of(path, tmp_path / "states")
    start = reader.latestOffset({}, ALL)
    path.write_bytes(data)
    end = reader.latestOffset(start, ALL)
    (part,) = reader.partitions(start, end)
    path.write_bytes(strange_pcap(5) + data)
    # A restart knows no more than the checkpoint.
    reader = reader_of(path, tmp_path / "states")
    with pytest.raises(CannotFollow, match=r"a\.pcap was replaced"):
        reader.latestOffset(json.loads(json.dumps(start)), ALL)
    # So does a batch that was planned before, or is done again.
    with pytest.raises(CannotFollow, match=r"a\.pcap was replaced"):
        rows_of(reader, [part])
    assert not (tmp_path / "states").exists()


def test_a_capture_that_is_taken_away_keeps_its_place(tmp_path: Path) -> None:
    data = strange_pcap(2)
    for name in ("a.pcap", "b.pcap"):
        (tmp_path / name).write_bytes(data)
    reader = reader_of(tmp_path, tmp_path / "states")
    both = reader.latestOffset({}, ALL)
    (tmp_path / "a.pcap").unlink()
    assert reader.latestOffset(both, ALL) == both
    (tmp_path / "a.pcap").write_bytes(data)
    assert reader.partitions(both, reader.latestOffset(both, ALL)) == []


def test_what_cannot_be_followed_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.pcap"
    data = strange_pcap(2)
    path.write_bytes(data)
    reader = reader_of(path, tmp_path / "states")
    end = reader.latestOffset({}, ALL)
    path.write_bytes(data[:100])
    # A restart knows no more than the checkpoint.
    reader = reader_of(path, tmp_path / "states")
    with pytest.raises(CannotFollow, match="has become shorter"):
        reader.latestOffset(end, ALL)
    path.write_bytes(data[:24] + b"\xff" * (2 << 20))
    with pytest.raises(CannotFollow, match="no packet at byte 24"):
        reader_of(path, tmp_path / "states").latestOffset({}, ALL)
    with pytest.raises(CaptureOptionError, match="stateDir is missing"):
        read_stream_options({"path": str(path)})
