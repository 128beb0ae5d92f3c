"""TCP put in order, against the bytes that were sent.

The property: whatever a capture has lost, doubled, mixed up, overlapped or cut, what comes out of
each direction, each gap filled with as many bytes as it says, is what was sent; and a gap lies only
where the capture has nothing, or had nothing yet when the gap was told.
"""

from __future__ import annotations

import random

import pytest

from kafkawire.dump.inputs.tcp import ACK, FIN, SYN
from kafkawire.dump.transport import (
    UNKNOWN_SIZE,
    Data,
    Gap,
    StreamClosed,
    StreamOpened,
    TransportEvent,
)
from tests.support.dump.tcp_segments import CLIENT, Packet, events_of

NEVER = 1 << 30


class Story:
    """A stream's packets: a handshake, bytes of both ends, and FINs."""

    def __init__(self, random: random.Random, first: tuple[int, int]) -> None:
        self.first = first
        self.sent = [random.randbytes(random.randrange(400)) for _ in range(2)]
        self.next = [sequence + 1 for sequence in first]
        self.packets = [
            Packet(0, first[0], 0, SYN),
            Packet(1, first[1], first[0] + 1, SYN | ACK),
            Packet(0, first[0] + 1, first[1] + 1),
        ]
        at = [0, 0]
        while at[0] < len(self.sent[0]) or at[1] < len(self.sent[1]):
            end = random.randrange(2)
            size = min(random.randrange(1, 60), len(self.sent[end]) - at[end])
            self._say(end, self.sent[end][at[end] : at[end] + size])
            at[end] += size
        self._say(0, b"", FIN | ACK)
        self._say(1, b"", FIN | ACK)
        self._say(0, b"")

    def _say(self, end: int, data: bytes, flags: int = ACK) -> None:
        self.packets.append(Packet(end, self.next[end], self.next[1 - end], flags, data))
        self.next[end] += len(data) + (flags & FIN)

    def offset(self, packet: Packet) -> int:
        """Where a packet's bytes are in what its end sent."""
        return packet.sequence - self.first[packet.end] - 1


def resent(story: Story, random: random.Random) -> Packet:
    """Some bytes again, cut from what was sent as no packet was."""
    end = random.randrange(2)
    sent = story.sent[end]
    start = random.randrange(len(sent) + 1)
    stop = random.randrange(start, len(sent) + 1)
    acknowledged = story.first[1 - end] + 1
    return Packet(end, story.first[end] + 1 + start, acknowledged, ACK, sent[start:stop])


def damaged(story: Story, random: random.Random) -> list[Packet]:
    """Its packets with some lost, doubled, moved, cut, and some of its bytes sent again."""
    packets: list[Packet] = []
    kinds = random.choice([(0,), (1,), (2,), (3,), (4,), (0, 1, 2, 3, 4)])
    rate = random.choice([0, 0.05, 0.3])
    for packet in story.packets:
        kind = random.choice(kinds) if random.random() < rate else None
        if kind == 0:
            continue
        if kind == 1:
            packets.append(packet)
        if kind == 3:
            packets.append(resent(story, random))
        if kind == 4 and packet.data:
            kept = random.randrange(len(packet.data))
            packet = packet._replace(data=packet.data[:kept], missing=len(packet.data) - kept)
        packets.append(packet)
        if kind == 2 and len(packets) > 1:
            other = max(0, len(packets) - random.randrange(2, 8))
            packets[other], packets[-1] = packets[-1], packets[other]
    return packets


def check(story: Story, packets: list[Packet], events: list[TransportEvent]) -> None:
    ends = {event.stream: event.ends for event in events if isinstance(event, StreamOpened)}
    assert len(ends) <= 1
    for end in range(2):
        who = end if not ends or ends[0][0] == CLIENT else 1 - end
        mine = [each for each in events if isinstance(each, Data | Gap) and each.end == who]
        seen = [NEVER] * len(story.sent[end])
        for number, packet in enumerate(packets, 1):
            for at in range(len(packet.data) if packet.end == end else 0):
                offset = story.offset(packet) + at
                seen[offset] = min(seen[offset], number)
        is_cut = any(packet.missing for packet in packets)
        starts = {number: story.offset(packet) for number, packet in enumerate(packets, 1)}
        check_direction(story.sent[end], starts, None if is_cut else seen, mine)


def check_direction(
    sent: bytes, starts: dict[int, int], seen: list[int] | None, events: list[Data | Gap]
) -> None:
    """Follow one direction's events over what it sent.

    `starts` has the place of each packet's bytes, `seen` the first packet of each byte.
    """
    at = 0
    if events and isinstance(events[0], Gap) and events[0].size == UNKNOWN_SIZE:
        at = starts[events[1].packet]
        events = events[1:]
    for event in events:
        if isinstance(event, Data):
            assert sent[at : at + len(event.data)] == event.data
            at += len(event.data)
        else:
            assert event.size > 0
            if seen is not None:
                assert all(each > event.packet for each in seen[at : at + event.size])
            at += event.size
    # A FIN that is acknowledged but was not seen looks like one byte more.
    has_gap_last = bool(events) and isinstance(events[-1], Gap)
    assert at <= len(sent) + has_gap_last
    if events and seen is not None:
        assert all(each == NEVER for each in seen[at:])


@pytest.mark.parametrize("seed", range(300))
def test_what_is_told_is_what_was_sent_and_gaps_are_where_nothing_was_seen(seed: int) -> None:
    generator = random.Random(seed)
    near_the_wrap = 0xFFFF_FFFF - generator.randrange(200)
    first = generator.choice([(1000, 5000), (near_the_wrap, 77), (3, near_the_wrap)])
    story = Story(generator, first)
    packets = damaged(story, generator)
    check(story, packets, events_of(packets))


@pytest.mark.parametrize("seed", range(50))
def test_nothing_is_missing_where_all_was_seen_in_any_order_but_the_handshake(seed: int) -> None:
    generator = random.Random(seed)
    story = Story(generator, (0xFFFF_FFF0, 0xFFFF_FF00))
    middle = story.packets[3:-3]
    # No packet moves further than a stream waits for what was acknowledged.
    order = sorted(range(len(middle)), key=lambda index: index + generator.randrange(12))
    packets = story.packets[:3] + [middle[index] for index in order] + story.packets[-3:]
    events = events_of(packets)

    for end in range(2):
        parts = [each.data for each in events if isinstance(each, Data) and each.end == end]
        assert b"".join(parts) == story.sent[end]
    assert not [each for each in events if isinstance(each, Gap)]
    assert [each.how for each in events if isinstance(each, StreamClosed)] == ["FIN"]
