"""Small captures: the one process makes the tables that Spark makes."""

from __future__ import annotations

import gzip
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("plotly", reason="plotly is not installed: reports of Spark are not drawn")

from kafkawire.dump.inputs.captures import NotACapture
from kafkawire.spark.report import make_tables, small
from kafkawire.spark.tables.catalogue import DEFAULT
from kafkawire.spark.tables.places import Place, input_id
from tests.support.broker.classic_storm import classic_storm
from tests.support.dump.captures import capture_of, make_capture, pcap
from tests.support.dump.conversations import conversation
from tests.support.dump.dumped_sessions import session_capture
from tests.support.dump.strange_captures import strange_frames, strange_sends
from tests.support.spark.spark_made import stored
from tests.support.spark.tabled import TabledTap

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def captures(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Sessions, groups, findings, a topic whose name comes later, and odd packets."""
    tap = TabledTap(monkeypatch)
    classic_storm(3).run()
    made = {
        "session.pcapng": session_capture(),
        "storm.pcapng": capture_of(tap.exchanges),
        "strange.pcap": pcap(strange_frames(4)),
        "stranger.pcapng": make_capture(strange_sends(14)),
        "talk.pcapng": make_capture(conversation(Random(1), 40)),
    }
    for name, content in made.items():
        (folder / name).write_bytes(content)
    return [str(folder / name) for name in made]


def test_one_process_makes_the_tables_that_spark_makes(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = captures(tmp_path, monkeypatch)
    make_tables(spark, paths, str(tmp_path / "spark"))
    place = Place(str(tmp_path / "one"))
    for _ in range(2):
        small.make_tables(paths, place)
    assert place.inputs() == sorted(map(input_id, paths))
    assert place.sources() == Place(str(tmp_path / "spark")).sources()
    for name in DEFAULT:
        found = stored(tmp_path / "one", name)
        assert found, f"nothing in {name} shows nothing"
        assert found == stored(tmp_path / "spark", name), name


def test_what_breaks_off_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "talk.pcapng"
    path.write_bytes(make_capture(conversation(Random(1), 40)))
    place = Place(str(tmp_path / "tables"))
    small.make_tables([str(path)], place)
    before = stored(tmp_path / "tables", "requests")
    (tmp_path / "none.pcapng").write_text("no capture")
    with pytest.raises(NotACapture, match=r"none\.pcapng"):
        small.make_tables([str(path), str(tmp_path / "none.pcapng")], place)
    assert stored(tmp_path / "tables", "requests") == before
    assert not list((tmp_path / "tables" / "_staging").iterdir())


def test_what_is_large_is_left_to_spark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "talk.pcapng"
    path.write_bytes(make_capture(conversation(Random(1), 40)))
    place = Place(str(tmp_path / "tables"))
    small.make_tables([str(path)], place)
    assert small.captures_are_small([str(path)])
    assert small.tables_are_small(place)
    packed = tmp_path / "packed"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert small.captures_are_small([str(packed)])
    monkeypatch.setattr(small, "CAPTURES_BYTES", 8 * packed.stat().st_size - 1)
    assert not small.captures_are_small([str(packed)])
    monkeypatch.setattr(small, "CAPTURES_BYTES", 2 * path.stat().st_size - 1)
    monkeypatch.setattr(small, "TABLES_BYTES", 1000)
    assert not small.captures_are_small([str(path)] * 2)
    assert not small.tables_are_small(place)
