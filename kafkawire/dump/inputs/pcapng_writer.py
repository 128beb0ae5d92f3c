"""Streams written as a pcapng capture: synthetic Ethernet, IP and TCP that every tool opens.

What goes in is what inputs give (`kafkawire.dump.transport`); what comes out reads back as the
same. A stream's beginning becomes a handshake of three packets, its end two FINs or a RST, a gap a
step of the sequence numbers. Addresses that are not IP (a proxy may know its broker by name only)
become made-up ones of the range for tests (RFC 2544), the same for the same name. Times have
nanoseconds. Nothing is kept of a stream but where its sequence numbers are, and that only while it
is open. Format: draft-ietf-opsawg-pcapng.
"""

from __future__ import annotations

import struct
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import BinaryIO
from zlib import crc32

from kafkawire.dump.inputs.checksums import checksum, tcp_checksum
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

SEGMENT_BYTES = 32 << 10
"""How much of the stream one packet carries; IPv4 could take a little less than twice that."""

ETHERNET = 1
FIN, SYN, RST, PSH, ACK = 1, 2, 4, 8, 16
LOST_BYTES_ASSUMED = 1 << 16
"""The step for a gap of unknown size."""
FIRST_SEQUENCE = 1000

_MAC = b"\x02\0\0\0\0\x01" + b"\x02\0\0\0\0\x02"
_IPV4 = struct.Struct("!BBHHHBBH8s")
_IPV6 = struct.Struct("!IHBB32s")
_TCP = struct.Struct("!HHIIBBHHH")
_NOT_IP_RANGE = int(IPv4Address("198.18.0.0"))
_NOT_IP_BITS = 0x1FFFF
_MAPPED = bytes(10) + b"\xff\xff"
_SEQUENCE_BITS = 0xFFFF_FFFF


def option(code: int, value: bytes) -> bytes:
    """An option of a block, padded to four bytes."""
    return struct.pack("<HH", code, len(value)) + value + bytes(-len(value) % 4)


def block(kind: int, body: bytes) -> bytes:
    """A block with its length on both sides."""
    size = struct.pack("<I", len(body) + 12)
    return struct.pack("<I", kind) + size + body + size


def address_of(host: str) -> IPv4Address | IPv6Address:
    """The address that `host` is, or one that is made from its name."""
    try:
        return ip_address(host.partition("%")[0])
    except ValueError:
        return IPv4Address(_NOT_IP_RANGE | crc32(host.encode()) & _NOT_IP_BITS)


def addresses_of(source: str, target: str) -> bytes:
    """Both addresses of a packet, of the same family: IPv4 beside IPv6 is mapped into it."""
    pair = (address_of(source), address_of(target))
    if pair[0].version == pair[1].version:
        return pair[0].packed + pair[1].packed
    return b"".join((_MAPPED + each.packed)[-16:] for each in pair)


class _Stream:
    """Who its ends are, the next sequence number of each, and the packets they send."""

    __slots__ = ("addresses", "next", "ports")

    def __init__(self, ends: tuple[Endpoint, Endpoint], first_sequence: int) -> None:
        hosts = ends[0].host, ends[1].host
        self.addresses = addresses_of(*hosts), addresses_of(*reversed(hosts))
        self.ports = (ends[0].port, ends[1].port), (ends[1].port, ends[0].port)
        self.next = [first_sequence & _SEQUENCE_BITS, (first_sequence * 5) & _SEQUENCE_BITS]

    def packet(self, end: int, flags: int, data: bytes = b"") -> bytes:
        """The frame of the next packet of an end."""
        addresses = self.addresses[end]
        segment = self._segment(end, flags, data)
        self.skip(end, len(data) + (flags & (SYN | FIN) != 0))
        return _frame(addresses, segment)

    def skip(self, end: int, count: int) -> None:
        """Move on in the sequence numbers of an end."""
        self.next[end] = (self.next[end] + count) & _SEQUENCE_BITS

    def _segment(self, end: int, flags: int, data: bytes) -> bytes:
        acknowledged = self.next[1 - end] if flags & ACK else 0
        fields = (*self.ports[end], self.next[end], acknowledged, 5 << 4, flags, 0xFFFF)
        right = tcp_checksum(self.addresses[end], _TCP.pack(*fields, 0, 0) + data)
        return _TCP.pack(*fields, right, 0) + data


class PcapngWriter:
    """Writes to a binary file that the caller opens, flushes and closes; raises what it raises.

    `segment_bytes` is how much a packet carries, `first_sequence` where sequence numbers begin.
    """

    def __init__(
        self,
        file: BinaryIO,
        *,
        segment_bytes: int = SEGMENT_BYTES,
        first_sequence: int = FIRST_SEQUENCE,
    ) -> None:
        assert 0 < segment_bytes <= SEGMENT_BYTES, "a packet of IPv4 has 65535 bytes at most"
        self._write = file.write
        self._segment_bytes = segment_bytes
        self._first_sequence = first_sequence
        self._streams: dict[int, _Stream] = {}
        section = struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1)
        self._write(block(0x0A0D0D0A, section + option(4, b"wire-dump") + option(0, b"")))
        interface = struct.pack("<HHI", ETHERNET, 0, 0)
        self._write(block(1, interface + option(9, b"\x09") + option(0, b"")))

    def event(self, event: TransportEvent) -> None:
        """Write whatever an input told; notes are not kept."""
        match event:
            case Data(stream, end, data, time_ns):
                self.send(stream, end, data, time_ns)
            case StreamOpened(stream, ends, opener, time_ns):
                self.open(stream, ends, time_ns, opener=opener)
            case Gap(stream, end, size):
                self.lose(stream, end, size)
            case StreamClosed(stream, how, time_ns):
                self.close(stream, time_ns, how=how)
            case Note():
                pass

    def open(
        self,
        stream: int,
        ends: tuple[Endpoint, Endpoint],
        time_ns: int,
        *,
        opener: int | None = 0,
        comment: str = "",
    ) -> None:
        """Begin a stream, with a handshake unless its opener is unknown."""
        self._streams[stream] = found = _Stream(ends, self._first_sequence)
        if opener is None:
            return
        for end, flags in ((opener, SYN), (1 - opener, SYN | ACK), (opener, ACK)):
            self.frame(found.packet(end, flags), time_ns, comment=comment)
            comment = ""

    def send(self, stream: int, end: int, data: bytes, time_ns: int, *, comment: str = "") -> None:
        """Write what an end sent, in as many packets as it needs, all at that time."""
        found = self._streams[stream]
        for at in range(0, len(data), self._segment_bytes):
            part = data[at : at + self._segment_bytes]
            self.frame(found.packet(end, PSH | ACK, part), time_ns, comment=comment)
            comment = ""

    def lose(self, stream: int, end: int, size: int = UNKNOWN_SIZE) -> None:
        """Leave out bytes that an end sent."""
        found = self._streams[stream]
        lost = LOST_BYTES_ASSUMED if size == UNKNOWN_SIZE else size
        found.skip(end, lost)

    def close(self, stream: int, time_ns: int, *, how: str = "FIN", by: int = 0) -> None:
        """End a stream; `end` and `evicted` leave it as if more were to come."""
        found = self._streams.pop(stream)
        if how == "FIN":
            for end, flags in ((by, FIN | ACK), (1 - by, FIN | ACK), (by, ACK)):
                self.frame(found.packet(end, flags), time_ns)
        elif how == "RST":
            self.frame(found.packet(by, RST | ACK), time_ns)

    def frame(self, frame: bytes, time_ns: int, *, comment: str = "") -> None:
        """Write one Ethernet frame as it is."""
        head = struct.pack("<IIIII", 0, *divmod(time_ns, 1 << 32), len(frame), len(frame))
        options = option(1, comment.encode()) + option(0, b"") if comment else b""
        self._write(block(6, head + frame + bytes(-len(frame) % 4) + options))


def _frame(addresses: bytes, segment: bytes) -> bytes:
    """An Ethernet frame around a segment."""
    if len(addresses) == 8:
        size = len(segment) + 20
        right = checksum(_IPV4.pack(0x45, 0, size, 0, 0x4000, 64, 6, 0, addresses))
        head = _IPV4.pack(0x45, 0, size, 0, 0x4000, 64, 6, right, addresses)
        return _MAC + b"\x08\x00" + head + segment
    return _MAC + b"\x86\xdd" + _IPV6.pack(6 << 28, len(segment), 6, 64, addresses) + segment
