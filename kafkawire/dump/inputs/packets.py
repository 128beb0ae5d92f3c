"""What the readers of captures hand on: packets, and what they have to complain about.

A packet is a plain tuple, since there are millions of them, and as long as it lies in the bytes
that were read it is only told where: most frames are never taken out of them. Complaints are told
one by one only at first: of each kind the first few as they come, all others as one sum at the end,
so that a capture of nothing but damage makes a short list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kafkawire.dump.transport import Note

Packet = tuple[int, int, bytes, int]
"""Nanoseconds since 1970, the link type, the bytes that were kept, and how many it had."""

Place = tuple[int, int, int, int]
"""Nanoseconds since 1970, where its bytes begin, where they end, and how many it had."""

Stretch = tuple[bytes, int, list[Place]]
"""Bytes of a capture, a link type, and where in those bytes packets of that link are."""

NOTES_PER_KIND_MAX = 5


def packets_in(stretches: Iterable[Stretch]) -> Iterator[Packet]:
    """The packets of stretches, taken out of them."""
    for data, link_type, places in stretches:
        for time_ns, start, stop, size in places:
            yield time_ns, link_type, data[start:stop], size


def stretch_of(packet: Packet) -> Stretch:
    """The stretch of a single packet."""
    time_ns, link_type, frame, size = packet
    return frame, link_type, [(time_ns, 0, len(frame), size)]


class Complaints:
    """Notes that are waiting to be told."""

    __slots__ = ("_counts", "_last", "waiting")

    def __init__(self) -> None:
        self.waiting: list[Note] = []
        self._counts: dict[str, int] = {}
        self._last: dict[str, tuple[int, int]] = {}

    def note(self, kind: str, text: str, time_ns: int, packet: int = 0) -> None:
        """Complain of `kind`, a phrase for many of them as in `packets cut short`.

        Time 0 is that of the packet at hand, for who does not know it.
        """
        count = self._counts.get(kind, 0) + 1
        self._counts[kind] = count
        self._last[kind] = time_ns, packet
        if count <= NOTES_PER_KIND_MAX:
            self.waiting.append(Note(None, text, time_ns, packet))

    def take(self) -> list[Note]:
        """What waits."""
        notes, self.waiting = self.waiting, []
        return notes

    def sum_up(self) -> list[Note]:
        """What waits, and the sums of what was not told; call it once, at the end."""
        notes = self.take()
        for kind, count in self._counts.items():
            if count > NOTES_PER_KIND_MAX:
                time_ns, packet = self._last[kind]
                more = f"{count - NOTES_PER_KIND_MAX} more {kind}, {count} in all"
                notes.append(Note(None, more, time_ns, packet))
        return notes
