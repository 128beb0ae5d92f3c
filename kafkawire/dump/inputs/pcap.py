"""The packets of a pcap file, as its bytes come in (draft-ietf-opsawg-pcap).

Both byte orders, microseconds and nanoseconds, and the variant with longer packet headers of old
Linux kernels. A header that cannot be true (damage, or a writer that died) is complained of, and
reading goes on at the next two that can. What is missing at the end is complained of as well.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator

from kafkawire.dump.inputs.packets import Complaints, Packet, Place, Stretch, packets_in

PACKET_BYTES_MAX = 1 << 20
"""No packet has more; the usual tools stop at 256 KiB."""
TIME_STEP_S_MAX = 86_400
"""How far two neighbours may be apart for the search for the next packet after damage."""

_FILE_HEADER_BYTES = 24
_SECOND_NS = 1_000_000_000
_KINDS = {
    b"\xd4\xc3\xb2\xa1": ("<", 1000, 16),
    b"\xa1\xb2\xc3\xd4": (">", 1000, 16),
    b"\x4d\x3c\xb2\xa1": ("<", 1, 16),
    b"\xa1\xb2\x3c\x4d": (">", 1, 16),
    b"\x34\xcd\xb2\xa1": ("<", 1000, 24),
    b"\xa1\xb2\xcd\x34": (">", 1000, 24),
}
"""By the first four bytes: byte order, nanoseconds of the fraction's unit, bytes of a header."""

MAGICS = tuple(_KINDS)


class PcapReader:
    """Reads one file, from its first four bytes on, which are one of `MAGICS`."""

    __slots__ = ("_complaints", "_header", "_header_bytes", "_link_type", "_order", "_unit_ns")

    def __init__(self, magic: bytes, complaints: Complaints) -> None:
        self._order, self._unit_ns, self._header_bytes = _KINDS[magic]
        self._header = struct.Struct(self._order + "IIII")
        self._complaints = complaints
        self._link_type = 0

    def packets(self, chunks: Iterable[bytes]) -> Iterator[Packet]:
        """All packets, each as soon as it is there."""
        return packets_in(self.stretches(chunks))

    def stretches(self, chunks: Iterable[bytes]) -> Iterator[Stretch]:
        """All packets, as many at once as are there; complaints come between them."""
        chunks = iter(chunks)
        buffer = self._file_header(chunks)
        unpack, header_bytes = self._header.unpack_from, self._header_bytes
        link_type, unit_ns = self._link_type, self._unit_ns
        seconds = at = 0
        while True:
            last = len(buffer) - header_bytes
            places: list[Place] = []
            while at <= last:
                before = seconds
                seconds, fraction, kept, size = unpack(buffer, at)
                start = at + header_bytes
                stop = start + kept
                if kept > PACKET_BYTES_MAX:
                    seconds = before
                    if places:
                        yield buffer, link_type, places
                        places = []
                    at = self._after_damage(buffer, at, before)
                    continue
                if stop > len(buffer):
                    seconds = before
                    break
                time_ns = seconds * _SECOND_NS + fraction * unit_ns
                places.append((time_ns, start, stop, size))
                at = stop
            if places:
                yield buffer, link_type, places
            chunk = next(chunks, None)
            if chunk is None:
                break
            buffer = buffer[at:] + chunk
            at = 0
        self._end(len(buffer) - at)

    def _file_header(self, chunks: Iterator[bytes]) -> bytes:
        """Read it, and return what follows."""
        buffer = b""
        while len(buffer) < _FILE_HEADER_BYTES:
            chunk = next(chunks, None)
            if chunk is None:
                self._end(len(buffer))
                return b""
            buffer += chunk
        # The upper half says how long the frames' check sequence is, if they have one.
        self._link_type = struct.unpack_from(self._order + "I", buffer, 20)[0] & 0xFFFF
        return buffer[_FILE_HEADER_BYTES:]

    def _after_damage(self, buffer: bytes, at: int, seconds: int) -> int:
        """Where the next believable packet begins, or the end of what is there."""
        found = at + 1
        while found <= len(buffer) - self._header_bytes:
            stop = self._believable(buffer, found, seconds)
            if stop and (stop > len(buffer) - 16 or self._believable(buffer, stop, seconds)):
                break
            found += 1
        text = f"{found - at} bytes of the capture file are no packets"
        self._complaints.note("places of the file without packets", text, 0)
        return found

    def _believable(self, buffer: bytes, at: int, seconds: int) -> int:
        """Where a packet ends whose header is here, or 0 if none can be."""
        now, fraction, kept, size = self._header.unpack_from(buffer, at)
        if fraction * self._unit_ns >= _SECOND_NS or not 0 < kept <= size <= PACKET_BYTES_MAX:
            return 0
        if seconds and abs(now - seconds) > TIME_STEP_S_MAX:
            return 0
        return at + self._header_bytes + int(kept)

    def _end(self, left: int) -> None:
        if left:
            text = f"the capture file ends within a packet: its last {left} bytes are left over"
            self._complaints.note("files that end within a packet", text, 0)
