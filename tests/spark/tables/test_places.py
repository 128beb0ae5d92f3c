"""Where tables are."""

from __future__ import annotations

from pathlib import Path

import pytest

from kafkawire.spark.tables.places import Place, input_id


def test_an_input_is_named_by_its_path() -> None:
    assert input_id("/a/b.pcap") == input_id("/a/b.pcap")
    assert input_id("/a/b.pcap") != input_id("/c/b.pcap")
    assert input_id("/a/b.pcap").startswith("b-pcap-x")
    assert "/" not in input_id("///") + input_id("s3://x/y z")
    assert Place("/a/b/").root == "/a/b"


def test_a_place_is_the_same_from_any_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert Place("tables").root == str(tmp_path / "tables")
    assert Place("tables").for_spark(f"{tmp_path}/tables/x") == f"file://{tmp_path}/tables/x"


def stage(place: Place, run: str, text: str) -> None:
    path = Path(place.staging(run, "requests"), "input=a")
    path.mkdir(parents=True)
    (path / "part.parquet").write_text(text)


def test_what_is_published_takes_the_place_of_what_was_there(tmp_path: Path) -> None:
    place = Place(str(tmp_path))
    for run, text in (("1", "old"), ("2", "new")):
        stage(place, run, text)
        place.publish(run, "a", ("requests",), {"rows": 1})
        place.clear(run)
    assert (tmp_path / "requests/input=a/part.parquet").read_text() == "new"
    assert [each.path for each in place.files_of(str(tmp_path))] == [
        str(tmp_path / "requests/input=a/part.parquet")
    ]
    assert place.inputs() == ["a"]


def test_what_inputs_were_made_from_is_known(tmp_path: Path) -> None:
    place = Place(str(tmp_path))
    assert place.sources() == []
    place.publish("1", "a", (), {"path": "/captures/day-1.pcapng"})
    place.publish("2", "batch-7", (), {"by": "spark"})
    assert place.sources() == ["/captures/day-1.pcapng", "batch-7"]


def test_a_table_of_which_nothing_was_staged_is_empty_then(tmp_path: Path) -> None:
    place = Place(str(tmp_path))
    stage(place, "1", "old")
    place.publish("1", "a", ("requests",), {})
    place.publish("2", "a", ("requests",), {})
    assert place.files_of(f"{tmp_path}/requests") == []


def test_what_broke_off_between_both_is_mended_by_the_next_run(tmp_path: Path) -> None:
    place = Place(str(tmp_path))
    stage(place, "1", "old")
    place.publish("1", "a", ("requests",), {})
    (tmp_path / "_inputs/a.json").unlink()
    (tmp_path / "requests/input=a").rename(tmp_path / "_staging/1/requests.old")
    assert place.inputs() == []
    place.clear("1")
    stage(place, "1", "new")
    place.publish("1", "a", ("requests",), {})
    assert place.inputs() == ["a"]
    assert (tmp_path / "requests/input=a/part.parquet").read_text() == "new"


def test_paths_for_spark_say_which_files_are_meant() -> None:
    assert Place("/a").for_spark("/a/b") == "file:///a/b"
    assert Place("file:///a").for_spark("/a/b") == "file:///a/b"
