"""The packets of a pcapng file, as its bytes come in (draft-ietf-opsawg-pcapng).

Sections of either byte order, any number of interfaces with resolutions and offsets of their own,
enhanced, simple and the obsolete packet blocks; of interface statistics what was dropped. All other
blocks are skipped. A block whose two lengths differ is damage: it is complained of, and reading
goes on at the next block whose lengths agree.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from math import gcd
from typing import NamedTuple

from kafkawire.dump.inputs.packets import Complaints, Packet, Place, Stretch, packets_in, stretch_of

BLOCK_BYTES_MAX = 16 << 20
"""No block has more; one that says so is taken for damage."""
INTERFACES_MAX = 4096
"""More of them in one section are taken for damage, and not remembered."""

MAGIC = b"\x0a\x0d\x0d\x0a"
SECTION, INTERFACE, OLD_PACKET, SIMPLE_PACKET, STATISTICS, PACKET = 0x0A0D0D0A, 1, 2, 3, 5, 6
_PACKET_BLOCK_BYTES, _PACKET_AT = 32, 28
_NO_BLOCK = 0
_KINDS = range(1, 13)
_SECOND_NS = 1_000_000_000
_LITTLE, _BIG = b"\x4d\x3c\x2b\x1a", b"\x1a\x2b\x3c\x4d"
_RESOLUTION, _OFFSET = 9, 14
_DROPPED_BY = {5: "the interface", 7: "the operating system"}


class Interface(NamedTuple):
    """Its link type, how its ticks become nanoseconds, and how much of a packet it kept."""

    link_type: int
    numerator: int
    denominator: int
    offset_ns: int
    snap_bytes: int


class _Layout:
    """The structures of a section in its byte order."""

    __slots__ = ("block", "following", "head", "interface", "old", "option", "order", "word")

    def __init__(self, order: str) -> None:
        self.order = order
        self.head = struct.Struct(order + "II")
        self.block = struct.Struct(order + "IIIIIII")
        self.following = struct.Struct(order + "IIIIIIII")
        """The length at a block's end, and the next block."""
        self.old = struct.Struct(order + "HHIIII")
        self.interface = struct.Struct(order + "HHI")
        self.option = struct.Struct(order + "HH")
        self.word = struct.Struct(order + "I")

    def number(self, value: bytes) -> int:
        """A signed number of any size."""
        return int.from_bytes(value, "little" if self.order == "<" else "big", signed=True)


class PcapngReader:
    """Reads one file, from its first four bytes on."""

    __slots__ = ("_complaints", "_interfaces", "_layout", "_time_ns")

    def __init__(self, complaints: Complaints) -> None:
        self._complaints = complaints
        self._layout = _Layout("<")
        self._interfaces: list[Interface] = []
        self._time_ns = 0

    def packets(self, chunks: Iterable[bytes]) -> Iterator[Packet]:
        """All packets, each as soon as it is there."""
        return packets_in(self.stretches(chunks))

    def stretches(self, chunks: Iterable[bytes]) -> Iterator[Stretch]:
        """All packets, as many at once as are there; complaints come between them."""
        buffer, at = b"", 0
        for chunk in chunks:
            buffer = buffer[at:] + chunk
            at = 0
            last = len(buffer) - 12
            while at <= last:
                at, link_type, places = self._usual(buffer, at)
                if places:
                    yield buffer, link_type, places
                    continue
                stop, packet = self._block(buffer, at)
                if packet is not None:
                    yield stretch_of(packet)
                if stop == at:
                    break
                at = stop
        if at < len(buffer):
            left = len(buffer) - at
            text = f"the capture file ends within a block: its last {left} bytes are left over"
            self._complaints.note("files that end within a block", text, self._time_ns)

    def _usual(self, buffer: bytes, at: int) -> tuple[int, int, list[Place]]:
        """Enhanced packet blocks of one interface, which nearly all are.

        Where the first other one begins, their link type, and their packets. One that is not
        complete, or not as it should be, is an other one.
        """
        layout, end = self._layout, len(buffer)
        places: list[Place] = []
        if at + layout.block.size > end:
            return at, 0, places
        kind, size, known, high, low, kept, whole = layout.block.unpack_from(buffer, at)
        if known >= len(self._interfaces):
            return at, 0, places
        link_type, numerator, denominator, offset_ns, _ = self._interfaces[known]
        are_ns = numerator == denominator and not offset_ns
        unpack, number = layout.following.unpack_from, known
        while (
            kind == PACKET
            and number == known
            and kept <= size - _PACKET_BLOCK_BYTES
            and (stop := at + size) <= end
        ):
            ticks = high << 32 | low
            time_ns = ticks if are_ns else ticks * numerator // denominator + offset_ns
            start = at + _PACKET_AT
            place = time_ns, start, start + kept, whole
            first_size = size
            try:
                size_again, kind, size, number, high, low, kept, whole = unpack(buffer, stop - 4)
            except struct.error:
                size_again, kind = layout.word.unpack_from(buffer, stop - 4)[0], _NO_BLOCK
            if size_again != first_size:
                break
            places.append(place)
            at = stop
        if places:
            self._time_ns = places[-1][0]
        return at, link_type, places

    def _block(self, buffer: bytes, at: int) -> tuple[int, Packet | None]:
        """Any block: where it ends, or where it begins if it is not complete, and its packet."""
        if buffer.startswith(MAGIC, at):
            self._section(buffer, at)
        kind, size = self._layout.head.unpack_from(buffer, at)
        stop = at + size
        if stop > len(buffer) and 12 <= size <= BLOCK_BYTES_MAX:
            return at, None
        if size < 12 or buffer[at + 4 : at + 8] != buffer[stop - 4 : stop]:
            return self._after_damage(buffer, at), None
        if kind == PACKET and size >= _PACKET_BLOCK_BYTES:
            # A packet that is as it should be has been taken before.
            self._bad("a packet block that contradicts itself")
            return stop, None
        return stop, self._other(kind, buffer[at + 8 : stop - 4])

    def _section(self, buffer: bytes, at: int) -> None:
        """A new section has its own byte order and interfaces."""
        order = {_LITTLE: "<", _BIG: ">"}.get(buffer[at + 8 : at + 12])
        if order is not None:
            self._layout = _Layout(order)
            self._interfaces = []

    def _other(self, kind: int, body: bytes) -> Packet | None:
        """Any other block, without its kind and its two lengths."""
        if kind == INTERFACE and len(body) >= 8:
            self._interface(body)
        elif kind == SIMPLE_PACKET and len(body) >= 4:
            return self._simple(body)
        elif kind == OLD_PACKET and len(body) >= 20:
            return self._old(body)
        elif kind == STATISTICS and len(body) >= 12:
            self._statistics(body)
        return None

    def _interface(self, body: bytes) -> None:
        link_type, _, snap_bytes = self._layout.interface.unpack_from(body)
        if len(self._interfaces) == INTERFACES_MAX:
            self._bad("too many interfaces")
            return
        options = dict(self._options(body, 8))
        numerator, denominator = _resolution(options.get(_RESOLUTION, b"\x06"))
        offset = self._layout.number(options.get(_OFFSET, b""))
        self._interfaces.append(
            Interface(link_type, numerator, denominator, offset * _SECOND_NS, snap_bytes)
        )

    def _simple(self, body: bytes) -> Packet | None:
        """A packet without a time: it has that of the one before."""
        if not self._interfaces:
            self._bad("a packet of no interface")
            return None
        (size,) = self._layout.word.unpack_from(body)
        kept = min(size, self._interfaces[0].snap_bytes or size)
        return self._time_ns, self._interfaces[0].link_type, body[4 : 4 + kept], size

    def _old(self, body: bytes) -> Packet | None:
        number, _, high, low, kept, size = self._layout.old.unpack_from(body)
        if number >= len(self._interfaces):
            self._bad("a packet of no interface")
            return None
        link_type, numerator, denominator, offset_ns, _ = self._interfaces[number]
        self._time_ns = ((high << 32) + low) * numerator // denominator + offset_ns
        return self._time_ns, link_type, body[20 : 20 + kept], size

    def _statistics(self, body: bytes) -> None:
        for code, value in self._options(body, 12):
            dropped = self._layout.number(value)
            if code in _DROPPED_BY and dropped:
                text = f"{_DROPPED_BY[code]} dropped {dropped} packets while this was captured"
                self._complaints.note("reports of dropped packets", text, self._time_ns)

    def _options(self, body: bytes, at: int) -> Iterator[tuple[int, bytes]]:
        while at + 4 <= len(body):
            code, size = self._layout.option.unpack_from(body, at)
            if code == 0:
                return
            yield code, body[at + 4 : at + 4 + size]
            at += 4 + size + -size % 4

    def _after_damage(self, buffer: bytes, at: int) -> int:
        """Where the next block begins, or as much as is known to hold none."""
        found = at + 4
        while found <= len(buffer) - 12 and not self._is_block(buffer, found):
            found += 4
        self._bad(f"{found - at} bytes that are no blocks")
        return found

    def _is_block(self, buffer: bytes, at: int) -> bool:
        kind, size = self._layout.head.unpack_from(buffer, at)
        if buffer.startswith(MAGIC, at):
            return buffer[at + 8 : at + 12] in (_LITTLE, _BIG)
        stop = at + size
        if kind not in _KINDS or size % 4 or not 12 <= size <= BLOCK_BYTES_MAX:
            return False
        return stop > len(buffer) or buffer[at + 4 : at + 8] == buffer[stop - 4 : stop]

    def _bad(self, what: str) -> None:
        text = f"the capture file has {what}"
        self._complaints.note("places of the file that are damaged", text, self._time_ns)


def _resolution(value: bytes) -> tuple[int, int]:
    """What to multiply and divide ticks with for nanoseconds: powers of 10, or of 2 if bit 7."""
    exponent = value[0] if value else 6
    units = 2 ** (exponent & 0x7F) if exponent & 0x80 else 10**exponent
    divisor = gcd(units, _SECOND_NS)
    return _SECOND_NS // divisor, units // divisor
