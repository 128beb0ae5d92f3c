"""Where packets are in a capture, against the readers that go through all of it."""

from __future__ import annotations

import struct
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.inputs.packets import Complaints, Packet
from kafkawire.dump.inputs.pcap import MAGICS, PcapReader
from kafkawire.dump.inputs.pcapng import PcapngReader
from kafkawire.spark.captures.layout import (
    Layout,
    Records,
    find_record,
    layout_of,
    map_file,
    records_between,
    words,
)

PACKET_BYTES_MAX = 1 << 20

SEEDS = range(24)
NOW_S = 1_700_000_000
KINDS = (*MAGICS, b"<pcapng", b">pcapng")
RESOLUTIONS = {6: 1000, 9: 1, 3: 1_000_000, 0: 1_000_000_000}
"""Of pcapng, and how many nanoseconds a tick is."""


def block(order: str, kind: int, body: bytes) -> bytes:
    size = struct.pack(order + "I", len(body) + 12)
    return struct.pack(order + "I", kind) + size + body + size


def section(order: str) -> bytes:
    body = struct.pack(order + "IHHq", 0x1A2B3C4D, 1, 0, -1)
    return block(order, 0x0A0D0D0A, body)


def interface(order: str, link_type: int, options: bytes = b"") -> bytes:
    return block(order, 1, struct.pack(order + "HHI", link_type, 0, 0) + options)


def option(order: str, code: int, value: bytes) -> bytes:
    return struct.pack(order + "HH", code, len(value)) + value + bytes(-len(value) % 4)


def packet_block(order: str, number: int, ticks: int, frame: bytes) -> bytes:
    numbers = number, ticks >> 32, ticks & 0xFFFF_FFFF, len(frame), len(frame) + 3
    return block(order, 6, struct.pack(order + "IIIII", *numbers) + frame + bytes(-len(frame) % 4))


def made(kind: bytes, seed: int, packets: int = 60) -> bytes:
    random = Random(seed)
    frames = [random.randbytes(random.randrange(20, 200)) for _ in range(packets)]
    if kind.endswith(b"pcapng"):
        return _pcapng(random, kind[:1].decode(), frames)
    order = "<" if kind[3:] == b"\xa1" else ">"
    parts = [kind + struct.pack(order + "HHiIII", 2, 4, 0, 0, 1 << 18, 0x1000_0001)]
    for number, frame in enumerate(frames):
        head = NOW_S + number // 3, random.randrange(1_000_000), len(frame), len(frame) + 3
        is_long = kind in (b"\x34\xcd\xb2\xa1", b"\xa1\xb2\xcd\x34")
        parts.append(struct.pack(order + "IIII", *head) + b"\xee" * 8 * is_long + frame)
    return b"".join(parts)


def _pcapng(random: Random, order: str, frames: list[bytes]) -> bytes:
    exponents = random.choices(list(RESOLUTIONS), k=3)
    parts = [section(order), block(order, 4, random.randbytes(8))]
    for number, exponent in enumerate(exponents):
        parts.append(interface(order, 100 + number, option(order, 9, bytes([exponent]))))
    for number, frame in enumerate(frames):
        which = random.randrange(3)
        ticks = (NOW_S + number) * 1_000_000_000 // RESOLUTIONS[exponents[which]]
        parts.append(packet_block(order, which, ticks, frame))
    return b"".join(parts)


def layout(data: bytes) -> Layout:
    found = layout_of(data)
    assert found is not None
    return found


def packets_read(data: bytes) -> list[Packet]:
    """What the reader of all of it finds."""
    complaints = Complaints()
    is_pcap = data[:4] in MAGICS
    reader = PcapReader(data[:4], complaints) if is_pcap else PcapngReader(complaints)
    return list(reader.packets([data]))


def packets_of(data: bytes, records: Records) -> list[Packet]:
    columns = records.time_ns, records.link_type, records.start, records.stop, records.size
    return [
        (time_ns, link_type, data[start:stop], size)
        for time_ns, link_type, start, stop, size in np.stack(columns, axis=1).tolist()
    ]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(4))
def test_records_are_the_packets_that_a_reader_finds(kind: bytes, seed: int) -> None:
    data = made(kind, seed)
    found = layout(data)
    records = records_between(found, data, found.first, len(data))
    assert packets_of(data, records) == packets_read(data)
    assert len(records.at) == 60
    assert (records.end, records.is_whole) == (len(data), True)


@pytest.mark.parametrize("kind", KINDS)
def test_cuts_anywhere_lose_no_record_and_give_none_twice(kind: bytes) -> None:
    data, random = made(kind, 9), Random(9)
    found = layout(data)
    at, packets = found.first, list[Packet]()
    while at < len(data):
        stop = at + random.randrange(1, 900)
        records = records_between(found, data, at, stop)
        assert records.at[0] == at
        assert records.at[-1] < stop
        assert records.end >= min(stop, len(data))
        packets += packets_of(data, records)
        at = records.end
    assert packets == packets_read(data)


@pytest.mark.parametrize("kind", KINDS)
def test_the_next_record_is_found_from_anywhere(kind: bytes) -> None:
    data, random = made(kind, 11), Random(11)
    found = layout(data)
    places = records_between(found, data, found.first, len(data)).at.tolist()
    for start in [*random.sample(range(found.first, len(data)), 40), *places[-9:], len(data)]:
        following = [at for at in places if at >= start]
        assert find_record(found, data, start) == (following[0] if following else len(data))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", SEEDS)
def test_of_a_damaged_capture_records_are_only_packets_that_a_reader_finds(
    kind: bytes, seed: int
) -> None:
    data, random = bytearray(made(kind, seed, packets=20)), Random(seed)
    for _ in range(random.choice((1, 1, 3))):
        at = random.randrange(24, len(data))
        data[at : at + 4] = random.choice((random.randbytes(4), bytes(4), b"\xff" * 4, b"", b"1"))
    if random.random() < 0.3:
        del data[random.randrange(30, len(data)) :]
    harmed = bytes(data)
    found = layout_of(harmed)
    if found is None:
        return
    records = records_between(found, harmed, found.first, len(harmed))
    packets, expected = packets_of(harmed, records), packets_read(harmed)
    assert packets == expected[: len(packets)]
    assert not records.is_whole or packets == expected
    # Up to where they end nothing is missing, so that the reader can go on there.
    assert packets_read(harmed[: records.end]) == packets


@given(st.binary(max_size=200), st.sampled_from((b"", *MAGICS, section("<"), section(">"))))
def test_of_no_bytes_is_it_asked_too_much(content: bytes, begin: bytes) -> None:
    data = begin + content
    found = layout_of(data)
    if found is not None and found.first <= len(data):
        records = records_between(found, data, found.first, len(data))
        assert records.end <= len(data)
        find_record(found, data, found.first)


@given(st.binary(max_size=60), st.sampled_from("<>"))
def test_there_is_a_word_at_each_byte(data: bytes, order: str) -> None:
    expected = [struct.unpack_from(order + "I", data, at)[0] for at in range(len(data) - 3)]
    assert words(data, order).tolist() == expected


@pytest.mark.parametrize("order", "<>")
def test_an_interface_whose_ticks_are_no_nanoseconds_is_not_split(order: str) -> None:
    packet = packet_block(order, 0, 7, bytes(60))
    for options in (
        option(order, 9, b"\x0c"),  # picoseconds
        option(order, 9, b"\x8a"),  # a power of two
        option(order, 14, struct.pack(order + "q", 5)),  # an offset
    ):
        assert layout_of(section(order) + interface(order, 1, options) + packet) is None
    assert layout_of(section(order) + interface(order, 1) + packet) is not None


@pytest.mark.parametrize("data", [b"", b"\x0a", b"no capture at all", MAGICS[0] + bytes(19)])
def test_what_is_no_capture_is_not_split(data: bytes) -> None:
    assert layout_of(data) is None


@pytest.mark.parametrize("order", "<>")
def test_a_block_whose_lengths_differ_is_left_to_the_reader_even_before_all_packets(
    order: str,
) -> None:
    packets = packet_block(order, 0, 7, bytes(60)) * 2
    of_interface = interface(order, 1)
    # It claims the packets behind it, and the reader that finds its end wrong finds them.
    claimed = struct.pack(order + "I", len(of_interface) + len(packets))
    claiming = of_interface[:4] + claimed + of_interface[8:]
    data = section(order) + interface(order, 1) + claiming + packets * 2
    assert len(packets_read(data)) == 4
    assert layout_of(data) is None


def test_a_second_section_ends_what_is_split() -> None:
    data = made(b"<pcapng", 1, packets=5)
    found = layout(data + data)
    records = records_between(found, data + data, found.first, 2 * len(data))
    assert (len(records.at), records.end, records.is_whole) == (5, len(data), False)


@pytest.mark.parametrize("order", "<>")
def test_a_block_that_contradicts_itself_ends_what_is_split(order: str) -> None:
    good, begin = packet_block(order, 0, 7, bytes(60)), section(order) + interface(order, 1)
    for at, number in ((8, 1), (12, 1 << 31), (20, 61), (4, 88), (88, 88)):
        bad = good[:at] + struct.pack(order + "I", number) + good[at + 4 :]
        data = begin + good + bad + good
        records = records_between(layout(data), data, len(begin), len(data))
        end = len(begin) + len(good)
        assert (len(records.at), records.end, records.is_whole) == (1, end, False)


def test_a_header_that_cannot_be_true_ends_what_is_split() -> None:
    for kept, fraction in ((PACKET_BYTES_MAX + 1, 0), (20, 1_000_000_000)):
        good = struct.pack("<IIII", NOW_S, 5, 20, 20) + bytes(20)
        bad = struct.pack("<IIII", NOW_S, fraction, kept, 20) + bytes(PACKET_BYTES_MAX + 1)
        data = b"\x4d\x3c\xb2\xa1" + bytes(20) + good + bad
        records = records_between(layout(data), data, 24, len(data))
        assert (len(records.at), records.end, records.is_whole) == (1, 24 + len(good), False)


def test_only_some_records_are_left_of_all_columns() -> None:
    data = made(b"<pcapng", 2)
    found = layout(data)
    records = records_between(found, data, found.first, len(data))
    packets = packets_of(data, records)
    assert packets_of(data, records.some(slice(3, 9))) == packets[3:9]
    assert packets_of(data, records.some(np.array([7, 2]))) == [packets[7], packets[2]]


def test_a_file_is_mapped_even_when_it_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "a"
    for content in (b"", made(KINDS[0], 1)):
        path.write_bytes(content)
        assert bytes(map_file(str(path))[:]) == content
    with pytest.raises(FileNotFoundError):
        map_file(str(tmp_path / "b"))
