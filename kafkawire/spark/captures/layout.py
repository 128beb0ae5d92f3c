"""What a capture file's beginning says of all its packets, and where they are.

A record is a packet with its header (pcap) or an enhanced packet block (pcapng). Whatever else
follows the first of them (another section, statistics, damage) ends what can be split: from there
on the file is one piece.
"""

from __future__ import annotations

import mmap
import struct
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kafkawire.dump.inputs.packets import Complaints
from kafkawire.dump.inputs.pcap import MAGICS, PACKET_BYTES_MAX, PcapReader
from kafkawire.dump.inputs.pcapng import (
    MAGIC,
    OLD_PACKET,
    PACKET,
    SECTION,
    SIMPLE_PACKET,
    STATISTICS,
    PcapngReader,
)

Ints = npt.NDArray[np.int64]
Buffer = mmap.mmap | bytes

FILE_HEADER_BYTES = 24
BLOCK_HEAD_BYTES, BLOCK_BYTES_MIN, BLOCK_BYTES_MAX = 28, 32, 16 << 20
CHAIN_RECORDS = 8
"""So many plausible headers in a row are believed to be records."""
TIME_STEP_S_MAX = 86_400
WINDOW_BYTES = 1 << 16
_NATIVE = "<" if sys.byteorder == "little" else ">"
_SECOND_NS = 1_000_000_000
_PACKETS = (PACKET, OLD_PACKET, SIMPLE_PACKET, STATISTICS)


class Layout(NamedTuple):
    """A capture that can be split; `interfaces` are pairs of a link type and nanoseconds a tick."""

    is_pcapng: bool
    order: str
    header_bytes: int
    interfaces: tuple[tuple[int, int], ...]
    first: int
    """Where the first record begins."""


class Records(NamedTuple):
    """Packets, in their order; offsets are in the file."""

    at: Ints
    """Where the records begin."""
    time_ns: Ints
    start: Ints
    stop: Ints
    size: Ints
    link_type: Ints
    end: int
    """Where the last record ends."""
    is_whole: bool
    """Whether all of what was asked for are records."""

    def some(self, which: Ints | slice) -> Records:
        """Only these of them."""
        columns = (self.at, self.time_ns, self.start, self.stop, self.size, self.link_type)
        at, time_ns, start, stop, size, link_type = (each[which] for each in columns)
        return Records(at, time_ns, start, stop, size, link_type, self.end, self.is_whole)


def map_file(path: str) -> Buffer:
    """A file's bytes, without reading them. Raises OSError."""
    with Path(path).open("rb") as file:
        if not file.seek(0, 2):
            return b""
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def layout_of(data: Buffer) -> Layout | None:
    """How a capture is laid out; None if it cannot be split."""
    magic = bytes(data[:4])
    if magic in MAGICS and len(data) >= FILE_HEADER_BYTES:
        return _pcap(magic, data)
    return _pcapng(data) if magic == MAGIC else None


def _pcap(magic: bytes, data: Buffer) -> Layout:
    order = "<" if magic[:1] in (b"\xd4", b"\x4d", b"\x34") else ">"
    unit_ns = 1 if b"\x3c" in magic else 1000
    header_bytes = 24 if b"\x34" in magic else 16
    (link_type,) = struct.unpack_from(order + "I", data, 20)
    interfaces = ((link_type & 0xFFFF, unit_ns),)
    return Layout(False, order, header_bytes, interfaces, FILE_HEADER_BYTES)


def _pcapng(data: Buffer) -> Layout | None:
    """Read blocks up to the first packet by the reader itself."""
    order = "<" if data[8:12] == b"\x4d\x3c\x2b\x1a" else ">"
    at = 0
    while at + 12 <= len(data):
        kind, size = struct.unpack_from(order + "II", data, at)
        if kind in _PACKETS or (kind == SECTION and at):
            break
        if size % 4 or not 12 <= size <= BLOCK_BYTES_MAX:
            return None
        if at + size <= len(data) and data[at + size - 4 : at + size] != data[at + 4 : at + 8]:
            return None
        at += size
    interfaces = []
    for each in reader_at(Layout(True, order, 0, (), at), data, Complaints())._interfaces:  # type: ignore[union-attr]
        if each.denominator != 1 or each.offset_ns:
            return None
        interfaces.append((each.link_type, each.numerator))
    return Layout(True, order, BLOCK_HEAD_BYTES, tuple(interfaces), at)


def reader_at(layout: Layout, data: Buffer, complaints: Complaints) -> PcapReader | PcapngReader:
    """A reader that has read all before the first record."""
    begin = bytes(data[: layout.first])
    if layout.is_pcapng:
        reader = PcapngReader(complaints)
        for _ in reader.stretches([begin]):
            raise AssertionError("there is no packet before the first")
        return reader
    pcap = PcapReader(begin[:4], complaints)
    for _ in pcap.stretches([begin]):
        raise AssertionError("there is no packet before the first")
    return pcap


def words(data: Buffer, order: str) -> npt.NDArray[np.uint32]:
    """The 32-bit word at each byte, aligned or not."""
    return np.ndarray((max(0, len(data) - 3),), f"{order}u4", data, 0, (1,))


def find_record(layout: Layout, data: Buffer, start: int) -> int:
    """Where the first record from `start` on begins, by all that can be seen; or the end."""
    every = words(data, layout.order)
    for begin in range(start, len(every), WINDOW_BYTES):
        places = np.arange(begin, min(begin + WINDOW_BYTES, len(every) - 16))
        for place in places[_plausible(layout, every, places)].tolist():
            if _is_chain(layout, data, place):
                return int(place)
    return len(data)


def _plausible(
    layout: Layout, every: npt.NDArray[np.uint32], places: Ints
) -> npt.NDArray[np.bool_]:
    if layout.is_pcapng:
        size = every[places + 4]
        is_one = (every[places] == PACKET) & (size >= BLOCK_BYTES_MIN) & (size <= BLOCK_BYTES_MAX)
    else:
        kept, size = every[places + 8], every[places + 12]
        is_one = (kept > 0) & (kept <= size) & (size <= PACKET_BYTES_MAX)
    return np.asarray(is_one, np.bool_)


def _is_chain(layout: Layout, data: Buffer, at: int) -> bool:
    """Whether records follow each other from here, up to the end of the file if need be."""
    seconds = None
    for _ in range(CHAIN_RECORDS):
        if at == len(data):
            return True
        step = _step(layout, data, at, seconds)
        if step is None:
            return False
        at, seconds = step
    return True


def _step(
    layout: Layout, data: Buffer, at: int, seconds: int | None
) -> tuple[int, int | None] | None:
    if at + layout.header_bytes > len(data):
        return None
    if layout.is_pcapng:
        kind, size, number = struct.unpack_from(layout.order + "III", data, at)
        stop = at + size
        is_known = kind == PACKET and number < len(layout.interfaces) and size % 4 == 0
        if not is_known or stop > len(data) or not BLOCK_BYTES_MIN <= size <= BLOCK_BYTES_MAX:
            return None
        return (stop, None) if data[stop - 4 : stop] == data[at + 4 : at + 8] else None
    now, fraction, kept, size = struct.unpack_from(layout.order + "IIII", data, at)
    if fraction * layout.interfaces[0][1] >= _SECOND_NS or not 0 < kept <= size <= PACKET_BYTES_MAX:
        return None
    if seconds is not None and abs(now - seconds) > TIME_STEP_S_MAX:
        return None
    return at + layout.header_bytes + int(kept), int(now)


def records_between(layout: Layout, data: Buffer, start: int, stop: int) -> Records:
    """The records that begin from `start` on and before `stop`; `start` is where one does."""
    hop = _hop_pcapng if layout.is_pcapng else _hop_pcap
    places, end, is_whole = hop(layout, data, start, min(stop, len(data)))
    at = np.array(places, np.int64)
    every = words(data, layout.order)
    if not layout.is_pcapng:
        link_type, unit_ns = layout.interfaces[0]
        time_ns = every[at].astype(np.int64) * _SECOND_NS + every[at + 4].astype(np.int64) * unit_ns
        lies = np.flatnonzero(every[at + 4].astype(np.int64) * unit_ns >= _SECOND_NS)
        if len(lies):
            return records_between(layout, data, start, int(at[lies[0]]))._replace(is_whole=False)
        start_at = at + layout.header_bytes
        kept, size = every[at + 8].astype(np.int64), every[at + 12].astype(np.int64)
        links = np.full(len(at), link_type, np.int64)
        return Records(at, time_ns, start_at, start_at + kept, size, links, end, is_whole)
    number = every[at + 8].astype(np.int64)
    ticks = every[at + 12].astype(np.int64) << 32 | every[at + 16].astype(np.int64)
    table = np.array(layout.interfaces or ((0, 1),), np.int64)
    start_at = at + BLOCK_HEAD_BYTES
    kept, size = every[at + 20].astype(np.int64), every[at + 24].astype(np.int64)
    time_ns = ticks * table[number, 1]
    links = table[number, 0]
    return Records(at, time_ns, start_at, start_at + kept, size, links, end, is_whole)


def _hop_pcap(layout: Layout, data: Buffer, at: int, stop: int) -> tuple[list[int], int, bool]:
    """Where records begin, where the last of them ends, and whether that is all."""
    places: list[int] = []
    add, unpack = places.append, struct.Struct(layout.order + "I").unpack_from
    header_bytes, end = layout.header_bytes, len(data)
    last = end - header_bytes
    while at < stop:
        if at > last:
            return places, at, False
        (kept,) = unpack(data, at + 8)
        following = at + header_bytes + kept
        if kept > PACKET_BYTES_MAX or following > end:
            return places, at, False
        add(at)
        at = following
    return places, at, True


def _hop_pcapng(layout: Layout, data: Buffer, at: int, stop: int) -> tuple[list[int], int, bool]:
    if at % 4 or layout.order != _NATIVE:
        places, end = _hop_by_bytes(layout, data, at, stop)
    else:
        places, end = _hop_by_words(data, at, stop)
    bounds = np.array([*places, end], np.int64)
    wrong = _contradictions(layout, data, bounds)
    if len(wrong):
        return places[: wrong[0]], places[wrong[0]], False
    return places, end, end >= stop


def _hop_by_bytes(layout: Layout, data: Buffer, at: int, stop: int) -> tuple[list[int], int]:
    places: list[int] = []
    add, unpack = places.append, struct.Struct(layout.order + "I").unpack_from
    end, last = len(data), len(data) - BLOCK_BYTES_MIN
    while at < stop and at <= last:
        (size,) = unpack(data, at + 4)
        if size < BLOCK_BYTES_MIN or at + size > end:
            break
        add(at)
        at += size
    return places, at


def _hop_by_words(data: Buffer, at: int, stop: int) -> tuple[list[int], int]:
    """The same a third faster, where the words of the file are those of this machine."""
    places: list[int] = []
    add = places.append
    end = len(data) // 4 * 4
    with memoryview(data) as whole, whole[:end].cast("I") as every:
        last = end - BLOCK_BYTES_MIN
        while at < stop and at <= last:
            size = every[(at >> 2) + 1]
            if size < BLOCK_BYTES_MIN or size & 3 or at + size > end:
                break
            add(at)
            at += size
    return places, at


def _contradictions(layout: Layout, data: Buffer, bounds: Ints) -> Ints:
    """Which of the blocks between bounds are not as they should be."""
    every, at = words(data, layout.order), bounds[:-1]
    is_wrong = every[at] != PACKET
    is_wrong |= every[at + 8] >= len(layout.interfaces)
    number = np.minimum(every[at + 8], max(0, len(layout.interfaces) - 1))
    is_wrong |= every[at + 12] > _ticks_max(layout)[number]
    is_wrong |= every[at + 20] > np.diff(bounds) - BLOCK_BYTES_MIN
    is_wrong |= every[bounds[1:] - 4] != np.diff(bounds)
    return np.flatnonzero(is_wrong)


def _ticks_max(layout: Layout) -> Ints:
    """Of each interface, the upper half of the most ticks whose nanoseconds fit into 63 bits."""
    units = np.array([unit for _, unit in layout.interfaces] or [1], np.int64)
    return (1 << 31) // units - 1
