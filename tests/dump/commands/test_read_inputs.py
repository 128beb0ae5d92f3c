"""`wire-dump read`: several files, files that grow, and checksums."""

from __future__ import annotations

import gzip
import json
import select
import struct
from pathlib import Path

import cramjam
import pytest

from kafkawire.dump.cli import main
from tests.support.dump.captures import Frame, Send, frames_of, make_capture, pcap

NOW_NS = 1_700_000_000_000_000_000


def question(number: int) -> bytes:
    """ApiVersions v0 of a client called `me`."""
    body = struct.pack("!hhih2s", 18, 0, number, 2, b"me")
    return struct.pack("!i", len(body)) + body


def answer(number: int) -> bytes:
    body = struct.pack("!ihihhh", number, 0, 1, 18, 0, 4)
    return struct.pack("!i", len(body)) + body


SCRIPT: list[Send] = [
    (0, number % 2, (answer if number % 2 else question)(number // 2), NOW_NS + number * 10**6)
    for number in range(20)
]
ALL = dict.fromkeys(range(10), "ApiVersions")
FRAMES = frames_of(make_capture(SCRIPT))


def written(folder: Path, name: str, frames: list[Frame]) -> str:
    path = folder / name
    path.write_bytes(pcap(frames))
    return str(path)


def exchanges(capsys: pytest.CaptureFixture[str]) -> dict[int, str]:
    """The API of each exchange, by its correlation id."""
    lines = map(json.loads, capsys.readouterr().out.splitlines())
    return {line["correlationId"]: line["api"] for line in lines if line["kind"] == "exchange"}


def test_several_files_are_one_story(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [written(tmp_path, "b", FRAMES[9:]), written(tmp_path, "a", FRAMES[:9])]
    assert main(["read", "--json", *paths]) == 0
    assert exchanges(capsys) == ALL


def test_a_file_is_followed_until_ctrl_c(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = Path(written(tmp_path, "growing", FRAMES[:9]))
    growth = [FRAMES[9:12], FRAMES[12:]]

    def wait(*_: object) -> object:
        if not growth:
            raise KeyboardInterrupt
        with path.open("ab") as file:
            file.write(pcap(growth.pop(0))[24:])
        return [], [], []

    monkeypatch.setattr(select, "select", wait)
    main(["read", "--json", "--follow", str(path)])
    assert exchanges(capsys) == ALL


def test_only_one_file_can_be_followed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "--follow", "one", "two"]) == 2
    assert "--follow is for one file" in capsys.readouterr().err


def test_wrong_checksums_leave_packets_out_only_if_that_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    time_ns, frame = FRAMES[5]
    wrong = [*FRAMES[:5], (time_ns, frame[:50] + b"\xff\xff" + frame[52:]), *FRAMES[6:]]
    path = written(tmp_path, "wrong", wrong)
    assert main(["read", "--json", path]) == 0
    assert exchanges(capsys) == ALL
    assert main(["read", "--json", "--verify-checksums", path]) == 1
    assert exchanges(capsys) == {**ALL, 1: "Unknown"}


def test_a_packed_file_with_nothing_to_unpack_is_called_damaged_not_empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cut.pcap.zst"
    path.write_bytes(bytes(cramjam.zstd.compress(pcap(FRAMES)))[:40])
    assert main(["read", str(path)]) == 2
    assert f"{path}: the zstd file has been cut off" in capsys.readouterr().err


def test_damage_to_a_file_happens_at_the_time_that_was_read_last(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cut.pcap.gz"
    path.write_bytes(gzip.compress(pcap(FRAMES))[:-9])
    assert main(["read", "--json", str(path)]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    cut = [line for line in lines if "gzip" in line.get("text", "")]
    assert [each["time"] for each in cut] == [lines[-2]["time"]]


def test_a_file_cut_in_its_first_packet_does_not_say_when(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cut.pcap"
    path.write_bytes(pcap(FRAMES)[:50])
    assert main(["read", str(path)]) == 1
    assert capsys.readouterr().out.strip().startswith("!! the capture file ends within a packet")
