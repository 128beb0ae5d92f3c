"""From an IP packet to the TCP segment in it: IPv4 and IPv6, in fragments or in tunnels.

A packet says itself how long it is: what stands behind it is the link's padding, and what is
missing was cut off by whoever captured it. Fragments (RFC 791, RFC 8200) wait for each other,
some of them and for some time only. Tunnels (IP in IP, GRE, VXLAN) are looked into. Checksums of
IP are not verified: no sender of today leaves them to be right by the time they are captured.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

from kafkawire.dump.inputs.link import ETHERNET, packet_of
from kafkawire.dump.inputs.packets import Complaints

DATAGRAMS_MAX = 256
"""How many datagrams may wait for fragments; the oldest is given up for one more."""
DATAGRAM_BYTES_MAX = 65_535
FRAGMENTS_MAX = 1024
"""Of one datagram; one in more pieces is given up."""
FRAGMENT_AGE_NS = 60_000_000_000
"""How long fragments wait (RFC 8200 4.5); identifications are used again after that."""
HEADERS_MAX = 16
"""Extension headers and tunnels of one packet; with more it is taken for damage."""

_TCP, _UDP, _IPV4, _IPV6, _GRE, _FRAGMENT, _AUTHENTICATION = 6, 17, 4, 41, 47, 44, 51
_EXTENSIONS = (0, 43, 60, 135, 139, 140)
_LOOKED_INTO = (_TCP, _UDP, _IPV4, _IPV6, _GRE, _AUTHENTICATION, *_EXTENSIONS)
_VXLAN_PORTS = (4789, 8472)
_MORE_FRAGMENTS = 0x2000
_OFFSET_BITS = 0x1FFF

_IPV4_HEADER = struct.Struct("!BxHHHxB2x8s")
_IPV6_HEADER = struct.Struct("!4xHBx32s")


class Segment(NamedTuple):
    """A TCP segment, as far as it was captured; `missing` bytes of it were not."""

    addresses: bytes
    """Source and target."""
    data: bytes
    missing: int


class _Layer(NamedTuple):
    """What is left to look into: `data` is of `protocol`."""

    protocol: int
    addresses: bytes
    data: bytes
    missing: int


class _Datagram:
    """Fragments of one datagram, by their offset."""

    __slots__ = ("parts", "size", "time_ns")

    def __init__(self, time_ns: int) -> None:
        self.parts: dict[int, bytes] = {}
        self.size: int | None = None
        self.time_ns = time_ns

    def whole(self) -> bytes | None:
        """All of it, if it is all here; where fragments overlap, the one further ahead holds."""
        data = b""
        for offset in sorted(self.parts):
            if offset > len(data):
                return None
            data += self.parts[offset][len(data) - offset :]
        return data[: self.size] if self.size is not None and len(data) >= self.size else None


class IpReader:
    """Takes packets in the order of the capture, and keeps fragments that wait."""

    __slots__ = ("_complaints", "_datagrams", "_number", "_time_ns")

    def __init__(self, complaints: Complaints) -> None:
        self._complaints = complaints
        self._datagrams: dict[bytes, _Datagram] = {}
        self._time_ns = self._number = 0

    def segment(self, packet: bytes, cut: int, time_ns: int, number: int) -> Segment | None:
        """The TCP segment of a packet of which `cut` bytes were not captured, if it has one."""
        self._time_ns, self._number = time_ns, number
        layer = self._packet(packet, cut)
        for _ in range(HEADERS_MAX):
            if layer is None:
                return None
            if layer.protocol == _TCP:
                return Segment(*layer[1:])
            layer = self._inside(layer)
        return None

    def _packet(self, packet: bytes, cut: int) -> _Layer | None:
        version = packet[0] >> 4 if packet else 0
        if version == 4 and len(packet) >= 20:
            return self._ipv4(packet, cut)
        if version == 6 and len(packet) >= 40:
            return self._ipv6(packet, cut)
        return None

    def _ipv4(self, packet: bytes, cut: int) -> _Layer | None:
        first, total, identification, fragment, protocol, addresses = _IPV4_HEADER.unpack_from(
            packet
        )
        # A length of zero is for the card to fill in, which cuts it into packets as well.
        # One beyond the packet's end is damage: where bytes are missing, the streams will tell.
        total = min(total or 1 << 16, len(packet) + cut)
        head = (first & 15) * 4
        if not 20 <= head <= total:
            return None
        data = packet[head:total]
        layer = _Layer(protocol, addresses, data, total - head - len(data))
        if fragment & (_MORE_FRAGMENTS | _OFFSET_BITS):
            key = addresses + bytes([protocol]) + identification.to_bytes(4, "big")
            offset = (fragment & _OFFSET_BITS) * 8
            return self._fragment(layer, key, offset, is_last=not fragment & _MORE_FRAGMENTS)
        return layer

    def _ipv6(self, packet: bytes, cut: int) -> _Layer:
        size, protocol, addresses = _IPV6_HEADER.unpack_from(packet)
        # Zero if it is longer than can be said here (RFC 2675), or not yet known.
        size = min(size or 1 << 32, len(packet) + cut - 40)
        data = packet[40 : 40 + size]
        return _Layer(protocol, addresses, data, size - len(data))

    def _inside(self, layer: _Layer) -> _Layer | None:
        """What is behind the next header."""
        protocol, addresses, data, missing = layer
        if protocol in (_IPV4, _IPV6):
            return self._packet(data, missing)
        if len(data) < 8:
            return None
        if protocol == _FRAGMENT:
            offset = int.from_bytes(data[2:4], "big")
            rest = _Layer(data[0], addresses, data[8:], missing)
            key = addresses + data[4:8]
            return self._fragment(rest, key, offset & ~7, is_last=not offset & 1)
        if protocol == _GRE:
            return self._packet(_behind_gre(data), missing)
        if protocol == _UDP:
            is_vxlan = int.from_bytes(data[2:4], "big") in _VXLAN_PORTS
            return self._packet(packet_of(ETHERNET, data[16:]), missing) if is_vxlan else None
        if protocol == _AUTHENTICATION:
            return _Layer(data[0], addresses, data[data[1] * 4 + 8 :], missing)
        if protocol in _EXTENSIONS:
            return _Layer(data[0], addresses, data[data[1] * 8 + 8 :], missing)
        return None

    def _fragment(self, layer: _Layer, key: bytes, offset: int, *, is_last: bool) -> _Layer | None:
        """The datagram, if this was the last of its fragments to come."""
        if layer.protocol not in _LOOKED_INTO:
            return None
        if layer.missing or offset + len(layer.data) > DATAGRAM_BYTES_MAX:
            self._complain("a fragment that is cut or too far from its beginning")
            return None
        datagram = self._datagram(key)
        datagram.parts.setdefault(offset, layer.data)
        if is_last:
            datagram.size = offset + len(layer.data)
        if len(datagram.parts) > FRAGMENTS_MAX:
            del self._datagrams[key]
            self._complain("a datagram in too many fragments")
            return None
        data = datagram.whole() if datagram.size is not None else None
        if data is None:
            return None
        del self._datagrams[key]
        return layer._replace(data=data)

    def _datagram(self, key: bytes) -> _Datagram:
        found = self._datagrams.get(key)
        if found is not None and self._time_ns - found.time_ns <= FRAGMENT_AGE_NS:
            return found
        if found is not None or len(self._datagrams) >= DATAGRAMS_MAX:
            del self._datagrams[key if found is not None else next(iter(self._datagrams))]
            self._complain("fragments whose others never came")
        self._datagrams[key] = datagram = _Datagram(self._time_ns)
        return datagram

    def _complain(self, text: str) -> None:
        kind = "IP datagrams that could not be put together"
        self._complaints.note(kind, f"given up: {text}", self._time_ns, self._number)


def _behind_gre(data: bytes) -> bytes:
    """The IP packet in GRE (RFC 2784, RFC 2890), or nothing."""
    flags = data[0]
    at = 4 + 4 * ((flags >> 7 & 1) + (flags >> 5 & 1) + (flags >> 4 & 1))
    return data[at:] if data[2:4] in (b"\x08\x00", b"\x86\xdd") else b""
