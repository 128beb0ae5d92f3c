"""TCP streams, from segments in the order of a capture (RFC 9293).

A stream is found by its addresses and ports. It begins with a SYN, or, if that was not seen, with
the first bytes that were: then a gap of unknown size comes first, as somebody may have said more
before. It ends when both ends have sent their FIN, with a RST, when another begins on the same
ports, or with the input. What each end said is put in order by its `Direction`.

Of an ended stream it is remembered where it ended, so that a late segment of it is not taken for
the middle of a new one; `ENDED_MAX` later ends make it forgotten. There are no more than
`STREAMS_MAX` open ones, of which those go first that were silent for longest, and no more than
`KEPT_BYTES_MAX` are kept behind holes.

Checksums are often not right in a capture, since network cards do that work after it was taken.
So a segment is left out for a wrong one only if its direction had mostly right ones until now, and
if the sum is not the one that Linux leaves for the card; segments that simply continue their
stream are not looked at, as that would take longer than all the rest.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

from kafkawire.dump.inputs.checksums import partial_checksum, tcp_checksum
from kafkawire.dump.inputs.direction import (
    NOWHERE,
    SEQUENCE_BITS,
    WINDOW_BYTES_MAX,
    Direction,
    Piece,
    Stream,
    distance,
)
from kafkawire.dump.inputs.ip import Segment
from kafkawire.dump.inputs.packets import Complaints
from kafkawire.dump.transport import Endpoint, Repeats, StreamClosed, StreamOpened, TransportEvent

STREAMS_MAX = 1 << 15
ENDED_MAX = 1 << 10
KEPT_BYTES_MAX = 128 << 20
REVIEW_NS = 1_000_000_000
"""How often holes are reviewed of streams that have become silent."""

FIN, SYN, RST, ACK = 1, 2, 4, 16
_HEADER = struct.Struct("!4xIIBB2xH2x")
_HEADER_BYTES = 20


class Ended(NamedTuple):
    """What is remembered of a direction: where it began, if that was seen, and where it ended."""

    first: int | None
    next: int


class _Header:
    """What a segment says, apart from its bytes."""

    __slots__ = ("acknowledged", "flags", "key", "piece")

    def __init__(self, key: bytes, acknowledged: int, flags: int, piece: Piece) -> None:
        self.key = key
        self.acknowledged = acknowledged
        self.flags = flags
        self.piece = piece


class Streams:
    """All streams of an input.

    `directions` is for who has a short cut to them: by both addresses and both ports, as they
    stand in the packets.
    """

    __slots__ = (
        "_complaints",
        "_count",
        "_ended",
        "_kept_bytes",
        "_must_verify",
        "_reviewed_ns",
        "_told",
        "_waiting",
        "directions",
        "streams",
    )

    def __init__(self, complaints: Complaints, *, must_verify: bool = False) -> None:
        self.directions: dict[bytes, Direction] = {}
        self.streams: dict[int, Stream] = {}
        self._complaints = complaints
        self._must_verify = must_verify
        self._count = 0
        self._ended: dict[bytes, Ended] = {}
        """By the same keys, in the order of their ends."""
        self._kept_bytes = 0
        self._reviewed_ns = 0
        self._told: list[TransportEvent] = []
        self._waiting: dict[Direction, int] = {}
        """Those with holes, the oldest first, and how much is kept behind them."""

    def segment(self, segment: Segment, time_ns: int, packet: int) -> list[TransportEvent]:
        """Whatever follows from a segment, in order."""
        header = self._header(segment, time_ns, packet)
        direction = None if header is None else self._direction(header)
        if direction is not None and header is not None:
            direction.active = packet
            if self._is_right(segment, direction, header.piece):
                self._follow(direction, header)
        if time_ns - self._reviewed_ns > REVIEW_NS:
            self._review_all(time_ns, packet)
        return self._take_told()

    def tick(self, time_ns: int, packet: int) -> list[TransportEvent]:
        """What follows from time alone, where packets are not the only clock."""
        self._review_all(time_ns, packet)
        return self._take_told()

    def finish(self, time_ns: int, packet: int) -> list[TransportEvent]:
        """The input has ended."""
        for stream in list(self.streams.values()):
            self._close(stream, "end", time_ns, packet)
        return self._take_told()

    def _take_told(self) -> list[TransportEvent]:
        told, self._told = self._told, []
        return told

    def _header(self, segment: Segment, time_ns: int, packet: int) -> _Header | None:
        addresses, data, missing = segment
        if len(data) < _HEADER_BYTES:
            text = f"packet {packet} was cut within the header of TCP"
            self._complaints.note("packets cut within their headers", text, time_ns, packet)
            return None
        sequence, acknowledged, offset, flags, _ = _HEADER.unpack_from(data)
        size = (offset >> 4) * 4
        if not _HEADER_BYTES <= size <= len(data) + missing:
            text = f"packet {packet} has a TCP header of {size} bytes"
            self._complaints.note("packets with impossible headers", text, time_ns, packet)
            return None
        missing = min(missing, len(data) + missing - size)
        piece = Piece(sequence, data[size:], missing, time_ns, packet)
        return _Header(addresses + data[:4], acknowledged, flags, piece)

    def _is_right(self, segment: Segment, direction: Direction, piece: Piece) -> bool:
        """Whether a segment is to be believed."""
        addresses, data, missing = segment
        if missing:
            return True
        if tcp_checksum(addresses, data) == 0:
            direction.good_checksums += 1
            return True
        if int.from_bytes(data[16:18], "big") == partial_checksum(addresses, len(data)):
            return True
        direction.wrong_checksums += 1
        if self._must_verify or direction.good_checksums >= direction.wrong_checksums:
            text = f"packet {piece.packet} has a wrong TCP checksum and was left out"
            kind = "packets with wrong checksums"
            self._complaints.note(kind, text, piece.time_ns, piece.packet)
            return False
        return True

    def _direction(self, header: _Header) -> Direction | None:
        """Whose segment it is; None if it says nothing of any stream."""
        direction = self.directions.get(header.key)
        known = direction or self._ended.get(header.key)
        piece = header.piece
        if header.flags & SYN and not header.flags & RST:
            is_new = known is None or _is_reused(known, piece.sequence + 1)
            opener = 1 if header.flags & ACK else 0
        else:
            may_be_new = direction is None and bool(piece.data) and not header.flags & RST
            is_new = may_be_new and (known is None or _is_elsewhere(known, piece.sequence))
            opener = None
        return self._open(header, opener) if is_new else direction

    def _open(self, header: _Header, opener: int | None) -> Direction:
        """A new stream; the sender of this segment is end 0 unless the other end is the opener."""
        piece = header.piece
        old = self.directions.get(header.key)
        if old is not None:
            self._close(old.stream, "reused", piece.time_ns, piece.packet)
        if len(self.streams) >= STREAMS_MAX:
            self._evict(piece.time_ns, piece.packet)
        key, other = header.key, reversed_key(header.key)
        keys = (other, key) if opener == 1 else (key, other)
        opener = None if opener is None else 0
        for each in keys:
            self._ended.pop(each, None)
        stream = Stream(self._count, keys)
        self._count += 1
        self.streams[stream.number] = stream
        self.directions[keys[0]], self.directions[keys[1]] = stream.directions
        ends = _ends(keys[0])
        self._told.append(StreamOpened(stream.number, ends, opener, piece.time_ns))
        return self.directions[key]

    def _follow(self, direction: Direction, header: _Header) -> None:
        """Let a stream take a segment of its own."""
        stream, piece, flags, told = direction.stream, header.piece, header.flags, self._told
        if flags & RST:
            self._close(stream, "RST", piece.time_ns, piece.packet)
            return
        if flags & SYN:
            piece = self._synchronise(direction, header)
        if flags & ACK:
            direction.peer.acknowledge(header.acknowledged)
        if piece.data or piece.missing:
            direction.take(piece, told)
        if flags & FIN:
            size = len(piece.data) + piece.missing
            direction.fin = (piece.sequence + size) & SEQUENCE_BITS
            if direction.next == NOWHERE:
                direction.next = direction.fin
        for each in stream.directions:
            self._review(each, piece.time_ns, piece.packet)
        if stream.is_finished:
            self._close(stream, "FIN", piece.time_ns, piece.packet)

    def _synchronise(self, direction: Direction, header: _Header) -> Piece:
        """Begin where a SYN says; the SYN itself counts as a byte, its data follow."""
        piece = header.piece
        start = (piece.sequence + 1) & SEQUENCE_BITS
        if direction.next == NOWHERE:
            direction.begin(start)
        peer = direction.peer
        if header.flags & ACK and peer.next == NOWHERE:
            peer.begin(header.acknowledged)
        return piece._replace(sequence=start)

    def _review(self, direction: Direction, time_ns: int, packet: int) -> None:
        direction.review(time_ns, packet, self._told)
        self._account(direction)
        while self._kept_bytes > KEPT_BYTES_MAX:
            oldest = next(iter(self._waiting))
            oldest.give_up_all(time_ns, packet, self._told)
            self._account(oldest)

    def _account(self, direction: Direction) -> None:
        """Note whether it waits for bytes, and how much it keeps meanwhile."""
        before = self._waiting.get(direction)
        now = direction.kept_bytes
        self._kept_bytes += now - (before or 0)
        if direction.has_hole:
            self._waiting[direction] = now
        elif before is not None:
            del self._waiting[direction]

    def _review_all(self, time_ns: int, packet: int) -> None:
        self._reviewed_ns = time_ns
        for direction in list(self._waiting):
            if direction not in self._waiting:
                continue  # it has ended together with its peer
            self._review(direction, time_ns, packet)
            if direction.stream.is_finished:
                self._close(direction.stream, "FIN", time_ns, packet)

    def _close(self, stream: Stream, how: str, time_ns: int, packet: int) -> None:
        """Give out all that is left of it, and keep nothing but where it ended."""
        for direction in stream.directions:
            direction.give_up_all(time_ns, packet, self._told)
            self._kept_bytes -= self._waiting.pop(direction, 0)
        if how == "end" and stream.is_finished:
            how = "FIN"  # only a hole was in the way of that
        repeats = Repeats(
            sum(each.repeated_segments for each in stream.directions),
            sum(each.repeated_bytes for each in stream.directions),
        )
        self._told.append(StreamClosed(stream.number, how, time_ns, repeats))
        del self.streams[stream.number]
        for key in stream.keys:
            direction = self.directions.pop(key)
            if how != "evicted":  # or it would not be known again when it goes on
                self._ended[key] = Ended(direction.first, direction.next)
        while len(self._ended) > 2 * ENDED_MAX:
            del self._ended[next(iter(self._ended))]

    def _evict(self, time_ns: int, packet: int) -> None:
        """Forget a quarter of all streams, so that this is not done for each new one."""
        by_age = sorted(self.streams.values(), key=lambda stream: stream.active)
        for stream in by_age[: max(1, len(by_age) // 4)]:
            self._close(stream, "evicted", time_ns, packet)


def _is_reused(known: Direction | Ended, start: int) -> bool:
    """Whether a SYN begins another stream than the one that is known."""
    if known.first is not None:
        return known.first != start & SEQUENCE_BITS
    if known.next == NOWHERE:
        return isinstance(known, Ended)
    # The SYN of a stream that is known from a later segment comes shortly before that.
    return not 0 <= distance(start, known.next) <= WINDOW_BYTES_MAX


def _is_elsewhere(ended: Direction | Ended, sequence: int) -> bool:
    """Whether a segment is no late one of the stream that has ended."""
    return ended.next != NOWHERE and abs(distance(ended.next, sequence)) > WINDOW_BYTES_MAX


def reversed_key(key: bytes) -> bytes:
    """Return the key of the other direction: addresses and ports change places."""
    size = (len(key) - 4) // 2
    return key[size : 2 * size] + key[:size] + key[-2:] + key[-4:-2]


def _ends(key: bytes) -> tuple[Endpoint, Endpoint]:
    """Who is meant by a key: its source, and its target."""
    size = (len(key) - 4) // 2
    source, target = _host(key[:size]), _host(key[size : 2 * size])
    ports = struct.unpack("!HH", key[-4:])
    return Endpoint(source, ports[0]), Endpoint(target, ports[1])


def _host(address: bytes) -> str:
    if len(address) == 4:
        return ".".join(map(str, address))
    from socket import AF_INET6, inet_ntop

    return inet_ntop(AF_INET6, address)
