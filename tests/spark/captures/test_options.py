"""Options of the format, understood and refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from kafkawire.spark.captures.options import CaptureOptionError, files_of, read_options


def test_options_are_understood_in_any_case() -> None:
    found = read_options(
        {
            "path": "a.pcap, b.pcap",
            "LEVEL": "frames",
            "from": "1970-01-01T00:00:01",
            "To": "5",
            "ports": "9092,9093",
            "splitbytes": "1000",
            "batchBytes": "2000",
            "filter": "~api Fetch",
        }
    )
    assert found.paths == ("a.pcap", "b.pcap")
    assert found.table == "frames"
    assert (found.from_ns, found.to_ns) == (1_000_000_000, 5)
    assert found.ports == (9092, 9093)
    assert (found.split_bytes, found.batch_bytes) == (1000, 2000)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "path is missing"),
        ({"path": "a", "level": "bytes"}, "not one of frames"),
        ({"path": "a", "table": "fetches"}, "not one of frames, requests"),
        ({"path": "a", "from": "yesterday"}, "neither ISO 8601"),
        ({"path": "a", "ports": "x"}, "not numbers"),
        ({"path": "a", "ports": "9092,0"}, "0 is none, they are from 1 to 65535"),
        ({"path": "a", "ports": "65536"}, "65536 is none"),
        ({"path": "a", "ports": "-1"}, "-1 is none"),
        ({"path": "a", "level": "packets", "filter": "~api Fetch"}, "take filter away"),
        ({"path": "a", "level": "packets", "ports": "9092"}, "ports says nothing of packets"),
        ({"path": "a", "level": "packets", "Table": "requests"}, "table is of the level messages"),
        ({"path": "a", "level": "frames", "table": "requests"}, "level is frames: take one"),
        ({"path": "a", "level": "Records", "table": "records"}, "level is records: take one"),
        ({"path": "a", "secrets": "maybe"}, "not true or false"),
        ({"path": "a", "splitBytes": "0"}, "not a number above 0"),
        ({"path": "a", "batchBytes": "0"}, "not a number above 0"),
        ({"path": "a", "filter": "~nothing"}, "filter: "),
        ({"path": "a", "speed": "high"}, "no option speed"),
    ],
)
def test_what_cannot_be_followed_is_refused(given: dict[str, str], words: str) -> None:
    with pytest.raises(CaptureOptionError, match=words):
        read_options(given)


def test_ports_are_of_any_number_that_tcp_has() -> None:
    assert read_options({"path": "a", "ports": "1, 65535"}).ports == (1, 65535)


@pytest.mark.parametrize("level", ["frames", "records", "messages"])
def test_filters_and_ports_are_of_all_levels_but_packets(level: str) -> None:
    found = read_options({"path": "a", "level": level, "filter": "~api Fetch", "ports": "5"})
    assert (found.filter, found.ports) == ("~api Fetch", (5,))
    assert read_options({"path": "a", "level": "packets", "from": "5"}).table == "packets"


def test_directories_and_patterns_are_files(tmp_path: Path) -> None:
    for name in ("b.pcap", "a.pcapng.zst", "notes.txt"):
        (tmp_path / name).touch()
    assert files_of((str(tmp_path),)) == [str(tmp_path / "a.pcapng.zst"), str(tmp_path / "b.pcap")]
    assert files_of((f"{tmp_path}/b*", str(tmp_path / "b.pcap"))) == [str(tmp_path / "b.pcap")]
    with pytest.raises(CaptureOptionError, match="there is no capture"):
        files_of((str(tmp_path / "c.pcap"),))
