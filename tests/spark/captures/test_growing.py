"""How far files can be read, which cannot, and how another file is told from the one before."""

from __future__ import annotations

import gzip
from pathlib import Path

import cramjam
import pytest

from kafkawire.spark.captures import growing
from kafkawire.spark.captures.growing import (
    NOTHING,
    CannotFollow,
    check_same,
    reach_of,
    reached_in,
)
from kafkawire.spark.captures.layout import layout_of, records_between
from tests.support.dump.captures import Frame, make_capture, pcap
from tests.support.dump.strange_captures import strange_frames, strange_pcap, strange_sends

PCAP, PCAPNG = strange_pcap(2), make_capture(strange_sends(3))
CAPTURES = pytest.mark.parametrize("data", [PCAP, PCAPNG], ids=["pcap", "pcapng"])


def ends_of(data: bytes) -> list[int]:
    layout = layout_of(data)
    assert layout is not None
    records = records_between(layout, data, layout.first, len(data))
    return [*records.at[1:].tolist(), records.end]


@CAPTURES
def test_a_file_that_has_just_begun_waits_for_its_first_packet(data: bytes, tmp_path: Path) -> None:
    path, (first, *_) = tmp_path / "a", ends_of(data)
    for size in range(first + 1):
        path.write_bytes(data[:size])
        reached = reach_of(str(path))
        assert reached == NOTHING if size < first else reached.end == first


@CAPTURES
def test_files_are_read_up_to_their_last_whole_packet(data: bytes, tmp_path: Path) -> None:
    path, ends = tmp_path / "a", ends_of(data)
    known = NOTHING
    for size in range(1, len(data), 777):
        path.write_bytes(data[:size])
        known = reach_of(str(path), known)
        assert known.end == max((end for end in ends if end <= size), default=0)
        path.write_bytes(data)
        assert reach_of(str(path), size=size).end == known.end


@CAPTURES
def test_steps_change_nothing(data: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.write_bytes(data[:-7])
    expected = reach_of(str(path))
    monkeypatch.setattr(growing, "STEP_BYTES", 100)
    assert reach_of(str(path)) == expected
    layout = layout_of(data)
    assert layout is not None
    bounded = next(end for end in ends_of(data) if end >= layout.first + 1000)
    assert reach_of(str(path), bytes_max=1000).end == bounded


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (gzip.compress(PCAP, mtime=0), "is packed"),
        (bytes(cramjam.zstd.compress(PCAP)), "is packed"),
        (b"what somebody has noted", "is no capture"),
        (bytes(100), "is no capture"),
        (PCAPNG[:4] + b"\3\0\0\0" + PCAPNG[8:], "interfaces or blocks"),
    ],
)
def test_what_is_none_is_named_as_soon_as_it_can_be_seen(
    data: bytes, words: str, tmp_path: Path
) -> None:
    path = tmp_path / "some.pcap"
    for size in range(4):
        path.write_bytes(data[:size])
        assert reach_of(str(path)) == NOTHING
    enough = 24 if "blocks" in words else 4
    for size in (enough, len(data)):
        path.write_bytes(data[:size])
        with pytest.raises(CannotFollow, match=rf"some\.pcap.* {words}|some\.pcap {words}"):
            reach_of(str(path))


@CAPTURES
def test_the_same_file_is_the_same_however_it_has_grown(data: bytes, tmp_path: Path) -> None:
    path, ends = tmp_path / "a", ends_of(data)
    found = []
    for end in ends[:8]:
        path.write_bytes(data[:end])
        found.append(reach_of(str(path)))
    path.write_bytes(data)
    for known in found:
        check_same(str(path), known)
        assert reach_of(str(path), known).end == len(data)


@pytest.mark.parametrize("is_pcapng", [False, True])
def test_a_file_of_a_ring_differs_in_its_first_packet_s_time(
    is_pcapng: bool, tmp_path: Path
) -> None:
    """All before it is the same, and the packet itself may be."""

    def capture(later_ns: int) -> bytes:
        if is_pcapng:
            sends = strange_sends(3)
            return make_capture([(*send[:3], send[3] + later_ns) for send in sends])
        return pcap([moved(frame, later_ns) for frame in strange_frames(3)])

    path, before, after = tmp_path / "a", capture(0), capture(1000)
    for end in (ends_of(before)[0], len(before)):
        path.write_bytes(before[:end])
        known = reach_of(str(path))
        for data in (after, after + after[-9:]):
            path.write_bytes(data)
            with pytest.raises(CannotFollow, match="was replaced"):
                reach_of(str(path), known)
            with pytest.raises(CannotFollow, match="was replaced"):
                check_same(str(path), known)


def moved(frame: Frame, later_ns: int) -> Frame:
    return frame[0] + later_ns, frame[1]


def test_a_file_that_is_shorter_or_none_any_more_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(PCAP)
    known = reach_of(str(path))
    path.write_bytes(PCAP[:100])
    with pytest.raises(CannotFollow, match=f"100 bytes, {len(PCAP)} were read"):
        reach_of(str(path), known)
    path.write_bytes(b"x" * len(PCAP))
    with pytest.raises(CannotFollow, match="is no capture"):
        check_same(str(path), known)


def test_offsets_are_two_numbers(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(PCAP)
    known = reach_of(str(path))
    assert reached_in({"a": list(known)}, "a") == known
    assert reached_in({"a": list(known)}, "b") == NOTHING
