"""IP packets: options, extension headers, padding, cuts, tunnels, and fragments of any kind."""

from __future__ import annotations

import random
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.inputs import ip
from kafkawire.dump.inputs.ip import IpReader, Segment
from kafkawire.dump.inputs.packets import Complaints

NOW_NS = 1_700_000_000_000_000_000
ADDRESSES_4, ADDRESSES_6 = bytes(range(8)), bytes(range(32))
TCP, UDP = 6, 17


def v4(
    data: bytes, *, protocol: int = TCP, options: bytes = b"", fragment: int = 0, id: int = 7
) -> bytes:
    head = 20 + len(options)
    sizes = 0x40 | head // 4, 0, head + len(data)
    fields = (*sizes, id, fragment, 64, protocol, 0, ADDRESSES_4)
    return struct.pack("!BBHHHBBH8s", *fields) + options + data


def v6(data: bytes, *, protocol: int = TCP) -> bytes:
    return struct.pack("!IHBB32s", 6 << 28, len(data), protocol, 64, ADDRESSES_6) + data


def v6_fragment(data: bytes, offset: int, *, is_last: bool) -> bytes:
    return v6(struct.pack("!BBHI", TCP, 0, offset | (not is_last), 7) + data, protocol=44)


class Reader:
    """An `IpReader` that is told times and numbers."""

    def __init__(self) -> None:
        self.complaints = Complaints()
        self.reader = IpReader(self.complaints)
        self.now_ns = NOW_NS

    def __call__(self, packet: bytes, cut: int = 0) -> Segment | None:
        return self.reader.segment(packet, cut, self.now_ns, 1)


@given(st.binary(min_size=1, max_size=100), st.sampled_from([0, 4, 40]), st.integers(0, 20))
def test_the_length_in_the_header_holds_against_padding(
    data: bytes, options: int, padding: int
) -> None:
    packet = v4(data, options=bytes(options)) + bytes(padding)
    assert Reader()(packet) == Segment(ADDRESSES_4, data, 0)
    assert Reader()(v6(data) + bytes(padding)) == Segment(ADDRESSES_6, data, 0)


@pytest.mark.parametrize(("make", "head"), [(v4, 20), (v6, 40)])
def test_what_was_cut_off_is_missing(make: object, head: int) -> None:
    assert callable(make)
    packet = make(bytes(100))
    found = Reader()(packet[: head + 30], 70)
    assert found is not None
    assert (len(found.data), found.missing) == (30, 70)


def test_a_length_of_zero_is_that_of_the_packet() -> None:
    packet = bytearray(v4(b"for the card to cut"))
    packet[2:4] = bytes(2)
    assert Reader()(bytes(packet)) == Segment(ADDRESSES_4, b"for the card to cut", 0)
    packet = bytearray(v6(b"a jumbogram"))
    packet[4:6] = bytes(2)
    assert Reader()(bytes(packet), 5) == Segment(ADDRESSES_6, b"a jumbogram", 5)


def test_extension_headers_are_passed_over() -> None:
    hop_by_hop = bytes([60, 0]) + bytes(6)
    destination = bytes([43, 1]) + bytes(14)
    routing = bytes([51, 0]) + bytes(6)
    authentication = bytes([TCP, 4]) + bytes(22)
    packet = v6(hop_by_hop + destination + routing + authentication + b"tcp", protocol=0)
    assert Reader()(packet) == Segment(ADDRESSES_6, b"tcp", 0)


@pytest.mark.parametrize("protocol", [1, UDP, 58, 132])
def test_other_protocols_are_none_of_ours(protocol: int) -> None:
    assert Reader()(v4(bytes(20), protocol=protocol)) is None
    assert Reader()(v6(bytes(20), protocol=protocol)) is None


def test_tunnels_are_looked_into() -> None:
    inner = v4(b"tcp")
    expected = Segment(ADDRESSES_4, b"tcp", 0)
    assert Reader()(v4(inner, protocol=4)) == expected
    assert Reader()(v6(inner, protocol=4)) == expected
    assert Reader()(v4(v6(b"tcp"), protocol=41)) == Segment(ADDRESSES_6, b"tcp", 0)
    assert Reader()(v4(b"\0\0\x08\0" + inner, protocol=47)) == expected
    assert Reader()(v4(b"\xb0\0\x08\0" + bytes(12) + inner, protocol=47)) == expected
    ethernet = bytes(12) + b"\x08\x00" + inner
    vxlan = struct.pack("!HHHH", 9, 4789, 0, 0) + bytes(8) + ethernet
    assert Reader()(v4(vxlan, protocol=UDP)) == expected


def test_tunnels_in_tunnels_end() -> None:
    packet = v4(b"tcp")
    for _ in range(17):
        packet = v4(packet, protocol=4)
    assert Reader()(packet) is None


def fragments(data: bytes, cuts: list[int]) -> list[tuple[int, bytes, bool]]:
    edges = sorted({0, *(cut * 8 for cut in cuts if cut * 8 < len(data))})
    return [
        (start, data[start:stop], stop == len(data))
        for start, stop in zip(edges, [*edges[1:], len(data)], strict=True)
    ]


@given(st.binary(min_size=1, max_size=400), st.lists(st.integers(1, 50), max_size=6), st.randoms())
def test_fragments_are_put_together_in_any_order_and_with_doubles(
    data: bytes, cuts: list[int], generator: random.Random
) -> None:
    parts = fragments(data, cuts)
    generator.shuffle(parts)
    for is_v6 in (False, True):
        read = Reader()
        found = None
        for index, (offset, part, is_last) in enumerate(parts):
            fragment = offset // 8 | (0 if is_last else 0x2000)
            packet = (
                v6_fragment(part, offset, is_last=is_last) if is_v6 else v4(part, fragment=fragment)
            )
            if index < len(parts) - 1:
                assert read(packet) is None or len(parts) == 1
                assert read(packet) is None
            else:
                found = read(packet)
        assert found == Segment(ADDRESSES_6 if is_v6 else ADDRESSES_4, data, 0)


def test_datagrams_are_told_apart_by_their_identification() -> None:
    read = Reader()
    assert read(v4(bytes(8), fragment=0x2000, id=1)) is None
    assert read(v4(b"other", fragment=1, id=2)) is None
    found = read(v4(b"mine", fragment=1, id=1))
    assert found is not None
    assert found.data == bytes(8) + b"mine"


def test_fragments_of_other_protocols_do_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ip, "DATAGRAMS_MAX", 1)
    read = Reader()
    assert read(v4(bytes(8), fragment=0x2000)) is None
    assert read(v4(bytes(8), fragment=0x2000, protocol=1, id=8)) is None
    assert read(v4(b"mine", fragment=1)) is not None


def test_the_oldest_datagram_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ip, "DATAGRAMS_MAX", 3)
    read = Reader()
    for number in range(4):
        read(v4(bytes(8), fragment=0x2000, id=number))
    assert read(v4(b"late", fragment=1, id=0)) is None
    assert read(v4(b"in time", fragment=1, id=3)) is not None
    assert "never came" in read.complaints.waiting[0].text


def test_an_identification_is_used_again_after_a_while() -> None:
    read = Reader()
    read(v4(b"the old!", fragment=0x2000))
    read.now_ns += 60_000_000_001
    read(v4(b"the new ", fragment=0x2000))
    found = read(v4(b"one", fragment=1))
    assert found is not None
    assert found.data == b"the new one"


def test_fragments_that_cannot_be_are_complained_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ip, "FRAGMENTS_MAX", 4)
    read = Reader()
    assert read(v4(bytes(30), fragment=0x1FFF)) is None
    assert read(v4(bytes(64), fragment=0x2000)[:30], 54) is None
    for offset in range(0, 10, 2):
        assert read(v4(bytes(8), fragment=0x2000 | offset)) is None
    texts = " ".join(note.text for note in read.complaints.waiting)
    assert "too far" in texts
    assert "too many fragments" in texts


@given(st.binary(max_size=120), st.sampled_from([0x45, 0x4F, 0x60]), st.integers(0, 30))
def test_any_packet_is_read_without_error(data: bytes, first: int, cut: int) -> None:
    read = Reader()
    read(bytes([first]) + data, cut)
    read(data)


def test_a_fragment_may_end_at_the_greatest_size_of_a_datagram() -> None:
    read = Reader()
    assert read(v4(bytes(7), fragment=8191)) is None
    assert not read.complaints.waiting
    assert read(v4(bytes(8), fragment=8191, id=8)) is None
    assert "too far from its beginning" in read.complaints.waiting[0].text
