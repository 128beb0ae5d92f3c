"""Which parts captures have, and that the rows of all parts are those of one engine."""

from __future__ import annotations

import gc
import gzip
from collections.abc import Iterator
from itertools import groupby, pairwise
from pathlib import Path
from random import Random

import pyarrow as pa
import pytest

from kafkawire.dump.engine import Engine
from kafkawire.dump.inputs.captures import packets_of, read_capture
from kafkawire.dump.inputs.packets import Complaints
from kafkawire.dump.pipeline import Pipeline
from kafkawire.spark.captures import frame_columns
from kafkawire.spark.captures.carrying import Carried
from kafkawire.spark.captures.decoding import splits_of, whole_of
from kafkawire.spark.captures.layout import layout_of, map_file
from kafkawire.spark.captures.options import CaptureOptions
from kafkawire.spark.captures.planning import (
    Part,
    Range,
    batches_of,
    carried_at_first,
    collect_seldom,
    matching,
    parts_of,
    ranges_of,
    schema_of,
)
from kafkawire.spark.tables.catalogue import BY_NAME
from kafkawire.spark.tables.sink import Collected, TableSink
from tests.support.dump.captures import make_capture, pcap
from tests.support.dump.strange_captures import (
    strange_frames,
    strange_pcap,
    strange_sends,
    text_of_state,
)

COLLECT_AFTER = 50_000

SPLIT_BYTES = 15_000
TABLES = ("frames", "requests", "damage", "packets")
Rows = list[tuple[object, ...]]


@pytest.fixture(autouse=True)
def _same_collector() -> Iterator[None]:
    """What a worker does for the rest of its life ends here with the test."""
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


@pytest.fixture
def captures(tmp_path: Path) -> list[Path]:
    """Two that can be split, one that is packed, one that is small, one without a packet."""
    contents = {
        "a.pcap": pcap(strange_frames(4, exchanges=50)),
        "b.pcapng": make_capture(strange_sends(5)[:120]),
        "c.pcap.gz": gzip.compress(pcap(strange_frames(6, exchanges=30))),
        "d.pcap": pcap(strange_frames(2)[:30]),
        "e.pcap": pcap([]),
    }
    for name, data in contents.items():
        (tmp_path / name).write_bytes(data)
    return [tmp_path / name for name in contents]


def options_of(captures: list[Path], table: str = "requests") -> CaptureOptions:
    return CaptureOptions((str(captures[0].parent),), table, split_bytes=SPLIT_BYTES)


def rows_of(options: CaptureOptions) -> Rows:
    rows: Rows = []
    for part in parts_of(options):
        for batch in batches_of(part, options):
            assert batch.num_rows
            assert batch.schema.equals(schema_of(options.table))
            rows += [tuple(row.values()) for row in batch.to_pylist()]
    return rows


def rows_of_one(captures: list[Path], options: CaptureOptions) -> Rows:
    collected, table = Collected(), options.table
    for path in captures:
        sink = TableSink(collected.write, (table,))
        engine = Engine(secrets=options.secrets, ports=options.ports)
        pipeline = Pipeline(engine, None, matching(options), [sink])
        pipeline.run(read_capture(str(path)))
        pipeline.close()
    return [tuple(row.values()) for row in collected.table(table).to_pylist()]


def in_order(rows: Rows) -> Rows:
    """Of frames, which come by connections."""
    return sorted(rows, key=repr)


def by_file(parts: list[Part]) -> dict[str, list[Part]]:
    return {path: list(found) for path, found in groupby(parts, lambda part: part.path)}


@pytest.mark.parametrize("table", TABLES)
def test_parts_follow_each_other_from_the_first_packet_to_the_end(
    captures: list[Path], table: str
) -> None:
    found = by_file(list(parts_of(options_of(captures, table))))
    assert list(found) == [str(path) for path in captures]
    for path, parts in found.items():
        cuts = [part.cut for part in parts]
        assert all(before.stop == after.start for before, after in pairwise(cuts))
        if Path(path) not in captures[:2]:
            assert cuts == [whole_of(path)]
            continue
        data = map_file(path)
        layout = layout_of(data)
        assert layout is not None
        assert len(cuts) > 1
        assert cuts[0].start == layout.first
        assert cuts[-1].stop in (None, len(data))
        # States are for those who decode what streams say.
        assert {cut.state is None for cut in cuts} == {table == "packets"}


@pytest.mark.parametrize("table", ["frames", "requests", "damage"])
def test_rows_of_all_parts_are_those_of_one_engine(captures: list[Path], table: str) -> None:
    options = options_of(captures, table)
    expected = rows_of_one(captures, options)
    assert expected
    found = rows_of(options)
    if table == "frames":
        found, expected = in_order(found), in_order(expected)
    assert found == expected


def test_rows_of_a_large_part_come_in_batches_each_once(
    captures: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frame_columns, "ROWS_MAX", 10)
    path = captures[0]
    path.write_bytes(pcap(strange_frames(4) * 3))
    options = CaptureOptions((str(path),), "frames")
    (part,) = parts_of(options)
    assert len(list(batches_of(part, options))) > 3
    assert in_order(rows_of(options)) == in_order(rows_of_one([path], options))


def test_packets_of_all_parts_are_those_of_the_files(captures: list[Path]) -> None:
    expected = [
        (time_ns, size, len(frame))
        for path in captures
        for time_ns, _, frame, size in packets_of(str(path), Complaints())
    ]
    assert [row[1:4] for row in rows_of(options_of(captures, "packets"))] == expected


@pytest.mark.parametrize("table", TABLES)
def test_times_leave_out_rows_and_change_none(captures: list[Path], table: str) -> None:
    options = options_of(captures, table)
    rows, random = rows_of(options), Random(7)
    names = schema_of(table).names
    at = names.index("time_ns" if "time_ns" in names else "order_ns")
    times = sorted(int(str(row[at])) for row in rows)
    begin, end = sorted(random.sample(times, 2))
    for from_ns, to_ns in ((begin, end), (begin, None), (None, end), (0, begin)):
        expected = [
            row
            for row in rows
            if (from_ns is None or int(str(row[at])) >= from_ns)
            and (to_ns is None or int(str(row[at])) < to_ns)
        ]
        assert rows_of(options._replace(from_ns=from_ns, to_ns=to_ns)) == expected


@pytest.mark.parametrize("table", ["frames", "requests"])
def test_a_filter_chooses_exchanges(captures: list[Path], table: str) -> None:
    options = options_of(captures, table)._replace(filter="~api Fetch")
    found = rows_of(options)
    assert found == rows_of_one(captures, options)
    assert 0 < len(found) < len(rows_of(options_of(captures, table)))
    assert matching(options_of(captures)) is None


@pytest.mark.parametrize("table", ["damage", "digests"])
@pytest.mark.parametrize("seed", [0, 8])
def test_what_a_filter_leaves_of_connections_does_not_depend_on_splits(
    table: str, seed: int, tmp_path: Path
) -> None:
    """It is what belongs to those of which something was chosen, however long before."""
    path = tmp_path / "a.pcap"
    path.write_bytes(strange_pcap(seed, exchanges=80))
    options = options_of([path], table)._replace(filter="~api Fetch")
    assert rows_of(options) == rows_of_one([path], options)
    assert ranges_of(options) == ([], [Part(str(path), whole_of(str(path)))])
    assert ranges_of(options._replace(filter=""))[0]


@pytest.mark.parametrize("table", TABLES)
def test_secrets_and_ports_go_with_each_part(captures: list[Path], table: str) -> None:
    options = options_of(captures, table)._replace(secrets=True, ports=(5, 6))
    for part in parts_of(options):
        if part.cut.state is not None:
            carried = Carried.take_up(part.cut.state)
            assert carried.engine._ports == {5, 6}
            assert carried.engine._mask is None
        elif table != "packets":
            assert part.cut == whole_of(part.path, secrets=True, ports=(5, 6))


def test_the_first_part_begins_with_the_state_before_the_first_packet(
    captures: list[Path],
) -> None:
    for options in (options_of(captures), options_of(captures)._replace(ports=(5,), secrets=True)):
        (first, *_) = parts_of(options)
        assert first.cut.state is not None
        carried = Carried.take_up(first.cut.state)
        assert text_of_state(carried) == text_of_state(carried_at_first(first.path, options))
        assert (carried.packets, carried.at) == (0, first.cut.start)


def test_ranges_are_splits_of_what_can_be_split(captures: list[Path]) -> None:
    options = options_of(captures)
    ranges, parts = ranges_of(options)
    expected = []
    for path in map(str, captures[:2]):
        data = map_file(path)
        layout = layout_of(data)
        assert layout is not None
        for number, (start, stop) in enumerate(splits_of(layout, len(data), SPLIT_BYTES)):
            expected.append(Range(path, number, start, stop, number == 0))
    assert ranges == expected
    assert parts == [Part(str(path), whole_of(str(path))) for path in captures[2:]]
    _, others = ranges_of(options._replace(secrets=True, ports=(5,)))
    assert {(part.cut.secrets, part.cut.ports) for part in others} == {(True, (5,))}


def test_only_what_is_larger_than_a_split_is_split(tmp_path: Path) -> None:
    path = tmp_path / "a.pcap"
    path.write_bytes(pcap(strange_frames(4)))
    size = path.stat().st_size
    for split_bytes, is_split in ((size, False), (size - 1, True)):
        options = CaptureOptions((str(path),), split_bytes=split_bytes)
        ranges, parts = ranges_of(options)
        assert (bool(ranges), bool(parts)) == (is_split, not is_split)
        assert all((part.cut.state is not None) == is_split for part in parts_of(options))


@pytest.mark.parametrize(
    ("before", "after"), [(700, COLLECT_AFTER), (COLLECT_AFTER + 1, COLLECT_AFTER + 1), (0, 0)]
)
def test_a_worker_looks_for_cycles_seldom_and_never_more_often(before: int, after: int) -> None:
    gc.set_threshold(before)
    collect_seldom()
    assert gc.get_threshold()[0] == after


def test_tasks_look_for_cycles_seldom(captures: list[Path]) -> None:
    gc.set_threshold(700)
    options = options_of(captures)
    next(batches_of(next(parts_of(options)), options))
    assert gc.get_threshold()[0] == COLLECT_AFTER


def test_every_table_has_a_schema() -> None:
    for name, table in BY_NAME.items():
        assert schema_of(name).equals(table.arrow)
    assert isinstance(schema_of("packets"), pa.Schema)
    assert "payload_bytes" in schema_of("packets").names


def test_packets_behind_what_can_be_split_are_in_the_last_part(tmp_path: Path) -> None:
    path = tmp_path / "a.pcapng"
    path.write_bytes(make_capture(strange_sends(5)) + make_capture(strange_sends(6)))
    options = options_of([path], "packets")
    assert len(list(parts_of(options))) > 2
    times = [packet[0] for packet in packets_of(str(path), Complaints())]
    assert [row[1] for row in rows_of(options)] == times


def test_packets_of_other_times_are_not_read(tmp_path: Path) -> None:
    path = tmp_path / "a.pcap"
    path.write_bytes(pcap(strange_frames(4, exchanges=50)))
    options = CaptureOptions((str(path),), "packets", split_bytes=5_000)
    rows, parts = rows_of(options), list(parts_of(options))
    times = [int(str(row[1])) for row in rows]
    middle = sorted(times)[len(times) // 2]
    for asked in (options._replace(from_ns=middle), options._replace(to_ns=middle)):
        found = list(parts_of(asked))
        assert 0 < len(found) < len(parts)
        is_late = asked.to_ns is None
        expected = [row for row in rows if (int(str(row[1])) >= middle) == is_late]
        assert rows_of(asked) == expected
    assert list(parts_of(options._replace(from_ns=max(times) + 1))) == []
    assert len(list(parts_of(options._replace(from_ns=max(times))))) > 0
    assert len(list(parts_of(options._replace(to_ns=min(times) + 1)))) > 0
    assert list(parts_of(options._replace(to_ns=min(times)))) == []


def test_parts_that_end_before_the_first_time_asked_for_are_not_decoded(tmp_path: Path) -> None:
    path = tmp_path / "a.pcap"
    path.write_bytes(pcap(strange_frames(4, exchanges=50)))
    for table in ("frames", "requests", "damage"):
        options = CaptureOptions((str(path),), table, split_bytes=SPLIT_BYTES)
        parts = list(parts_of(options))
        latest = [part.cut.latest_ns or 0 for part in parts]
        assert latest == sorted(latest)
        later = options._replace(from_ns=latest[1] + 1)
        assert list(parts_of(later)) == [
            part for part, until in zip(parts, latest, strict=True) if until > latest[1]
        ]
        names = schema_of(table).names
        at = names.index("time_ns" if "time_ns" in names else "order_ns")
        expected = [row for row in rows_of(options) if int(str(row[at])) > latest[1]]
        assert rows_of(later) == expected
