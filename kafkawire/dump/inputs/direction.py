"""What one end of a stream sent, put in order from the segments that somebody saw; and both ends.

A segment is new, or old, or both, or ahead. New bytes are given out at once. What is ahead is kept:
there is a hole before it, and the hole's bytes may still come, in a retransmission or because the
capture has packets in the wrong order. They are given up, and told as a gap, when

    the other end has acknowledged them, so that they will not be sent again, and neither
        `SEGMENTS_ACKED_MAX` more segments of the stream nor `WAIT_ACKED_NS` have brought them;
    they have not come for `WAIT_NS`, or too much is kept behind them;
    the stream ends.

Where segments overlap, the bytes that were given out first hold. Sequence numbers are modulo 2**32
(RFC 9293 3.4); distances up to `WINDOW_BYTES_MAX` either way make sense. A segment further away is
damage, or the stream went on unseen: it is believed when another one follows directly behind it.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from kafkawire.dump.transport import UNKNOWN_SIZE, Data, Gap, TransportEvent

SEQUENCE_BITS = 0xFFFF_FFFF
WINDOW_BYTES_MAX = 1 << 28
PIECES_MAX = 2048
"""How many segments are kept behind a hole, of one direction."""
PIECES_BYTES_MAX = 16 << 20
SEGMENTS_ACKED_MAX = 16
WAIT_ACKED_NS = 250_000_000
WAIT_NS = 10_000_000_000

NOWHERE = -1
KEEPALIVE_BYTES = 1


class Piece(NamedTuple):
    """A segment's bytes: `missing` more of them followed `data`, and were not captured."""

    sequence: int
    data: bytes
    missing: int
    time_ns: int
    packet: int


def distance(start: int, stop: int) -> int:
    """How many bytes `stop` is behind `start`; below zero if it is before it."""
    ahead = (stop - start) & SEQUENCE_BITS
    return ahead if ahead >> 31 == 0 else ahead - SEQUENCE_BITS - 1


class Direction:
    """One end's bytes; `next` is the sequence number that continues them, or `NOWHERE`."""

    __slots__ = (
        "_acknowledged",
        "_hole_at",
        "_hole_ns",
        "_segments",
        "_stray",
        "active",
        "end",
        "fin",
        "first",
        "good_checksums",
        "is_odd",
        "kept_bytes",
        "next",
        "number",
        "peer",
        "pieces",
        "repeated_bytes",
        "repeated_segments",
        "stream",
        "wrong_checksums",
    )

    peer: Direction

    def __init__(self, stream: Stream, end: int) -> None:
        self.stream = stream
        self.number = stream.number
        self.end = end
        self.next = NOWHERE
        self.first: int | None = None
        """Where it began, if its SYN was seen or acknowledged."""
        self.fin: int | None = None
        """Where it ends, once that is known."""
        self.pieces: list[Piece] = []
        """What is ahead, in order."""
        self.kept_bytes = 0
        self.active = 0
        """The last packet that had to do with it."""
        self.is_odd = False
        """Whether it needs more than the next bytes: it has a hole, or its end is near."""
        self.repeated_segments = 0
        """Segments with bytes that were there before; probes of one byte are none."""
        self.repeated_bytes = 0
        self.good_checksums = 0
        self.wrong_checksums = 0
        self._acknowledged = NOWHERE
        self._stray: Piece | None = None
        self._hole_at = NOWHERE
        self._hole_ns = 0
        self._segments = 0

    def begin(self, sequence: int) -> None:
        """Its first byte has this number, and nothing of it was sent before."""
        self.first = self.next = sequence & SEQUENCE_BITS

    def acknowledge(self, sequence: int) -> None:
        """The other end has all bytes before this one, for all that it says now."""
        self._acknowledged = sequence

    def take(self, piece: Piece, told: list[TransportEvent]) -> None:
        """A segment came."""
        if self.next == NOWHERE:
            told.append(Gap(self.number, self.end, UNKNOWN_SIZE, piece.time_ns, piece.packet))
            self.next = piece.sequence
        ahead = distance(self.next, piece.sequence)
        if abs(ahead) > WINDOW_BYTES_MAX:
            self._take_far(piece, told)
        elif ahead > 0:
            self._keep(piece, ahead)
        else:
            self._give(piece, told)
            self._catch_up(told)

    def _take_far(self, piece: Piece, told: list[TransportEvent]) -> None:
        stray, self._stray = self._stray, piece
        if stray is None or piece.sequence != (stray.sequence + _size(stray)) & SEQUENCE_BITS:
            return
        self._stray = None
        self.give_up_all(stray.time_ns, stray.packet, told)
        told.append(Gap(self.number, self.end, UNKNOWN_SIZE, stray.time_ns, stray.packet))
        self.next = stray.sequence
        self.first = self.fin = None
        self._give(stray, told)
        self._give(piece, told)

    def _keep(self, piece: Piece, ahead: int) -> None:
        at = bisect_left(self.pieces, ahead, key=lambda each: distance(self.next, each.sequence))
        if at < len(self.pieces):
            other = self.pieces[at]
            if other.sequence == piece.sequence and _size(other) >= _size(piece):
                self._count_repeat(_size(piece))
                return
        self.pieces.insert(at, piece)
        self.kept_bytes += len(piece.data)

    def _give(self, piece: Piece, told: list[TransportEvent]) -> None:
        """Give out what is new of a segment that begins here or before."""
        sequence, data, missing, time_ns, packet = piece
        old = (self.next - sequence) & SEQUENCE_BITS
        size = len(data) + missing
        if old:
            self._count_repeat(min(old, size))
        if old >= size:
            return
        self.next = (sequence + size) & SEQUENCE_BITS
        if old < len(data):
            told.append(Data(self.number, self.end, data[old:], time_ns, packet))
        if missing:
            lost = size - max(old, len(data))
            told.append(Gap(self.number, self.end, lost, time_ns, packet))

    def _count_repeat(self, size: int) -> None:
        # A keep-alive probe repeats the byte before the next one.
        if size > KEEPALIVE_BYTES:
            self.repeated_segments += 1
            self.repeated_bytes += size

    def _catch_up(self, told: list[TransportEvent]) -> None:
        """Give out what was kept and now follows."""
        count = 0
        for count, piece in enumerate(self.pieces, 1):
            if distance(self.next, piece.sequence) > 0:
                count -= 1
                break
            self._give(piece, told)
            self.kept_bytes -= len(piece.data)
        del self.pieces[:count]

    @property
    def is_finished(self) -> bool:
        """Whether all that it had to say was given out."""
        return self.fin is not None and self.next == self.fin

    @property
    def has_hole(self) -> bool:
        """Whether bytes are missing that may still come."""
        return bool(self.pieces) or self._lacks_acknowledged() or self._lacks_end()

    def _lacks_acknowledged(self) -> bool:
        """Whether the other end has bytes that are not here.

        One byte more and nothing behind it is a FIN that nobody saw rather than a byte.
        """
        if self.next == NOWHERE or self._acknowledged == NOWHERE:
            return False
        missing = distance(self.next, self._acknowledged_end())
        return (0 if self.pieces else 1) < missing <= WINDOW_BYTES_MAX

    def _acknowledged_end(self) -> int:
        """Up to where bytes are acknowledged; a FIN is acknowledged as if it were one."""
        is_beyond = self.fin is not None and distance(self.fin, self._acknowledged) > 0
        return self.fin if self.fin is not None and is_beyond else self._acknowledged

    def _lacks_end(self) -> bool:
        if self.fin is None or self.next == NOWHERE:
            return False
        return 0 < distance(self.next, self.fin) <= WINDOW_BYTES_MAX

    def review(self, time_ns: int, packet: int, told: list[TransportEvent]) -> None:
        """Give up the hole, if there is one and its time has come; called for each segment."""
        self.is_odd = self.fin is not None
        if not self.has_hole:
            self._hole_at = NOWHERE
            return
        self.is_odd = True
        if self._hole_at != self.next:
            self._hole_at, self._hole_ns, self._segments = self.next, time_ns, 0
        self._segments += 1
        if self._is_overdue(time_ns - self._hole_ns):
            self.give_up(time_ns, packet, told)

    def _is_overdue(self, waited_ns: int) -> bool:
        if self._lacks_acknowledged():
            return self._segments > SEGMENTS_ACKED_MAX or waited_ns > WAIT_ACKED_NS
        is_full = len(self.pieces) >= PIECES_MAX or self.kept_bytes > PIECES_BYTES_MAX
        return is_full or waited_ns > WAIT_NS

    def give_up(self, time_ns: int, packet: int, told: list[TransportEvent]) -> None:
        """Tell the first hole as a gap, and what follows it."""
        stops = [self.pieces[0].sequence] if self.pieces else []
        if self._lacks_acknowledged():
            stops.append(self._acknowledged_end())
        if self.fin is not None and self._lacks_end():
            stops.append(self.fin)
        stop = min(stops, key=lambda each: distance(self.next, each), default=self.next)
        size = distance(self.next, stop)
        if size > 0:
            told.append(Gap(self.number, self.end, size, time_ns, packet))
            self.next = stop
        self._catch_up(told)

    def give_up_all(self, time_ns: int, packet: int, told: list[TransportEvent]) -> None:
        """Tell all holes."""
        while self.has_hole:
            before = self.next
            self.give_up(time_ns, packet, told)
            if self.next == before:
                return


class Stream:
    """Its two directions, and where they are to be found."""

    __slots__ = ("directions", "keys", "number")

    def __init__(self, number: int, keys: tuple[bytes, bytes]) -> None:
        self.number = number
        self.keys = keys
        self.directions = Direction(self, 0), Direction(self, 1)
        self.directions[0].peer, self.directions[1].peer = reversed(self.directions)

    @property
    def is_finished(self) -> bool:
        """Whether all that both ends had to say was told."""
        return self.directions[0].is_finished and self.directions[1].is_finished

    @property
    def active(self) -> int:
        """The last packet of it."""
        return max(each.active for each in self.directions)


def _size(piece: Piece) -> int:
    return len(piece.data) + piece.missing
