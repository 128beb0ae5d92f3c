"""Rows into files: by date and API, each input once."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
import pytest

from kafkawire.spark.tables import sink as sinks
from kafkawire.spark.tables.places import Place
from tests.support.spark.stored_tables import stored_files, stored_rows, write_input


def test_rows_are_by_date_and_api(tmp_path: Path) -> None:
    write_input(Place(str(tmp_path)), "a")
    assert stored_files(tmp_path) == [
        "partitions/input=a/date=2026-11-18/api=Fetch/part-0-000000.parquet",
        "requests/input=a/date=2026-11-18/api=Fetch/part-0-000000.parquet",
        "requests/input=a/date=2026-11-18/api=Heartbeat/part-0-000000.parquet",
        "requests/input=a/date=2026-11-18/api=Metadata/part-0-000000.parquet",
    ]
    assert {row["api"] for row in stored_rows(tmp_path, "requests")} == {
        "Fetch",
        "Heartbeat",
        "Metadata",
    }
    (row,) = stored_rows(tmp_path, "partitions")
    assert row["topic"] == "orders"
    for path in tmp_path.rglob("*.parquet"):
        assert not {"input", "date", "api"} & set(pq.ParquetFile(path).schema_arrow.names)


def test_the_same_input_twice_is_there_once(tmp_path: Path) -> None:
    place = Place(str(tmp_path))
    write_input(place, "a")
    write_input(place, "b")
    write_input(place, "a", beats=7)
    assert len(stored_rows(tmp_path, "requests")) == 4 + 9
    assert place.inputs() == ["a", "b"]
    assert not list((tmp_path / "_staging").iterdir())


def test_what_breaks_off_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = Place(str(tmp_path))
    write_input(place, "a")
    before = stored_rows(tmp_path, "requests")

    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Place, "publish", fail)
        with pytest.raises(OSError, match="full"):
            write_input(place, "a", beats=7)
    assert stored_rows(tmp_path, "requests") == before
    write_input(place, "a", beats=7)
    assert len(stored_rows(tmp_path, "requests")) == 9


def test_parts_become_few_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sinks, "ROWS_MAX", 1)
    write_input(Place(str(tmp_path)), "a", beats=20)
    assert len(stored_files(tmp_path / "requests")) == 3
    assert len(stored_rows(tmp_path, "requests")) == 22
