"""Few files of many."""

from __future__ import annotations

from pathlib import Path

import pytest

from kafkawire.spark.tables import sink as sinks
from kafkawire.spark.tables.merging import compact
from kafkawire.spark.tables.places import Place
from kafkawire.spark.tables.writing import PartWriter, Written
from tests.support.spark.stored_tables import stored_files, stored_rows, write_input


def left_apart(writer: PartWriter) -> list[Written]:
    """As `finish`, with a file for each batch."""
    return [
        Written(path, table, 0, tuple(writer._topics[table, folder]))
        for (table, folder), paths in writer._files.items()
        for path in paths
    ]


def test_compacting_keeps_every_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(str(tmp_path))
    monkeypatch.setattr(sinks, "ROWS_MAX", 1)
    monkeypatch.setattr(PartWriter, "finish", left_apart)
    write_input(place, "a", beats=20)
    write_input(place, "b", beats=3)
    before, many = stored_rows(tmp_path, "requests"), len(stored_files(tmp_path / "requests"))
    assert compact(place, "requests") == many - 6
    assert len(stored_files(tmp_path / "requests")) == 6
    assert sorted(stored_rows(tmp_path, "requests"), key=str) == sorted(before, key=str)
    assert compact(place, "requests") == 0


def test_compacted_files_are_not_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(str(tmp_path))
    monkeypatch.setattr(sinks, "ROWS_MAX", 1)
    monkeypatch.setattr(PartWriter, "finish", left_apart)
    write_input(place, "a", beats=10)
    sizes = [path.stat().st_size for path in (tmp_path / "requests").rglob("*Heartbeat/*.parquet")]
    compact(place, "requests", bytes_max=3 * max(sizes))
    beats = [name for name in stored_files(tmp_path / "requests") if "Heartbeat" in name]
    assert len(beats) == 4


def test_what_was_killed_between_both_moves_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = Place(str(tmp_path))
    monkeypatch.setattr(sinks, "ROWS_MAX", 1)
    monkeypatch.setattr(PartWriter, "finish", left_apart)
    write_input(place, "a", beats=5)
    before = stored_rows(tmp_path, "requests")

    class Killed(Exception):
        pass

    def half(place: Place, run: str, input_: str, table: str) -> None:
        old = f"{place.staging(run, table)}.old"
        place.files.move(f"{place.root}/{table}/input={input_}", old)
        raise Killed

    replace = Place.replace
    monkeypatch.setattr(Place, "replace", half)
    with pytest.raises(Killed):
        compact(place, "requests")
    monkeypatch.setattr(Place, "replace", replace)
    assert not (tmp_path / "requests/input=a").exists()
    assert compact(place, "requests") > 0
    assert sorted(stored_rows(tmp_path, "requests"), key=str) == sorted(before, key=str)
