"""Captures, from bytes of files to what each end of each stream said.

Nearly all packets of a capture are like the one before: TCP in IPv4 without options or in IPv6, on
the same kind of link, whole, continuing a stream that has no hole. For them there is a short cut
through all layers, which reads them where they lie in the bytes of the file and takes nothing out
but what the stream said: one `unpack` for link, IP and TCP together, one look for the direction
(the addresses and ports stand in the packet as they stand in the key), one for the header's length
by flags and offset, and one for the sequence number. Whatever is different in any way goes the long
way through `link`, `ip` and `tcp`.
"""

from __future__ import annotations

import struct
from collections.abc import Generator, Iterable, Iterator, Sequence
from io import BytesIO
from itertools import chain
from typing import BinaryIO, NamedTuple

from kafkawire.dump.inputs import link
from kafkawire.dump.inputs.files import Progress, Wait, chunks_of, open_file
from kafkawire.dump.inputs.ip import IpReader
from kafkawire.dump.inputs.link import UnknownLink
from kafkawire.dump.inputs.packets import Complaints, Packet, Place, Stretch, packets_in, stretch_of
from kafkawire.dump.inputs.pcap import MAGICS, PcapReader
from kafkawire.dump.inputs.pcapng import MAGIC, PcapngReader
from kafkawire.dump.inputs.tcp import Streams
from kafkawire.dump.transport import BareData, Batch, Note, TransportEvent, named

SEQUENCE_BITS = 0xFFFF_FFFF
HALF = 1 << 31
RACE_NS = 1_000_000
"""Processors that see packets at once stamp and queue them in orders so little apart."""
_IPV4_TCP, _IPV6_TCP = "BxHxxI2x12sIIH", "B3xHBx36sIIH"
"""First byte, length, what follows, addresses with ports, both numbers, offset and flags."""
_IPV4_BYTES, _IPV6_BYTES = 20, 40
_TCP, _NO_FRAGMENT = 6, 0x3FFF_00FF
"""What follows: of IPv4 the fragment's bits as well, all of which but one have to be unset."""
_HEADER_BYTES = {
    offset << 12 | flags: _IPV4_BYTES + 4 * offset
    for offset in range(5, 16)
    for flags in range(256)
    if flags & 0x17 == 0x10
}
"""Of IPv4 and TCP, where of FIN, SYN, RST and ACK nothing but ACK is set."""


class _ShortCut(NamedTuple):
    """How frames of a link are read: what stands before IPv4 and IPv6, and where they begin."""

    ipv4: struct.Struct
    ipv6: struct.Struct
    mark_4: int | bytes | None
    mark_6: int | bytes | None
    ip_at: int


def _short_cut(form: str, mark_4: int | bytes | None, mark_6: int | bytes | None) -> _ShortCut:
    """`form` is of the header, with the mark as its only field."""
    ipv4, ipv6 = struct.Struct(f"!{form}{_IPV4_TCP}"), struct.Struct(f"!{form}{_IPV6_TCP}")
    return _ShortCut(ipv4, ipv6, mark_4, mark_6, struct.calcsize(f"!{form}"))


_SHORT_CUTS = {
    link.ETHERNET: _short_cut("12xH", 0x0800, 0x86DD),
    link.COOKED: _short_cut("14xH", 0x0800, 0x86DD),
    link.COOKED_V2: _short_cut("H18x", 0x0800, 0x86DD),
    link.NULL: _short_cut("I", 0x0200_0000, 0x1E00_0000),
    link.RAW: _short_cut("0s", b"", b""),
}
_NO_SHORT_CUT = _short_cut("0s", None, None)


BEGIN_BYTES = 1 << 20
"""Packed bytes of which at least the first ones can be unpacked: zstd has blocks of 128 KiB."""


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
    stretches = stretches_of(source, complaints, progress=progress, wait=wait)
    reassembly = Reassembly(complaints, must_verify=must_verify)
    return named(reassembly.batches(stretches))


def refuse_no_capture(path: str) -> None:
    """Raise OSError or NotACapture for a file that does not begin as a capture does."""
    with open(path, "rb") as file:
        begin = BytesIO(file.read(BEGIN_BYTES))
    complaints = Complaints()
    first = next(chunks_of(begin, complaints))
    _reader(first[:4], complaints, path)


def packets_of(
    source: str | BinaryIO,
    complaints: Complaints,
    *,
    progress: Progress | None = None,
    wait: Wait | None = None,
) -> Generator[Packet, None, None]:
    """The packets of a file. Raises OSError, and NotACapture."""
    yield from packets_in(stretches_of(source, complaints, progress=progress, wait=wait))


def stretches_of(
    source: str | BinaryIO,
    complaints: Complaints,
    *,
    progress: Progress | None = None,
    wait: Wait | None = None,
) -> Iterator[Stretch]:
    """The packets of a file, as many at once as are there. Raises OSError, and NotACapture."""
    file = open_file(source) if isinstance(source, str) else source
    try:
        chunks = chunks_of(file, complaints, progress=progress, wait=wait)
        first = next(chunks)
        reader = _reader(first[:4], complaints, source if isinstance(source, str) else "this")
        yield from reader.stretches(chain([first], chunks))
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

    __slots__ = ("_complaints", "_ip", "_last", "_short_cuts", "_streams")

    def __init__(self, complaints: Complaints, *, must_verify: bool = False) -> None:
        self._complaints = complaints
        self._ip = IpReader(complaints)
        self._streams = Streams(complaints, must_verify=must_verify)
        self._short_cuts = {} if must_verify else _SHORT_CUTS
        self._last = 0, 0

    def events(self, packets: Iterable[Packet]) -> Iterator[TransportEvent]:
        """What follows from each packet, in order, and at last from their end."""
        return named(self.batches(map(stretch_of, packets)))

    def batches(self, stretches: Iterable[Stretch]) -> Iterator[Batch]:
        """The same for packets that come several at once: there are fewer steps to each."""
        for stretch in stretches:
            yield self._events(*stretch)
        yield self._streams.finish(*self._last)
        # Who reads bytes, not packets, does not know what time it is.
        yield [
            note if note.time_ns else note._replace(time_ns=self._last[0])
            for note in self._complaints.sum_up()
        ]

    def _events(
        self, data: bytes, link_type: int, places: list[Place]
    ) -> list[TransportEvent | BareData]:
        """What follows from packets."""
        complaints, directions = self._complaints, self._streams.directions
        ipv4, ipv6, mark_4, mark_6, ip_at = self._short_cuts.get(link_type, _NO_SHORT_CUT)
        unpack_4, unpack_6 = ipv4.unpack_from, ipv6.unpack_from
        latest_ns, number = self._last
        found: list[TransportEvent | BareData] = []
        add = found.append
        if complaints.waiting:
            found += self._notes(places[0][0])
        for time_ns, start, stop, size in places:
            number += 1
            if time_ns < latest_ns:
                found += self._earlier(time_ns, latest_ns, number)
            latest_ns = time_ns
            try:
                mark, first, total, what, key, sequence, ack, control = unpack_4(data, start)
                end = start + ip_at + total
                if first != 0x45 or mark != mark_4:
                    mark, first, total, what, key, sequence, ack, control = unpack_6(data, start)
                    end = start + ip_at + total + _IPV6_BYTES
                    total += _IPV4_BYTES
                    what = what if first >> 4 == 6 and mark == mark_6 else 0
                direction = directions[key]
                new = total - _HEADER_BYTES[control]
            except (KeyError, struct.error):
                new = -1
            if (
                new >= 0
                and sequence == direction.next
                and what & _NO_FRAGMENT == _TCP
                and end <= stop
                and (ack == (known := direction.peer.next) or 0 <= known - ack < HALF)
                and not direction.is_odd
            ):
                direction.active = number
                if new:
                    direction.next = sequence + new & SEQUENCE_BITS
                    add((direction.number, direction.end, data[end - new : end], time_ns, number))
            else:
                found += self._long_way((time_ns, link_type, data[start:stop], size), number)
                if complaints.waiting:
                    found += self._notes(time_ns)
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

    def _earlier(self, time_ns: int, latest_ns: int, number: int) -> list[Note]:
        """Complain of a packet's time, if it is much earlier than that of the one before."""
        if time_ns < latest_ns - RACE_NS:
            earlier_ms = (latest_ns - time_ns) / 1e6
            text = f"packet {number} is {earlier_ms:.6g} ms earlier than packet {number - 1}"
            kind = "packets that are earlier than the one before them"
            self._complaints.note(kind, text, time_ns, number)
        return self._notes(time_ns)

    def _notes(self, time_ns: int) -> list[Note]:
        """What there is to complain of by now."""
        return [
            note if note.time_ns else note._replace(time_ns=time_ns)
            for note in self._complaints.take()
        ]
