"""Several captures as one."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from kafkawire.dump.inputs.captures import NotACapture, read_capture
from kafkawire.dump.inputs.merging import merged, read_captures
from kafkawire.dump.inputs.packets import Complaints
from kafkawire.dump.transport import Note
from tests.support.dump.captures import Frame, Send, frames_of, make_capture, pcap

NOW_NS = 1_700_000_000_000_000_000
SCRIPT: list[Send] = [
    (number % 3, number // 3 % 2, b"data %d" % number, NOW_NS + number * 1000)
    for number in range(60)
]
WHOLE = make_capture(SCRIPT)
FRAMES = frames_of(WHOLE)


def files(folder: Path, *parts: list[Frame]) -> list[str]:
    paths = []
    for number, part in enumerate(parts):
        path = folder / f"part-{number}.pcap"
        path.write_bytes(pcap(part))
        paths.append(str(path))
    return paths


def test_rotated_files_are_one_capture_in_whatever_order_they_are_named(tmp_path: Path) -> None:
    paths = files(tmp_path, FRAMES[40:], FRAMES[:20], [], FRAMES[20:40])
    assert list(read_captures(paths)) == list(read_capture(BytesIO(WHOLE)))


def test_captures_of_both_ends_are_merged_by_time(tmp_path: Path) -> None:
    paths = files(tmp_path, FRAMES[::2], FRAMES[1::2])
    events = list(read_captures(paths))
    assert not [event for event in events if isinstance(event, Note)]
    times = [packet[0] for packet in merged(paths, Complaints())]
    assert times == [time_ns for time_ns, _ in FRAMES]


def unnumbered(events: Iterable[Any]) -> list[Any]:
    """The events that packets make, whatever their packets' numbers."""
    return [event._replace(packet=0) for event in events if hasattr(event, "packet")]


def test_the_same_packets_twice_are_the_same_streams(tmp_path: Path) -> None:
    paths = files(tmp_path, FRAMES, FRAMES)
    assert unnumbered(read_captures(paths)) == unnumbered(read_capture(BytesIO(WHOLE)))


def test_one_file_may_be_the_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (path,) = files(tmp_path, FRAMES[1::2])
    content = BytesIO(pcap(FRAMES[::2]))
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(content))
    times = [packet[0] for packet in merged([path, "-"], Complaints())]
    assert times == [time_ns for time_ns, _ in FRAMES]


def test_a_single_file_is_just_read_and_may_grow(tmp_path: Path) -> None:
    (path,) = files(tmp_path, FRAMES[:30])
    grown: list[bool] = []

    def wait() -> bool:
        if not grown:
            with Path(path).open("ab") as file:
                file.write(pcap(FRAMES[30:])[24:])
        grown.append(True)
        return len(grown) == 1

    assert list(read_captures([path], wait=wait)) == list(read_capture(BytesIO(WHOLE)))


def test_progress_is_the_sum_over_all_files(tmp_path: Path) -> None:
    told: list[int] = []
    paths = files(tmp_path, FRAMES[:30], FRAMES[30:])
    list(read_captures(paths, progress=told.append))
    assert told[-1] == sum(Path(path).stat().st_size for path in paths)
    assert told == sorted(told)


def test_files_that_are_no_captures_are_named_before_anything_is_told(tmp_path: Path) -> None:
    paths = files(tmp_path, FRAMES)
    other = tmp_path / "notes.txt"
    other.write_text("not a capture")
    with pytest.raises(NotACapture, match=r"notes\.txt"):
        next(read_captures([*paths, str(other)]))
    with pytest.raises(FileNotFoundError):
        next(read_captures([*paths, str(tmp_path / "missing")]))
