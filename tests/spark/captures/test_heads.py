"""Headers read all at once, against what was written into them and against the layers' readers."""

from __future__ import annotations

import struct
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

from kafkawire.dump.inputs import link
from kafkawire.dump.inputs.ip import IpReader, Segment
from kafkawire.dump.inputs.packets import Complaints
from kafkawire.spark.captures import heads
from kafkawire.spark.captures.heads import OddKey, heads_of, key_of_odd
from kafkawire.spark.captures.layout import layout_of, records_between
from tests.support.dump.captures import pcap

LINKS = {
    link.ETHERNET: (bytes(12) + b"\x08\x00", bytes(12) + b"\x86\xdd"),
    link.COOKED: (bytes(14) + b"\x08\x00", bytes(14) + b"\x86\xdd"),
    link.COOKED_V2: (b"\x08\x00" + bytes(18), b"\x86\xdd" + bytes(18)),
    link.NULL: (b"\x02\0\0\0", b"\x1e\0\0\0"),
    link.RAW: (b"", b""),
}
"""What stands before IPv4 and IPv6."""
FIN, SYN, RST, PSH, ACK, URG = 1, 2, 4, 8, 16, 32
NO_IP = bytes(250)
FAULTS = ("options", "fragment", "protocol", "flags", "offset", "cut", "length", "tag")
TAG = b"\x81\x00\x00\x05"


class Written(NamedTuple):
    frame: bytes
    size: int
    key: bytes
    sequence: int
    acknowledged: int
    data: bytes
    is_plain: bool


def written(random: Random, link_type: int, fault: str = "") -> Written:
    """A packet that is plain, but for a fault."""
    is_ipv6 = random.random() < 0.5
    size = 16 if is_ipv6 else 4
    # Few hosts and ports, so that directions have more than one packet.
    addresses = bytes(random.choice((1, 2)) for _ in range(2)).rjust(2 * size, b"\x0a")
    ports = struct.pack(">HH", random.choice((9092, 4000)), random.choice((9092, 40_000)))
    sequence, acknowledged = random.getrandbits(32), random.getrandbits(32)
    data = random.randbytes(random.choice((0, 1, 7, 300)))
    words = random.randrange(5, 16)
    flags = random.choice((ACK, ACK | PSH, ACK | URG, ACK | 0xC0))
    if fault == "flags":
        flags = random.choice((ACK | FIN, ACK | SYN, ACK | RST, SYN, PSH, 0))
    is_short = fault == "offset"
    head = struct.pack(">II", sequence, acknowledged)
    head += bytes([(random.randrange(5) if is_short else words) << 4, flags]) + bytes(6)
    segment = ports + head + random.randbytes(4 * words - 20) + data
    inner = _in_ipv6 if is_ipv6 else _in_ipv4
    before = LINKS[link_type][is_ipv6]
    if fault == "tag":
        before = before[:12] + TAG + before[12:]
    frame = before + inner(addresses, segment, fault, random)
    whole = len(frame)
    if fault == "cut":
        frame = frame[: -random.randrange(1, len(data) + 13)]
    elif random.random() < 0.3:
        frame += bytes(6)
        whole += 6
    is_plain = not fault
    return Written(frame, whole, addresses + ports, sequence, acknowledged, data, is_plain)


def _in_ipv4(addresses: bytes, segment: bytes, fault: str, random: Random) -> bytes:
    options = bytes(4) if fault == "options" else b""
    bits = random.choice((0, 0x4000, 0x8000))
    if fault == "fragment":
        bits |= random.choice((0x2000, 1, 0x1FFF))
    protocol = random.choice((1, 17, 132)) if fault == "protocol" else 6
    size = 20 + len(options) + len(segment)
    if fault == "length":
        size = random.choice((0, 39, size + 7))
    first = 0x45 + len(options) // 4
    head = struct.pack(">BBHHHBBH", first, 0, size, 7, bits, random.randrange(256), protocol, 0)
    return head + addresses + options + segment


def _in_ipv6(addresses: bytes, segment: bytes, fault: str, random: Random) -> bytes:
    protocol, before = 6, b""
    if fault == "options":
        protocol, before = 0, bytes([6]) + bytes(7)
    elif fault == "fragment":
        protocol, before = 44, bytes([6, 0, 0, 1, 0, 0, 0, 9])
    elif fault == "protocol":
        protocol = random.choice((58, 17, 132))
    size = len(before) + len(segment)
    if fault == "length":
        size = random.choice((0, 19, size + 7))
    word = 6 << 28 | random.getrandbits(28)
    return struct.pack(">IHBB", word, size, protocol, 64) + addresses + before + segment


def read(packets: list[Written], link_type: int, end: bytes = NO_IP) -> heads.Heads:
    """Their headers, in a file that goes on behind them."""
    frames = [(0, each.frame) for each in packets] + [(0, end)] * bool(end)
    data = pcap(frames, link_type=link_type)
    layout = layout_of(data)
    assert layout is not None
    return heads_of(data, records_between(layout, data, layout.first, len(data)))


def many(random: Random, link_type: int) -> list[Written]:
    tagged = ("tag",) if link_type == link.ETHERNET else ()
    faults = (*[fault for fault in FAULTS if fault != "tag"], *tagged)
    return [
        written(random, link_type, random.choice(("", random.choice(faults)))) for _ in range(60)
    ]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("link_type", LINKS)
def test_plain_packets_say_what_was_written_and_all_others_are_odd(
    link_type: int, seed: int
) -> None:
    packets = many(Random(seed), link_type)
    found = read(packets, link_type)
    data = pcap([(0, each.frame) for each in packets], link_type=link_type)

    assert found.group[-1] == -1
    assert (found.group[:-1] >= 0).tolist() == [each.is_plain for each in packets]
    for number in np.flatnonzero(found.group >= 0).tolist():
        packet, at, new = packets[number], int(found.data_at[number]), int(found.new[number])
        assert found.keys[found.group[number]] == packet.key
        assert found.sequence[number] == packet.sequence
        assert found.acknowledged[number] == packet.acknowledged
        assert data[at : at + new] == packet.data
        assert new == len(packet.data)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("link_type", LINKS)
def test_each_direction_has_one_key(link_type: int, seed: int) -> None:
    packets = many(Random(seed), link_type)
    found = read(packets, link_type)
    assert len(set(found.keys)) == len(found.keys)
    assert set(found.keys) == {each.key for each in packets if each.is_plain}


@pytest.mark.parametrize("link_type", LINKS)
def test_at_the_end_of_a_file_packets_are_right_or_odd(link_type: int) -> None:
    random = Random(5)
    for _ in range(60):
        packets = [written(random, link_type) for _ in range(random.randrange(1, 4))]
        found = read(packets, link_type, end=b"")
        for packet, group, new in zip(packets, found.group, found.new, strict=True):
            assert group == -1 or (found.keys[group], new) == (packet.key, len(packet.data))


def test_packets_of_several_links_share_their_directions() -> None:
    random = Random(3)
    kinds = [random.choice(list(LINKS)) for _ in range(80)]
    packets = [written(random, each) for each in kinds]
    data = pcap([*[(0, each.frame) for each in packets], (0, NO_IP)])
    layout = layout_of(data)
    assert layout is not None
    records = records_between(layout, data, layout.first, len(data))
    found = heads_of(data, records._replace(link_type=np.array([*kinds, 9999], np.int64)))
    assert [found.keys[each] for each in found.group[:-1]] == [each.key for each in packets]
    assert found.group[-1] == -1
    assert len(set(found.keys)) == len(found.keys)


def test_of_directions_that_cannot_be_told_apart_all_but_one_are_odd(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(heads, "_MIX", np.uint64(0))
    random = Random(4)
    packets = [written(random, link.RAW) for _ in range(60)]
    found = read(packets, link.RAW)
    assert len(found.keys) == 2  # one of each version
    for packet, group in zip(packets, found.group, strict=False):
        assert (group >= 0) == (packet.key in found.keys)
        assert group == -1 or found.keys[group] == packet.key


@pytest.mark.parametrize("link_type", LINKS)
def test_an_odd_packet_has_the_key_of_its_direction(link_type: int) -> None:
    random = Random(6)
    for fault in ("", "flags", "offset", "length", "cut"):
        for _ in range(30):
            packet = written(random, link_type, fault)
            found = key_of_odd(link_type, packet.frame, packet.size)
            assert found == OddKey(packet.key, False)


def test_an_odd_packet_of_no_stream_concerns_none_and_one_of_others_concerns_any() -> None:
    random = Random(7)
    none, anyone = OddKey(None, False), OddKey(None, True)
    for _ in range(30):
        other = written(random, link.RAW, "protocol")
        assert key_of_odd(link.RAW, other.frame, other.size) == none
        fragment = written(random, link.RAW, "fragment")
        assert key_of_odd(link.RAW, fragment.frame, fragment.size) == anyone
    options = bytes.fromhex("46000000000000004006000001020304050607080101010023842382")
    assert key_of_odd(link.RAW, options, 28).key == options[12:20] + options[24:28]
    for protocol in (4, 41, 47, 51):
        tunnel = bytes([0x45, 0, 0, 60, 0, 0, 0, 0, 64, protocol]) + bytes(50)
        assert key_of_odd(link.RAW, tunnel, 60) == anyone
    for port in (4789, 8472):
        vxlan = bytes([0x45, 0, 0, 60, 0, 0, 0, 0, 64, 17]) + bytes(12) + port.to_bytes(2, "big")
        assert key_of_odd(link.RAW, vxlan + bytes(36), 60) == anyone
    assert key_of_odd(9999, options, 28) == none
    assert key_of_odd(link.ETHERNET, NO_IP, 250) == none


def test_of_no_bytes_a_key_is_told_that_the_layers_do_not_know() -> None:
    random = Random(8)
    for _ in range(2000):
        begin = bytes([random.choice((0x45, 0x46, 0x60, random.randrange(256)))])
        packet = begin + random.randbytes(random.randrange(90))
        packet = packet[:9] + random.choice((b"\x06", packet[9:10])) + packet[10:]
        found = key_of_odd(link.RAW, packet, len(packet))
        segment = IpReader(Complaints()).segment(packet, 0, 0, 0)
        if isinstance(segment, Segment) and not found.is_wild and len(segment.data) >= 4:
            assert found.key == segment.addresses + segment.data[:4]
        else:
            assert found.key is None
