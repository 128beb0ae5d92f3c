"""pcapng files: blocks of all kinds, of both byte orders, and damage between them."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.inputs.packets import Complaints, Packet
from kafkawire.dump.inputs.pcapng import (
    INTERFACE,
    OLD_PACKET,
    PACKET,
    SECTION,
    SIMPLE_PACKET,
    STATISTICS,
    PcapngReader,
)

NAME_RESOLUTION = 4


class Blocks:
    """Makes the blocks of a section of one byte order."""

    def __init__(self, order: str = "<") -> None:
        self.order = order
        self.content = b""
        self.add(SECTION, self.pack("IHHq", 0x1A2B3C4D, 1, 0, -1))

    def pack(self, layout: str, *values: int) -> bytes:
        return struct.pack(self.order + layout, *values)

    def option(self, code: int, value: bytes) -> bytes:
        return self.pack("HH", code, len(value)) + value + bytes(-len(value) % 4)

    def add(self, kind: int, body: bytes) -> Blocks:
        body += bytes(-len(body) % 4)
        size = self.pack("I", len(body) + 12)
        self.content += self.pack("I", kind) + size + body + size
        return self

    def interface(self, link_type: int, *options: bytes, snap_bytes: int = 0) -> Blocks:
        return self.add(INTERFACE, self.pack("HHI", link_type, 0, snap_bytes) + b"".join(options))

    def packet(self, ticks: int, data: bytes, *, interface: int = 0, size: int = 0) -> Blocks:
        head = self.pack("IIIII", interface, *divmod(ticks, 1 << 32), len(data), size or len(data))
        return self.add(PACKET, head + data)


def packets_of(content: bytes, complaints: Complaints, chunk_bytes: int = 64) -> list[Packet]:
    pieces = [content[at : at + chunk_bytes] for at in range(0, len(content), chunk_bytes)]
    return list(PcapngReader(complaints).packets(pieces))


@given(
    st.lists(st.tuples(st.integers(0, 2**62), st.binary(max_size=50)), max_size=9),
    st.integers(1, 200),
    st.sampled_from("<>"),
)
def test_packets_come_out_whatever_the_pieces_are(
    frames: list[tuple[int, bytes]], chunk_bytes: int, order: str
) -> None:
    blocks = Blocks(order).interface(1, Blocks(order).option(9, b"\x09"))
    for time_ns, data in frames:
        blocks.packet(time_ns, data)
    complaints = Complaints()

    packets = packets_of(blocks.content, complaints, chunk_bytes)

    assert packets == [(time_ns, 1, data, len(data)) for time_ns, data in frames]
    assert not complaints.sum_up()


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize(
    ("resolution", "ticks", "time_ns"),
    [
        (None, 3_000_001, 3_000_001_000),
        (b"\x03", 3_001, 3_001_000_000),
        (b"\x09", 3_001, 3_001),
        (b"\x0c", 3_001_999, 3_001),
        (b"\x80", 3, 3_000_000_000),
        (b"\x8a", 1025, 1_000_976_562),
    ],
)
def test_ticks_are_what_the_interface_says(
    order: str, resolution: bytes | None, ticks: int, time_ns: int
) -> None:
    blocks = Blocks(order)
    options = [] if resolution is None else [blocks.option(9, resolution)]
    blocks.interface(1, *options, blocks.option(14, blocks.pack("q", -2)), blocks.option(0, b""))
    packets = packets_of(blocks.packet(ticks, b"x").content, Complaints())
    assert packets == [(time_ns - 2_000_000_000, 1, b"x", 1)]


def test_each_section_has_its_own_byte_order_and_interfaces() -> None:
    first = Blocks("<").interface(1).interface(113).packet(1, b"one", interface=1)
    second = Blocks(">").interface(276).packet(2, b"two")
    packets = packets_of(first.content + second.content, Complaints())
    assert packets == [(1000, 113, b"one", 3), (2000, 276, b"two", 3)]


def test_simple_and_obsolete_packets_are_read_and_other_blocks_skipped() -> None:
    blocks = Blocks().interface(1, snap_bytes=2).packet(5, b"before")
    blocks.add(NAME_RESOLUTION, b"whatever")
    blocks.add(SIMPLE_PACKET, blocks.pack("I", 4) + b"ab")
    blocks.add(OLD_PACKET, blocks.pack("HHIIII", 0, 0, 0, 7, 3, 9) + b"xyz")
    packets = packets_of(blocks.content, Complaints())
    assert packets[1:] == [(5000, 1, b"ab", 4), (7000, 1, b"xyz", 9)]


def test_what_an_interface_dropped_is_complained_of() -> None:
    blocks = Blocks().interface(1)
    dropped = blocks.option(5, blocks.pack("Q", 12)) + blocks.option(7, blocks.pack("Q", 0))
    complaints = Complaints()
    packets_of(blocks.add(STATISTICS, blocks.pack("III", 0, 0, 0) + dropped).content, complaints)
    assert [note.text for note in complaints.sum_up()] == [
        "the interface dropped 12 packets while this was captured"
    ]


@pytest.mark.parametrize("chunk_bytes", [50, 10_000])
@pytest.mark.parametrize("size", [0, 11, 13, 60, 1 << 30])
def test_reading_goes_on_behind_a_block_with_a_wrong_length(size: int, chunk_bytes: int) -> None:
    blocks = Blocks().interface(1)
    at = len(blocks.content)
    for number in range(4):
        blocks.packet(number, bytes([number]) * 30)
    content = bytearray(blocks.content)
    content[at + 4 : at + 8] = struct.pack("<I", size)
    complaints = Complaints()

    packets = packets_of(bytes(content), complaints, chunk_bytes)

    assert [packet[2][:1] for packet in packets] == [b"\1", b"\2", b"\3"]
    assert "no blocks" in complaints.sum_up()[0].text


def test_packets_of_interfaces_that_are_not_there_are_complained_of() -> None:
    blocks = Blocks().packet(1, b"x")
    blocks.add(OLD_PACKET, blocks.pack("HHIIII", 3, 0, 0, 7, 3, 9) + b"xyz")
    blocks.add(SIMPLE_PACKET, blocks.pack("I", 4) + b"ab")
    complaints = Complaints()
    assert packets_of(blocks.content, complaints) == []
    assert len(complaints.sum_up()) == 3


def test_a_file_that_ends_early_is_complained_of() -> None:
    blocks = Blocks().interface(1).packet(1, b"first").packet(2, b"second")
    complaints = Complaints()
    packets = packets_of(blocks.content[:-5], complaints)
    assert len(packets) == 1
    assert "ends within a block" in complaints.sum_up()[0].text


@given(st.binary(max_size=400), st.integers(1, 64))
def test_any_blocks_are_read_without_error(content: bytes, chunk_bytes: int) -> None:
    blocks = Blocks().interface(1)
    packets_of(blocks.content + content, Complaints(), chunk_bytes)


@given(st.lists(st.integers(0, 2), max_size=12), st.integers(1, 100))
def test_packets_of_interfaces_come_in_whatever_turns(turns: list[int], chunk_bytes: int) -> None:
    blocks = Blocks().interface(1).interface(113).interface(101, Blocks().option(9, b"\x09"))
    for number, interface in enumerate(turns):
        blocks.packet(number * 1000, b"%d" % number, interface=interface)
    complaints = Complaints()
    found = packets_of(blocks.content, complaints, chunk_bytes)
    assert found == [
        (number * (1000, 1000, 1)[at] * 1000, (1, 113, 101)[at], b"%d" % number, len(str(number)))
        for number, at in enumerate(turns)
    ]
    assert complaints.sum_up() == []


@pytest.mark.parametrize("chunk_bytes", [1, 40, 1000])
def test_a_packet_whose_second_length_is_another_is_left_out(chunk_bytes: int) -> None:
    blocks = Blocks().interface(1).packet(1, b"first").packet(2, b"harmed")
    blocks.content = blocks.content[:-4] + b"\x10\0\0\0"
    blocks.packet(3, b"last")
    complaints = Complaints()
    found = packets_of(blocks.content, complaints, chunk_bytes)
    assert [packet[2] for packet in found] == [b"first", b"last"]
    assert complaints.waiting
