"""Tables as Parquet: each input once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from kafkawire.spark.tables import sink as sinks
from kafkawire.spark.tables import writing
from kafkawire.spark.tables.sink import TableSink
from kafkawire.spark.tables.writing import Place, TableWriter, compact, input_id
from tests.support.dialogues import Dialogue
from tests.support.dumped_sessions import said, told
from tests.support.fetching import fetch_request

ORDERS = bytes(range(16))
TABLES = ("requests", "partitions", "damage")


def write(place: Place, input_: str, beats: int = 2) -> None:
    """A fetch by an id whose name comes later, and some heartbeats."""
    writer = TableWriter(place, input_, TABLES)
    sink, dialogue = TableSink(writer.write, TABLES), Dialogue()
    on = dialogue.connect()
    answer = said(told(0))
    answer.responses[0].topic_id = ORDERS
    sink.event(dialogue.done(on, fetch_request((ORDERS, 0)), answer, 13))
    for _ in range(beats):
        sink.event(dialogue.done(on, HeartbeatRequest(), HeartbeatResponse(), 3))
    topic = MetadataResponse.MetadataResponseTopic(name="orders", topic_id=ORDERS)
    sink.event(dialogue.done(on, MetadataRequest(), MetadataResponse(topics=[topic]), 12))
    sink.close()
    writer.commit(sink.names)


def rows(root: Path, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pq.read_table(root / table, partitioning="hive").to_pylist()
    return found


def files(root: Path) -> list[str]:
    return sorted(str(path.relative_to(root)) for path in root.rglob("*.parquet"))


def test_rows_are_by_date_and_api(tmp_path: Path) -> None:
    write(Place(str(tmp_path)), "a")
    assert files(tmp_path) == [
        "partitions/input=a/date=2026-11-18/api=Fetch/part-000001.parquet",
        "requests/input=a/date=2026-11-18/api=Fetch/part-000001.parquet",
        "requests/input=a/date=2026-11-18/api=Heartbeat/part-000002.parquet",
        "requests/input=a/date=2026-11-18/api=Metadata/part-000003.parquet",
    ]
    assert {row["api"] for row in rows(tmp_path, "requests")} == {"Fetch", "Heartbeat", "Metadata"}
    (row,) = rows(tmp_path, "partitions")
    assert row["topic"] == "orders"


def test_the_same_input_twice_is_there_once(tmp_path: Path) -> None:
    place = Place(str(tmp_path))
    write(place, "a")
    write(place, "b")
    write(place, "a", beats=7)
    assert len(rows(tmp_path, "requests")) == 4 + 9
    assert place.inputs() == ["a", "b"]
    assert not list((tmp_path / "_staging").iterdir())


def test_what_breaks_off_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = Place(str(tmp_path))
    write(place, "a")
    before = rows(tmp_path, "requests")

    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Place, "publish", fail)
        with pytest.raises(OSError, match="full"):
            write(place, "a", beats=7)
    assert rows(tmp_path, "requests") == before
    write(place, "a", beats=7)
    assert len(rows(tmp_path, "requests")) == 9


def test_parts_become_few_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sinks, "ROWS_MAX", 1)
    write(Place(str(tmp_path)), "a", beats=20)
    assert len(files(tmp_path / "requests")) == 3
    assert len(rows(tmp_path, "requests")) == 22


def test_compacting_keeps_every_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(str(tmp_path))
    monkeypatch.setattr(sinks, "ROWS_MAX", 1)
    monkeypatch.setattr(TableWriter, "_make_fewer", lambda *_: None)
    write(place, "a", beats=20)
    write(place, "b", beats=3)
    before, many = rows(tmp_path, "requests"), len(files(tmp_path / "requests"))
    assert compact(place, "requests") == many - 6
    assert len(files(tmp_path / "requests")) == 6
    assert sorted(rows(tmp_path, "requests"), key=str) == sorted(before, key=str)
    assert compact(place, "requests") == 0


def test_compacted_files_are_not_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(str(tmp_path))
    monkeypatch.setattr(sinks, "ROWS_MAX", 1)
    monkeypatch.setattr(TableWriter, "_make_fewer", lambda *_: None)
    write(place, "a", beats=10)
    sizes = [path.stat().st_size for path in (tmp_path / "requests").rglob("*Heartbeat/*.parquet")]
    compact(place, "requests", bytes_max=3 * max(sizes))
    beats = [name for name in files(tmp_path / "requests") if "Heartbeat" in name]
    assert len(beats) == 4


def test_an_input_is_named_by_its_path() -> None:
    assert input_id("/a/b.pcap") == input_id("/a/b.pcap")
    assert input_id("/a/b.pcap") != input_id("/c/b.pcap")
    assert input_id("/a/b.pcap").startswith("b-pcap-x")
    assert "/" not in input_id("///") + input_id("s3://x/y z")
    assert writing.Place("/a/b/").root == "/a/b"
