"""What a scan says of packets that simply continue: where to, and under what assumptions.

All of it holds for whoever's state is that of one of the *entries*, places in the stretch where a
leap may begin: the first is its first packet; later ones are for a state that needs some packets to
come into step again. Positions count as in `views`.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from kafkawire.spark.captures.layout import Ints
from kafkawire.spark.captures.talk import Request, Response
from kafkawire.spark.captures.views import View

EARLY_MAX = 1024
"""More responses than that to requests from before an entry are not listed."""
FIRST_STEP = 16
"""Packets between two entries."""
NEAR_STEPS = 4
"""After so many steps each is twice as long as the one before."""
NO_FRAMES = -1


class Acks(NamedTuple):
    """The least and the most that is acknowledged before the other end says something itself."""

    least: int
    most: int


class Half(NamedTuple):
    """What an entry assumes of one direction."""

    next: int | None
    """The sequence number that continues it; None if it has no packets from here on."""
    acks: Acks | None
    position: int
    distance: int
    """How many bytes are left of the frame that is half there."""


class Entry(NamedTuple):
    """Where a leap may begin, at a packet, and what it assumes there."""

    packet: int
    halves: tuple[Half, Half]
    early: tuple[int, ...]
    """Ids of the responses that answer requests from before, in their order."""
    is_head_answered: bool
    """Whether the last of them begins after the request has ended that is half there."""
    first_id: int
    """The correlation id of the first request that begins from here on."""
    skipped: int
    """How many requests begin from here on, and before the one that is fed."""


class Tail(NamedTuple):
    """A piece of a stream that is fed: `at` is its place in the file."""

    end: int
    at: int
    size: int
    time_ns: int
    packet: int


class Leap(NamedTuple):
    """A stretch of packets: `client` is the end that asks, or `NO_FRAMES`."""

    keys: tuple[bytes, bytes]
    first: int
    last: int
    client: int
    entries: tuple[Entry, ...]
    final: tuple[int | None, int | None]
    active: tuple[int | None, int | None]
    client_ids: frozenset[bytes]
    is_consecutive: bool
    before_id: int | None
    """The correlation id before the first request that is fed, if it is in the stretch."""
    begin: tuple[int, int]
    """Positions of the first bytes that are fed."""
    tail: tuple[Tail, ...]

    def goes_on(self, entry: Entry) -> list[int]:
        """The ends that are fed their last frames, all before which from an entry on are done."""
        fed = {each.end for each in self.tail}
        halves = zip((0, 1), entry.halves, self.begin, strict=True)
        return [
            end
            for end, half, begin in halves
            if end in fed and half.next is not None and begin >= half.position
        ]

    def answers_waiting(self, entry: Entry) -> bool:
        """Whether all requests that wait at an entry are answered, as far as there are any."""
        return bool(entry.early or self.tail)


class Talk(NamedTuple):
    """Both directions' frames; `answers` is the response to the first request that expects one."""

    client: int
    requests: list[Request]
    responses: list[Response]
    answers: int
    client_ids: frozenset[bytes]


class Stretch(NamedTuple):
    """Packets of one connection that continue each other at the level of TCP."""

    keys: tuple[bytes, bytes]
    packets: Ints
    ends: Ints
    sequence: Ints
    acknowledged: Ints
    new: Ints
    data_at: Ints
    time_ns: Ints


class _Story(NamedTuple):
    """A stretch, the request from which on it is fed, and the places of each end's packets."""

    stretch: Stretch
    views: tuple[View, View]
    talk: Talk | None
    fed: int
    mine: tuple[Ints, Ints]


def leap_of(stretch: Stretch, views: tuple[View, View], talk: Talk | None) -> Leap | None:
    """The leap over all of a stretch; None if there is none."""
    fed = 0
    begin = [views[0].end, views[1].end]
    client, before_id, is_consecutive = NO_FRAMES, None, True
    if talk is not None:
        client = talk.client
        answered = _answered(talk)
        if answered is None:
            return None
        fed = answered
        begin[client] = talk.requests[fed].start
        if talk.responses:
            begin[1 - client] = talk.responses[-1].start
        if fed:
            before_id = talk.requests[fed - 1].correlation_id
        ids = [each.correlation_id for each in talk.requests]
        is_consecutive = all(after - before == 1 for before, after in pairwise(ids))
    mine = np.flatnonzero(stretch.ends == 0), np.flatnonzero(stretch.ends == 1)
    story = _Story(stretch, views, talk, fed, mine)
    places = _entry_places(len(stretch.packets))
    entries = [entry for at in places if (entry := _entry(story, at)) is not None]
    if not entries:
        return None
    lasts = [int(each[-1]) if len(each) else None for each in mine]
    return Leap(
        stretch.keys,
        int(stretch.packets[0]),
        int(stretch.packets[-1]),
        client,
        tuple(entries),
        (_next_after(stretch, lasts[0]), _next_after(stretch, lasts[1])),
        tuple(None if at is None else int(stretch.packets[at]) for at in lasts),  # type: ignore[arg-type]
        frozenset() if talk is None else talk.client_ids,
        is_consecutive,
        before_id,
        (begin[0], begin[1]),
        () if talk is None else tuple(_tail(stretch, views, begin)),
    )


def _answered(talk: Talk) -> int | None:
    """The request that the last response answers; of none are answered, the last one."""
    if not talk.responses:
        return len(talk.requests) - 1
    asking = [at for at, each in enumerate(talk.requests) if each.expects]
    which = len(talk.responses) - 1 - talk.answers
    return asking[which] if 0 <= which < len(asking) else None


def _entry_places(count: int) -> list[int]:
    near = range(0, min(NEAR_STEPS * FIRST_STEP, count - FIRST_STEP), FIRST_STEP)
    places = [*near] or [0]
    at = step = NEAR_STEPS * FIRST_STEP
    while at < count - FIRST_STEP:
        places.append(at)
        step *= 2
        at += step
    return places


def lead_of(leap: Leap, packets: Ints) -> Ints:
    """Of a leap's packets those before the last entry of those that are near."""
    some = packets[: NEAR_STEPS * FIRST_STEP]
    found: Ints = some[some < leap.entries[: NEAR_STEPS + 1][-1].packet]
    return found


def _next_after(stretch: Stretch, at: int | None) -> int | None:
    return None if at is None else int(stretch.sequence[at] + stretch.new[at]) & 0xFFFF_FFFF


def _entry(story: _Story, at: int) -> Entry | None:
    """The entry at a packet of the stretch, if there can be one."""
    stretch, views, talk, fed, mine = story
    packet = int(stretch.packets[at])
    positions = [views[end].position_at(packet) for end in (0, 1)]
    nexts, acks = _numbers(stretch, mine, at)
    distances = [0, 0]
    early: tuple[int, ...] = ()
    is_head_answered, first_id, skipped = False, 0, 0
    if talk is not None:
        ask, answer = talk.client, 1 - talk.client
        first = bisect_left(talk.requests, positions[ask], key=lambda each: each.start)
        if first > fed:
            return None
        request = talk.requests[first]
        distances[ask] = request.start - positions[ask]
        first_id, skipped = request.correlation_id, fed - first
        if talk.responses:
            begin = bisect_left(talk.responses, positions[answer], key=lambda each: each.start)
            if begin == len(talk.responses):
                return None
            distances[answer] = talk.responses[begin].start - positions[answer]
            asked = sum(each.expects for each in talk.requests[:first])
            stop = talk.answers + asked
            if not 0 <= stop - begin <= EARLY_MAX:
                return None
            early = tuple(each.correlation_id for each in talk.responses[begin:stop])
            if stop > begin:
                ends_in = _packet_of(views[ask], request.start - 1)
                is_head_answered = talk.responses[stop - 1].first > ends_in
    halves = [Half(nexts[e], acks[e], positions[e], distances[e]) for e in (0, 1)]
    return Entry(packet, (halves[0], halves[1]), early, is_head_answered, first_id, skipped)


def _packet_of(view: View, position: int) -> int:
    return view.packets[view.piece(position)] if position >= 0 and view.packets else -1


def _numbers(
    stretch: Stretch, mine: tuple[Ints, Ints], at: int
) -> tuple[tuple[int | None, int | None], tuple[Acks | None, Acks | None]]:
    """Of each direction from a packet on: its next number, and what it acknowledges at first.

    `mine` are the places of the packets of each.
    """
    nexts: list[int | None] = [None, None]
    acks: list[Acks | None] = [None, None]
    first = [int(np.searchsorted(each, at)) for each in mine]
    for end in (0, 1):
        if first[end] == len(mine[end]):
            continue
        nexts[end] = int(stretch.sequence[mine[end][first[end]]])
        others, other = mine[1 - end], first[1 - end]
        until = others[other] if other < len(others) else len(stretch.packets)
        stop = int(np.searchsorted(mine[end], until))
        before = stretch.acknowledged[mine[end][first[end] : stop]]
        if len(before):
            acks[end] = Acks(int(before.min()), int(before.max()))
    return (nexts[0], nexts[1]), (acks[0], acks[1])


def _tail(stretch: Stretch, views: tuple[View, View], begin: list[int]) -> list[Tail]:
    """The pieces from these positions on, in the order of their packets."""
    found: list[Tail] = []
    for end in (0, 1):
        view = views[end]
        if begin[end] >= view.end:
            continue
        for piece in range(view.piece(begin[end]), len(view.starts)):
            skipped = max(0, begin[end] - view.starts[piece])
            size = view.stop(piece) - view.starts[piece] - skipped
            packet = view.packets[piece]
            time_ns = int(stretch.time_ns[np.searchsorted(stretch.packets, packet)])
            found.append(Tail(end, view.data_at[piece] + skipped, size, time_ns, packet))
    return sorted(found, key=lambda each: each.packet)
