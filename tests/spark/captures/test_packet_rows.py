"""Rows of packets, against the reader of captures and the readers of the layers."""

from __future__ import annotations

from collections.abc import Iterator
from gzip import compress
from ipaddress import ip_address
from itertools import pairwise
from pathlib import Path
from random import Random

import pyarrow as pa
import pytest

from kafkawire.dump.inputs.captures import NotACapture, packets_of
from kafkawire.dump.inputs.ip import IpReader
from kafkawire.dump.inputs.link import packet_of
from kafkawire.dump.inputs.packets import Complaints
from kafkawire.dump.transport import Endpoint
from kafkawire.spark.captures import packet_rows
from kafkawire.spark.captures.layout import layout_of, map_file, records_between
from kafkawire.spark.captures.packet_rows import PACKETS, packet_batches
from tests.support.dump.captures import Frame, make_capture, pcap
from tests.support.dump.strange_captures import strange_frames, strange_sends

SEEDS = range(8)
END: list[Frame] = [(1_700_000_099_000_000_001, bytes(300))]
"""What is no IP, at the end: a packet that nearly ends a file may be one of whose nothing is told.
"""
OF_IPV6 = {0: (Endpoint("2001:db8::1", 40_000), Endpoint("2001:db8::2", 9092))}
CAPTURED = ("time_ns", "bytes", "captured_bytes")
TOLD = ("source", "target", "sequence", "acknowledged", "payload_bytes")


def rows_of(path: Path, start: int = 0, stop: int | None = None) -> list[dict[str, object]]:
    return list(_rows(packet_batches(str(path), start, stop)))


def _rows(batches: Iterator[pa.RecordBatch]) -> Iterator[dict[str, object]]:
    for batch in batches:
        assert batch.schema.equals(PACKETS.arrow)
        batch.validate(full=True)
        # Microseconds as they are, since datetime is enough for none of it.
        rows = batch.set_column(0, "time", batch.column(0).cast(pa.int64())).to_pylist()
        assert all(row["time"] == row["time_ns"] // 1000 for row in rows)
        yield from rows


def captured(path: Path) -> list[tuple[int, int, int]]:
    packets = packets_of(str(path), Complaints())
    return [(time_ns, size, len(frame)) for time_ns, _, frame, size in packets]


def told(frame: bytes, link_type: int) -> tuple[object, ...]:
    """What a packet that lacks nothing says of itself."""
    segment = IpReader(Complaints()).segment(packet_of(link_type, frame), 0, 0, 0)
    assert segment is not None
    half = len(segment.addresses) // 2
    hosts = [ip_address(each) for each in (segment.addresses[:half], segment.addresses[half:])]
    texts = [f"[{host}]" if host.version == 6 else f"{host}" for host in hosts]
    ports = [int.from_bytes(segment.data[at : at + 2], "big") for at in (0, 2)]
    numbers = [int.from_bytes(segment.data[at : at + 4], "big") for at in (4, 8)]
    ends = [f"{text}:{port}" for text, port in zip(texts, ports, strict=True)]
    return (*ends, *numbers, len(segment.data) - 4 * (segment.data[12] >> 4))


def strange(seed: int, folder: Path) -> Path:
    path = folder / "a.pcap"
    path.write_bytes(pcap(strange_frames(seed, exchanges=40) + END, snap_bytes=700 + 100 * seed))
    return path


@pytest.mark.parametrize("seed", SEEDS)
def test_each_packet_has_a_row_that_says_what_was_captured(seed: int, tmp_path: Path) -> None:
    path = strange(seed, tmp_path)
    rows = rows_of(path)
    assert [tuple(row[name] for name in CAPTURED) for row in rows] == captured(path)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_row_tells_of_tcp_is_what_the_packet_says(seed: int, tmp_path: Path) -> None:
    path = strange(seed, tmp_path)
    known = 0
    for row, packet in zip(rows_of(path), packets_of(str(path), Complaints()), strict=True):
        values = tuple(row[name] for name in TOLD)
        if any(value is not None for value in values):
            assert values == told(packet[2], packet[1])
            known += 1
    assert known > 30


@pytest.mark.parametrize("ends", [None, OF_IPV6])
def test_nearly_all_packets_of_a_recording_are_told_of(
    ends: dict[int, tuple[Endpoint, Endpoint]] | None, tmp_path: Path
) -> None:
    path = tmp_path / "a.pcapng"
    sends = [(0, number % 2, bytes([number]) * 90, 1000 + number) for number in range(40)]
    path.write_bytes(make_capture(sends, ends=ends))
    packets = list(packets_of(str(path), Complaints()))
    # Neither the two that open it nor the two that close it are plain, nor what ends the file.
    for row, packet in zip(rows_of(path)[2:-3], packets[2:-3], strict=True):
        assert tuple(row[name] for name in TOLD) == told(packet[2], packet[1])


@pytest.mark.parametrize("seed", SEEDS)
def test_parts_give_what_the_whole_gives(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, random = tmp_path / "a", Random(seed)
    is_pcapng = seed % 2
    content = make_capture(strange_sends(seed)) if is_pcapng else pcap(strange_frames(seed) + END)
    path.write_bytes(content)
    whole = rows_of(path)
    data = map_file(str(path))
    layout = layout_of(data)
    assert layout is not None
    monkeypatch.setattr(packet_rows, "CHUNK_BYTES", 30_000)
    places = records_between(layout, data, layout.first, len(data)).at.tolist()
    cuts = [0, *sorted(random.sample(places, 5)), None]
    parts = [rows_of(path, a or 0, b) for a, b in pairwise(cuts)]
    assert [_captured(row) for part in parts for row in part] == [_captured(row) for row in whole]


def _captured(row: dict[str, object]) -> tuple[object, ...]:
    return tuple(row.values())


@pytest.mark.parametrize("seed", SEEDS)
def test_behind_damage_rows_go_on_as_the_reader_does(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packet_rows, "CHUNK_BYTES", 5000)
    monkeypatch.setattr(packet_rows, "ROWS_MAX", 7)
    path, random = tmp_path / "a", Random(seed)
    frames = strange_frames(seed, exchanges=30) + END
    content = bytearray(make_capture(strange_sends(seed)) if seed % 2 else pcap(frames))
    path.write_bytes(content)
    before = len(captured(path))
    at = random.randrange(200, len(content) // 2)
    content[at : at + 300] = b"\xff" * 300
    path.write_bytes(content + (make_capture(strange_sends(1)) if seed % 2 else b""))
    rows = [tuple(row[name] for name in CAPTURED) for row in rows_of(path)]
    assert rows == captured(path)
    assert len(rows) > before // 4
    # A part may as well begin with the damage.
    data = map_file(str(path))
    layout = layout_of(data)
    assert layout is not None
    records = records_between(layout, data, layout.first, len(data))
    rest = [tuple(row[name] for name in CAPTURED) for row in rows_of(path, records.end)]
    assert rest == rows[len(records.at) :]


def test_a_packed_capture_has_rows_without_what_headers_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packet_rows, "ROWS_MAX", 7)
    path = tmp_path / "a.pcap.gz"
    path.write_bytes(compress(pcap(strange_frames(3, exchanges=30))))
    rows = rows_of(path)
    assert [tuple(row[name] for name in CAPTURED) for row in rows] == captured(path)
    assert all(row[name] is None for row in rows for name in TOLD)


def test_what_is_no_capture_has_no_rows(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("no capture at all")
    with pytest.raises(NotACapture, match=r"notes\.txt"):
        rows_of(path)
    with pytest.raises(FileNotFoundError):
        rows_of(tmp_path / "none")
    path.write_bytes(pcap([]))
    assert rows_of(path) == []
