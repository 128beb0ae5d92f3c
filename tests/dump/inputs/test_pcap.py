"""pcap files, whole and damaged, in pieces of any size."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.inputs.captures import read_capture
from kafkawire.dump.inputs.packets import Complaints, Packet
from kafkawire.dump.inputs.pcap import PcapReader
from kafkawire.dump.transport import Note
from tests.support.dump.captures import Frame, pcap

PACKET_BYTES_MAX = 1 << 20

NOW_NS = 1_700_000_000_000_000_000
FRAMES: list[Frame] = [(NOW_NS + n * 1_000_000, bytes([n]) * (40 + n)) for n in range(20)]


def packets_of(content: bytes, complaints: Complaints, chunk_bytes: int = 1000) -> list[Packet]:
    reader = PcapReader(content[:4], complaints)
    return list(reader.packets(chunks(content, chunk_bytes)))


def chunks(content: bytes, chunk_bytes: int) -> Iterator[bytes]:
    for at in range(0, len(content), chunk_bytes):
        yield content[at : at + chunk_bytes]


@given(
    st.lists(st.tuples(st.integers(0, 2**32 * 10**9 - 1), st.binary(max_size=99)), max_size=9),
    st.integers(1, 300),
    st.sampled_from("<>"),
)
def test_packets_come_out_whatever_the_pieces_are(
    frames: list[Frame], chunk_bytes: int, order: str
) -> None:
    complaints = Complaints()
    packets = packets_of(pcap(frames, order=order, link_type=101), complaints, chunk_bytes)

    assert packets == [(time_ns, 101, frame, len(frame)) for time_ns, frame in frames]
    assert not complaints.sum_up()


def test_a_packet_that_was_cut_says_how_long_it_was() -> None:
    packets = packets_of(pcap(FRAMES[5:6], snap_bytes=10), Complaints())
    assert packets == [(FRAMES[5][0], 1, FRAMES[5][1][:10], 45)]


def test_the_length_of_the_check_sequence_is_no_part_of_the_link_type() -> None:
    packets = packets_of(pcap(FRAMES[:1], link_type=0x1400_0001), Complaints())
    assert packets[0][1] == 1


def test_longer_packet_headers_are_read() -> None:
    head = struct.pack("<IHHiIII", 0xA1B2CD34, 2, 4, 0, 0, 65535, 1)
    record = struct.pack("<IIIIIHBB", 7, 5, 3, 3, 2, 8, 0, 0) + b"abc"
    packets = packets_of(head + record * 2, Complaints())
    assert packets == [(7_000_005_000, 1, b"abc", 3)] * 2


@pytest.mark.parametrize("kept", [4, 20, 24 + 10, 24 + 16 + 5])
def test_a_file_that_ends_early_is_complained_of(kept: int) -> None:
    complaints = Complaints()
    assert packets_of(pcap(FRAMES)[:kept], complaints) == []
    assert "ends within a packet" in complaints.sum_up()[0].text


def test_the_end_is_complained_of_at_the_time_of_the_last_packet() -> None:
    *_, note = read_capture(BytesIO(pcap(FRAMES)[:-1]))
    assert isinstance(note, Note)
    assert "ends within a packet" in note.text
    assert note.time_ns == FRAMES[-2][0]


@pytest.mark.parametrize("chunk_bytes", [100, 100_000])
def test_reading_goes_on_behind_damage(chunk_bytes: int) -> None:
    content = bytearray(pcap(FRAMES))
    at = 24 + sum(16 + len(frame) for _, frame in FRAMES[:5])
    content[at + 8 : at + 12] = struct.pack("<I", PACKET_BYTES_MAX + 1)
    complaints = Complaints()
    packets = packets_of(bytes(content), complaints, chunk_bytes)

    assert [packet[2] for packet in packets] == [f for n, (_, f) in enumerate(FRAMES) if n != 5]
    assert "61 bytes of the capture file are no packets" in complaints.sum_up()[0].text
