"""What inputs tell the engine: the bytes of both directions of each stream, in order, with gaps.

Every input ends here: a capture's reassembly of TCP, a live interface, the proxy's two sockets.
An input numbers its streams from 0 in the order in which it meets them, says of each who its two
ends are, and then gives what each end sent, in the order of the stream. Bytes that were lost are
one `Gap`. Nothing here knows of Kafka.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

UNKNOWN_SIZE = -1


class Endpoint(NamedTuple):
    """An address; IPv6 hosts are without brackets here."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


class StreamOpened(NamedTuple):
    """A stream's first sign; `opener` is the end that connected, None if that was not seen."""

    stream: int
    ends: tuple[Endpoint, Endpoint]
    opener: int | None
    time_ns: int


class Data(NamedTuple):
    """The next bytes that an end (0 or 1) sent; times are nanoseconds since 1970."""

    stream: int
    end: int
    data: bytes
    time_ns: int
    packet: int
    """The number of the packet that brought them, from 1; 0 where there are no packets."""


class Gap(NamedTuple):
    """Bytes of an end that nobody has seen; `UNKNOWN_SIZE` if it is not known how many."""

    stream: int
    end: int
    size: int
    time_ns: int
    packet: int


class Repeats(NamedTuple):
    """Segments that brought bytes once more (retransmissions), and how many such bytes."""

    segments: int = 0
    size: int = 0


class StreamClosed(NamedTuple):
    """A stream's last sign: `FIN`, `RST`, `end` of the input, `evicted` for a bound's sake.

    Its ports may also have been `reused` by another one before its end was seen.
    """

    stream: int
    how: str
    time_ns: int
    repeats: Repeats = Repeats()


class Note(NamedTuple):
    """Damage below the streams: a cut packet, a time that runs backwards, a bad checksum."""

    stream: int | None
    text: str
    time_ns: int
    packet: int


TransportEvent = StreamOpened | Data | Gap | StreamClosed | Note

BareData = tuple[int, int, bytes, int, int]
"""A `Data` without its names: to make one for each packet is a tenth of what reading it takes."""

Batch = Sequence[TransportEvent | BareData]
"""Events that come at once, as of a piece of a file."""


def named(batches: Iterable[Batch]) -> Iterator[TransportEvent]:
    """Their events, one by one."""
    for batch in batches:
        for event in batch:
            yield Data._make(event) if type(event) is tuple else event  # type: ignore[misc]
