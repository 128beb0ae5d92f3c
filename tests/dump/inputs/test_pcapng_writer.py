"""Written captures: what other tools would say of them, and what reads back."""

from __future__ import annotations

import shutil
import subprocess
from io import BytesIO
from pathlib import Path

import pytest

from kafkawire.dump.inputs.captures import read_capture
from kafkawire.dump.inputs.checksums import checksum, tcp_checksum
from kafkawire.dump.inputs.pcapng_writer import PcapngWriter, address_of, addresses_of
from kafkawire.dump.transport import (
    UNKNOWN_SIZE,
    Data,
    Endpoint,
    Gap,
    Note,
    StreamClosed,
    StreamOpened,
    TransportEvent,
)
from tests.support.dump.captures import frames_of

NOW_NS = 1_700_000_000_123_456_789
ENDS = {
    "IPv4": (Endpoint("10.1.2.3", 40_000), Endpoint("10.1.2.4", 9092)),
    "IPv6": (Endpoint("2001:db8::1", 40_000), Endpoint("2001:db8::2", 9092)),
    "both": (Endpoint("10.1.2.3", 40_000), Endpoint("2001:db8::2", 9092)),
    "names": (Endpoint("10.1.2.3", 40_000), Endpoint("broker-1.example", 9092)),
    "a link": (Endpoint("fe80::1%eth0", 40_000), Endpoint("fe80::2%eth0", 9092)),
}


def script(ends: tuple[Endpoint, Endpoint], *, how: str = "FIN") -> list[TransportEvent]:
    return [
        StreamOpened(0, ends, 0, NOW_NS),
        Data(0, 0, b"question", NOW_NS + 1, 4),
        Data(0, 1, b"answer", NOW_NS + 2, 5),
        Gap(0, 1, 1000, NOW_NS + 3, 6),
        Data(0, 1, b"rest", NOW_NS + 3, 6),
        StreamClosed(0, how, NOW_NS + 4),
    ]


def written(events: list[TransportEvent], **options: int) -> bytes:
    file = BytesIO()
    writer = PcapngWriter(file, **options)
    for event in events:
        writer.event(event)
    return file.getvalue()


@pytest.mark.parametrize("how", ["FIN", "RST"])
@pytest.mark.parametrize("kind", ["IPv4", "IPv6"])
def test_what_an_input_told_is_told_again(kind: str, how: str) -> None:
    events = script(ENDS[kind], how=how)
    again = list(read_capture(BytesIO(written(events))))
    # The gap is known to be one only when the stream ends.
    assert [each for each in again if not isinstance(each, Gap)] == [
        each for each in events if not isinstance(each, Gap)
    ]
    assert [each.size for each in again if isinstance(each, Gap)] == [1000]


def test_streams_that_began_and_ended_unseen_do_so_again() -> None:
    ends = ENDS["IPv4"]
    events: list[TransportEvent] = [
        StreamOpened(0, ends, None, NOW_NS),
        Note(None, "something happened", NOW_NS, 1),
        Data(0, 0, b"middle", NOW_NS, 1),
        StreamClosed(0, "end", NOW_NS),
    ]
    again = list(read_capture(BytesIO(written(events))))
    assert again == [events[0], Gap(0, 0, UNKNOWN_SIZE, NOW_NS, 1), events[2], events[3]]


def test_a_gap_of_unknown_size_is_a_gap() -> None:
    events = script(ENDS["IPv4"])
    events[3] = Gap(0, 1, UNKNOWN_SIZE, NOW_NS, 6)
    again = read_capture(BytesIO(written(events)))
    assert len([each for each in again if isinstance(each, Gap)]) == 1


@pytest.mark.parametrize("kind", list(ENDS))
def test_all_checksums_are_right(kind: str) -> None:
    frames = frames_of(written(script(ENDS[kind])))
    assert len(frames) == 3 + 3 + 3
    for _, frame in frames:
        is_v4 = frame[12:14] == b"\x08\x00"
        head = 34 if is_v4 else 54
        addresses = frame[head - (8 if is_v4 else 32) : head]
        assert tcp_checksum(addresses, frame[head:]) == 0
        assert not is_v4 or checksum(frame[14:34]) == 0


def test_long_sends_are_cut_into_segments() -> None:
    events = script(ENDS["IPv4"])
    events[1] = Data(0, 0, bytes(range(256)) * 10, NOW_NS, 4)
    sizes = [len(frame) - 54 for _, frame in frames_of(written(events, segment_bytes=1000))]
    assert sizes[3:6] == [1000, 1000, 560]


def test_names_have_the_same_address_each_time() -> None:
    assert address_of("broker-1") == address_of("broker-1")
    assert address_of("broker-1") != address_of("broker-2")
    assert str(address_of("broker-1")).startswith("198.1")


def test_both_addresses_of_a_packet_are_of_one_family() -> None:
    assert len(addresses_of("1.2.3.4", "5.6.7.8")) == 8
    mapped = addresses_of("1.2.3.4", "::1")
    assert mapped == bytes(10) + b"\xff\xff\1\2\3\4" + bytes(15) + b"\1"


@pytest.mark.process
@pytest.mark.skipif(
    shutil.which("tshark") is None,
    reason="tshark is not installed: what it reads of wire-dump's captures is not checked",
)
def test_tshark_finds_nothing_wrong(tmp_path: Path) -> None:
    file = BytesIO()
    writer = PcapngWriter(file, segment_bytes=1000)
    for stream, ends in enumerate(ENDS.values()):
        writer.open(stream, ends, NOW_NS, comment=f"comment {stream}")
        writer.send(stream, 0, bytes(2500), NOW_NS + 1)
        writer.send(stream, 1, bytes(1500), NOW_NS + 2)
        writer.close(stream, NOW_NS + 3, by=1)
    path = tmp_path / "written.pcapng"
    path.write_bytes(file.getvalue())
    # What is sent here is none of Kafka's.
    checks = [
        "--disable-protocol",
        "kafka",
        "-o",
        "tcp.check_checksum:TRUE",
        "-o",
        "ip.check_checksum:TRUE",
    ]
    wrong = "tcp.analysis.flags || tcp.checksum.status == 0 || ip.checksum.status == 0"
    wrong += " || _ws.malformed"
    fields = ["-T", "fields", "-e", "frame.time_epoch", "-e", "frame.comment", "-E", "separator=/s"]

    def tshark(*arguments: str) -> list[str]:
        command = ["tshark", "-r", str(path), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()

    assert tshark(*checks, "-Y", wrong) == []
    lines = tshark(*fields)
    assert len(lines) == len(ENDS) * (3 + 3 + 2 + 3)
    assert lines[0] == "1700000000.123456789 comment 0"
