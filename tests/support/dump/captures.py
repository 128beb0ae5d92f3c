"""Captures made from scripts of who sends what and when, and packets taken out of them again.

    make_capture([(0, 0, request, 1_000), (0, 1, response, 2_000)])

is a pcapng file in which the client of stream 0 sends `request` and is answered. Stream n goes from
port 40000 + n of 10.0.0.1 to port 9092 of 10.0.0.2, unless `ends` says otherwise; it opens with its
first send and is closed at the end. `frames_of` gives its packets, to be lost, cut and mixed up,
and `pcap` makes a file of what is left. `capture_of` makes one of exchanges that `dialogues` made;
`recording` captures what stock clients say.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO

from kafkawire.dump.inputs.pcapng_writer import ETHERNET, PcapngWriter
from kafkawire.dump.model import Exchange
from kafkawire.dump.transport import Endpoint
from tests.support.requests.loopback import framed

SEGMENT_BYTES = 32 << 10

Send = tuple[int, int, bytes, int]
"""Stream, end (0 is the client), bytes, nanoseconds since 1970."""
Frame = tuple[int, bytes]
"""Nanoseconds since 1970, and an Ethernet frame."""
Ends = tuple[Endpoint, Endpoint]

FIRST_PORT = 40_000
PORTS = 20_000


def ends_of(stream: int) -> Ends:
    """The default client and broker of a stream."""
    host = 1 + stream // PORTS
    return Endpoint(f"10.0.0.{host}", FIRST_PORT + stream % PORTS), Endpoint("10.0.1.2", 9092)


def make_capture(
    sends: Iterable[Send],
    *,
    ends: Mapping[int, Ends] | None = None,
    is_opened: bool = True,
    is_closed: bool = True,
    segment_bytes: int = SEGMENT_BYTES,
    first_sequence: int = 1000,
    comments: Sequence[str] = (),
) -> bytes:
    """A pcapng file of these sends; `comments[n]` goes with the nth."""
    file = BytesIO()
    writer = PcapngWriter(file, segment_bytes=segment_bytes, first_sequence=first_sequence)
    seen: dict[int, None] = {}
    time_ns = 0
    for number, (stream, end, data, time_ns) in enumerate(sends):
        if stream not in seen:
            seen[stream] = None
            of_stream = (ends or {}).get(stream) or ends_of(stream)
            writer.open(stream, of_stream, time_ns, opener=0 if is_opened else None)
        comment = comments[number] if number < len(comments) else ""
        writer.send(stream, end, data, time_ns, comment=comment)
    for stream in seen:
        writer.close(stream, time_ns, how="FIN" if is_closed else "end")
    return file.getvalue()


def capture_of(exchanges: Iterable[Exchange]) -> bytes:
    """A capture of what was said in these exchanges, in the order of their times."""
    sends: list[Send] = []
    for exchange in exchanges:
        stream = exchange.connection.stream
        for end, message in enumerate((exchange.request, exchange.response)):
            if message is not None:
                sends.append((stream, end, framed(message.data), message.time_ns))
    return make_capture(sorted(sends, key=lambda send: send[3]))


def frames_of(capture: bytes) -> list[Frame]:
    """The packets of a capture that `make_capture` made."""
    frames = []
    at = 0
    while at < len(capture):
        kind, size = struct.unpack_from("<II", capture, at)
        if kind == 6:
            high, low, kept = struct.unpack_from("<III", capture, at + 12)
            frames.append(((high << 32) + low, capture[at + 28 : at + 28 + kept]))
        at += size
    return frames


def pcap(
    frames: Iterable[Frame],
    *,
    link_type: int = ETHERNET,
    order: str = "<",
    is_nano: bool = True,
    snap_bytes: int = 1 << 18,
) -> bytes:
    """A pcap file of these packets; `order` is `<` or `>`."""
    magic, unit_ns = (0xA1B23C4D, 1) if is_nano else (0xA1B2C3D4, 1000)
    parts = [struct.pack(order + "IHHiIII", magic, 2, 4, 0, 0, snap_bytes, link_type)]
    for time_ns, frame in frames:
        seconds, rest_ns = divmod(time_ns, 1_000_000_000)
        kept = frame[:snap_bytes]
        parts.append(
            struct.pack(order + "IIII", seconds, rest_ns // unit_ns, len(kept), len(frame))
        )
        parts.append(kept)
    return b"".join(parts)
