"""Captures, from bytes of files to what each end of each stream said.

Nearly all packets of a capture are like the one before: TCP in IPv4 without options, on the same
kind of link, whole, continuing a stream that has no hole. For them there is a short cut through all
layers: one comparison for the link, one `unpack` for IP and TCP together, one look for the
direction (the addresses and ports stand in the packet as they stand in the key), and one for the
sequence number. Whatever is different in any way goes the long way through `link`, `ip` and `tcp`.
"""

from __future__ import annotations

import struct
from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import chain
from typing import BinaryIO

from kafkawire.dump.inputs import link
from kafkawire.dump.inputs.files import Progress, Wait, chunks_of, open_file
from kafkawire.dump.inputs.ip import IpReader
from kafkawire.dump.inputs.link import UnknownLink
from kafkawire.dump.inputs.packets import Complaints, Packet
from kafkawire.dump.inputs.pcap import MAGICS, PcapReader
from kafkawire.dump.inputs.pcapng import MAGIC, PcapngReader
from kafkawire.dump.inputs.tcp import Streams
from kafkawire.dump.transport import BareData, Batch, Note, TransportEvent, named

SEQUENCE_BITS = 0xFFFF_FFFF
HALF = 1 << 31
RACE_NS = 1_000_000
"""Processors that see packets at once stamp and queue them in orders so little apart."""
_ETHERNET = b"\x08\x00", b"\x86\xdd"
_NOT_THIS = b"no such mark"
_SHORT_CUTS = {
    link.ETHERNET: (14, 12, *_ETHERNET),
    link.COOKED: (16, 14, *_ETHERNET),
    link.COOKED_V2: (20, 0, *_ETHERNET),
    link.NULL: (4, 0, b"\x02\0\0\0", b"\x1e\0\0\0"),
    link.RAW: (0, 0, b"\x45", b"\x60"),
}
"""Of a link: where IP begins, and what stands where when it is IPv4, and IPv6."""
_NO_SHORT_CUT = (1 << 30, 0, _NOT_THIS, _NOT_THIS)
_IPV4_TCP = struct.Struct("!BxH2xHxB2x12sIIBB")
_IPV6_TCP = struct.Struct("!B3xHBx36sIIBB")
_IPV4_BYTES, _IPV6_BYTES = 40, 60
"""Of IP and TCP, without options."""
_MORE_OR_OFFSET = 0x3FFF
_FLAGS, _PLAIN_FLAGS = 0x17, 0x10
"""Of FIN, SYN, RST and ACK nothing but ACK."""


class NotACapture(Exception):
    """A file is neither pcap nor pcapng; its text says what it begins with."""


def read_capture(
    source: str | BinaryIO,
    *,
    progress: Progress | None = None,
    wait: Wait | None = None,
    must_verify: bool = False,
) -> Iterator[TransportEvent]:
    """What the streams of one capture said; `-` is the standard input.

    `wait` is asked for more at the file's end, until it returns False; with `must_verify`
    segments with wrong checksums are left out. Raises OSError, and NotACapture.
    """
    complaints = Complaints()
    packets = batches_of(source, complaints, progress=progress, wait=wait)
    reassembly = Reassembly(complaints, must_verify=must_verify)
    return named(reassembly.batches(packets))


def packets_of(
    source: str | BinaryIO,
    complaints: Complaints,
    *,
    progress: Progress | None = None,
    wait: Wait | None = None,
) -> Generator[Packet, None, None]:
    """The packets of a file. Raises OSError, and NotACapture."""
    for several in batches_of(source, complaints, progress=progress, wait=wait):
        yield from several


def batches_of(
    source: str | BinaryIO,
    complaints: Complaints,
    *,
    progress: Progress | None = None,
    wait: Wait | None = None,
) -> Iterator[list[Packet]]:
    """The packets of a file, as many at once as are there. Raises OSError, and NotACapture."""
    file = open_file(source) if isinstance(source, str) else source
    try:
        chunks = chunks_of(file, complaints, progress=progress, wait=wait)
        first = next(chunks)
        reader = _reader(first[:4], complaints, source if isinstance(source, str) else "this")
        yield from reader.batches(chain([first], chunks))
    finally:
        if isinstance(source, str) and source != "-":
            file.close()


def _reader(magic: bytes, complaints: Complaints, name: str) -> PcapReader | PcapngReader:
    if magic in MAGICS:
        return PcapReader(magic, complaints)
    if magic == MAGIC:
        return PcapngReader(complaints)
    if complaints.waiting and not magic:
        raise NotACapture(f"{name}: {complaints.waiting[0].text}")
    begins = f"it begins with {magic.hex(' ')}" if magic else "it is empty"
    raise NotACapture(f"{name} is neither a pcap nor a pcapng file: {begins}")


class Reassembly:
    """All that is between packets and what the streams said."""

    __slots__ = ("_complaints", "_cut", "_ip", "_last", "_streams")

    def __init__(self, complaints: Complaints, *, must_verify: bool = False) -> None:
        self._complaints = complaints
        self._ip = IpReader(complaints)
        self._streams = Streams(complaints, must_verify=must_verify)
        self._cut = _NO_SHORT_CUT if must_verify else None
        self._last = 0, 0

    def events(self, packets: Iterable[Packet]) -> Iterator[TransportEvent]:
        """What follows from each packet, in order, and at last from their end."""
        return named(self.batches([packet] for packet in packets))

    def batches(self, packets: Iterable[Sequence[Packet]]) -> Iterator[Batch]:
        """The same for packets that come several at once: there are fewer steps to each."""
        for several in packets:
            yield self._events(several)
        yield self._streams.finish(*self._last)
        # Who reads bytes, not packets, does not know what time it is.
        yield [
            note if note.time_ns else note._replace(time_ns=self._last[0])
            for note in self._complaints.sum_up()
        ]

    def _events(self, packets: Iterable[Packet]) -> list[TransportEvent | BareData]:
        """What follows from packets."""
        complaints, find = self._complaints, self._streams.directions.get
        unpack_4, unpack_6 = _IPV4_TCP.unpack_from, _IPV6_TCP.unpack_from
        found: list[TransportEvent | BareData] = []
        latest_ns, number = self._last
        known_link, ip_at, mark_at, mark_4, mark_6 = -1, 0, 0, b"", b""
        for time_ns, link_type, frame, size in packets:
            number += 1
            if time_ns < latest_ns or complaints.waiting:
                found += self._notes(time_ns, latest_ns, number)
            latest_ns = time_ns
            if link_type != known_link:
                known_link = link_type
                cut = self._cut or _SHORT_CUTS.get(link_type, _NO_SHORT_CUT)
                ip_at, mark_at, mark_4, mark_6 = cut
            key = b""
            if len(frame) < ip_at + _IPV4_BYTES:
                pass
            elif frame.startswith(mark_4, mark_at):
                first, total, parts, protocol, key, sequence, acknowledged, offset, flags = (
                    unpack_4(frame, ip_at)
                )
                start = ip_at + 20 + (offset >> 4) * 4
                odd = first ^ 0x45 | parts & _MORE_OR_OFFSET | protocol ^ 6
            elif frame.startswith(mark_6, mark_at) and len(frame) >= ip_at + _IPV6_BYTES:
                first, total, protocol, key, sequence, acknowledged, offset, flags = unpack_6(
                    frame, ip_at
                )
                start, total = ip_at + 40 + (offset >> 4) * 4, total + 40
                odd = first >> 4 ^ 6 | protocol ^ 6
            direction = find(key)
            if (
                direction is not None
                and sequence == direction.next
                and not (direction.is_odd or odd or flags & _FLAGS ^ _PLAIN_FLAGS)
                and (acknowledged - direction.peer.next - 1) & SEQUENCE_BITS >= HALF
                and start <= (stop := ip_at + total) <= len(frame)
                and offset >= 0x50
            ):
                direction.active = number
                if start < stop:
                    direction.next = (sequence + stop - start) & SEQUENCE_BITS
                    data = frame[start:stop]
                    found.append((direction.number, direction.end, data, time_ns, number))
            else:
                found += self._long_way((time_ns, link_type, frame, size), number)
        self._last = latest_ns, number
        return found

    def _long_way(self, packet: Packet, number: int) -> Sequence[TransportEvent]:
        """Through all layers, one after another; an empty frame only says what time it is."""
        time_ns, link_type, frame, size = packet
        if not frame:
            return self._streams.tick(time_ns, number)
        cut = max(0, size - len(frame))
        if cut:
            text = f"packet {number} was cut: {len(frame)} of its {size} bytes were captured"
            self._complaints.note("packets cut short", text, time_ns, number)
        try:
            inner = link.packet_of(link_type, frame)
        except UnknownLink as error:
            self._complaints.note(str(error), str(error), time_ns, number)
            return ()
        segment = self._ip.segment(inner, cut, time_ns, number)
        return () if segment is None else self._streams.segment(segment, time_ns, number)

    def _notes(self, time_ns: int, latest_ns: int, number: int) -> list[Note]:
        """What there is to complain of before a packet."""
        if time_ns < latest_ns - RACE_NS:
            earlier_ms = (latest_ns - time_ns) / 1e6
            text = f"packet {number} is {earlier_ms:.6g} ms earlier than the one before it"
            kind = "packets that are earlier than the one before them"
            self._complaints.note(kind, text, time_ns, number)
        return [
            note if note.time_ns else note._replace(time_ns=time_ns)
            for note in self._complaints.take()
        ]
