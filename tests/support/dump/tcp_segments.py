"""TCP segments made by hand, between one client and one broker, and what follows from them.

For tests of reassembly alone: `captures` makes whole files of what ends have sent.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

from kafkawire.dump.inputs.checksums import tcp_checksum
from kafkawire.dump.inputs.ip import Segment
from kafkawire.dump.inputs.packets import Complaints
from kafkawire.dump.inputs.tcp import ACK, Streams
from kafkawire.dump.transport import Endpoint, TransportEvent

NOW_NS = 1_700_000_000_000_000_000
ADDRESSES = (bytes([10, 0, 0, 1, 10, 0, 0, 2]), bytes([10, 0, 0, 2, 10, 0, 0, 1]))
PORTS = ((40_000, 9092), (9092, 40_000))
CLIENT, BROKER = Endpoint("10.0.0.1", 40_000), Endpoint("10.0.0.2", 9092)


class Packet(NamedTuple):
    end: int
    sequence: int
    acknowledged: int
    flags: int = ACK
    data: bytes = b""
    missing: int = 0


def segment_of(packet: Packet) -> Segment:
    header = struct.pack(
        "!HHIIBBHHH",
        *PORTS[packet.end],
        packet.sequence & 0xFFFF_FFFF,
        packet.acknowledged & 0xFFFF_FFFF,
        5 << 4,
        packet.flags,
        1000,
        0,
        0,
    )
    addresses = ADDRESSES[packet.end]
    right = tcp_checksum(addresses, header + packet.data)
    data = header[:16] + right.to_bytes(2, "big") + header[18:] + packet.data
    return Segment(addresses, data, packet.missing)


def events_of(packets: list[Packet], *, step_ns: int = 1000) -> list[TransportEvent]:
    streams = Streams(Complaints())
    events: list[TransportEvent] = []
    number = 0
    for number, packet in enumerate(packets, 1):
        events += streams.segment(segment_of(packet), NOW_NS + number * step_ns, number)
    events += streams.finish(NOW_NS + number * step_ns, number)
    return events
