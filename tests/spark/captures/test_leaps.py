"""What a leap says, against the plain reading of a conversation made up by a seed."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

from kafkawire.spark.captures import leaps
from kafkawire.spark.captures.leaps import (
    NO_FRAMES,
    Acks,
    Entry,
    Half,
    Leap,
    Stretch,
    Talk,
    lead_of,
    leap_of,
)
from kafkawire.spark.captures.talk import Request, Response
from kafkawire.spark.captures.views import View

EARLY_MAX = 1024
FIRST_STEP = 16
NEAR_STEPS = 4

SEEDS = range(20)
FILLER = b"\xee" * 7
KEYS = b"from-to", b"to-from"


class Packet(NamedTuple):
    end: int
    data: bytes
    position: int
    """Of its first byte among those of its end."""


class Frame(NamedTuple):
    start: int
    stop: int
    correlation_id: int
    expects: bool = True


def number_of(at: int) -> int:
    """A packet's number in the split: others are between those of the stretch."""
    return 100 + 3 * at


class Made(NamedTuple):
    """A stretch, and all that was put into it."""

    packets: list[Packet]
    data: bytes
    stretch: Stretch
    views: tuple[View, View]
    frames: tuple[list[Frame], list[Frame]]

    def packet_with(self, end: int, position: int) -> int:
        for at, each in enumerate(self.packets):
            if each.end == end and each.position <= position < each.position + len(each.data):
                return number_of(at)
        return -1


def made(random: Random, *, early: int = 0, silent: float = 0.2, unanswered: int = 0) -> Made:
    """The client is end 0; `early` responses are to requests from before."""
    script: list[tuple[int, int, bool]] = [(1, n, True) for n in range(early)]
    for correlation_id in range(early, early + 60):
        expects = random.random() >= silent
        script.append((0, correlation_id, expects))
        if expects and correlation_id < early + 60 - unanswered:
            script.append((1, correlation_id, True))
    return _packets(random, script, (random.randrange(30), random.randrange(30)))


def _packets(random: Random, script: list[tuple[int, int, bool]], rests: tuple[int, int]) -> Made:
    """Each frame in packets of its own; the first of each end have the rest of one before."""
    packets: list[Packet] = []
    frames: tuple[list[Frame], list[Frame]] = [], []
    positions = [0, 0]

    def add(end: int, size: int) -> None:
        while size:
            part = min(size, random.randrange(1, 40))
            packets.append(Packet(end, random.randbytes(part), positions[end]))
            positions[end] += part
            size -= part
            if random.random() < 0.2:
                other = 1 - end
                packets.append(Packet(other, b"", positions[other]))

    for end in (1, 0):
        add(end, rests[end])
    for end, correlation_id, expects in script:
        size = random.randrange(20, 90)
        start = positions[end]
        frames[end].append(Frame(start, start + size, correlation_id, expects))
        add(end, size)
    return _laid_out(random, packets, frames)


def _laid_out(
    random: Random, packets: list[Packet], frames: tuple[list[Frame], list[Frame]]
) -> Made:
    firsts = random.choice((1000, (1 << 32) - 400)), random.choice((5000, (1 << 32) - 900))
    upto = list(firsts)
    data, rows = FILLER, []
    for at, packet in enumerate(packets):
        end = packet.end
        rows.append(
            (number_of(at), end, upto[end], upto[1 - end], len(packet.data), len(data), 10**9 + at)
        )
        upto[end] = (upto[end] + len(packet.data)) % (1 << 32)
        data += packet.data + FILLER
    numbers, ends, sequence, acknowledged, new, data_at, times = np.array(rows, np.int64).T
    stretch = Stretch(KEYS, numbers, ends, sequence, acknowledged, new, data_at, times)
    one, other = (
        View(data, *(each[ends == e] for each in (numbers, data_at, new))) for e in (0, 1)
    )
    return Made(packets, data, stretch, (one, other), frames)


def talk_of(story: Made, *, answers: int) -> Talk:
    requests, responses = (
        [
            (
                each.start,
                each.stop,
                each.correlation_id,
                each.expects,
                story.packet_with(end, each.start),
                story.packet_with(end, each.stop - 1),
            )
            for each in story.frames[end]
        ]
        for end in (0, 1)
    )
    return Talk(
        0,
        [Request(*each, 3, 12, b"\0\1c") for each in requests],
        [Response(*each[:3], *each[4:]) for each in responses],
        answers,
        frozenset({b"\0\1c"}),
    )


def leap_over(story: Made, *, answers: int = 0) -> Leap:
    leap = leap_of(story.stretch, story.views, talk_of(story, answers=answers))
    assert leap is not None
    return leap


def entry_plainly(story: Made, at: int, fed: int, early_ids: int) -> Entry:
    """The entry at a packet, fact by fact."""
    later = story.packets[at:]
    positions = [sum(len(p.data) for p in story.packets[:at] if p.end == e) for e in (0, 1)]
    requests, responses = story.frames
    first = next(n for n, each in enumerate(requests) if each.start >= positions[0])
    begin = next(each for each in responses if each.start >= positions[1])
    asked = {each.correlation_id for each in requests[:first]} | set(range(early_ids))
    early = [r for r in responses if r.start >= positions[1] and r.correlation_id in asked]
    is_head_answered = bool(early) and story.packet_with(1, early[-1].start) > story.packet_with(
        0, requests[first].start - 1
    )
    distances = requests[first].start - positions[0], begin.start - positions[1]
    halves = []
    for end in (0, 1):
        mine = [at + n for n, each in enumerate(later) if each.end == end]
        alone = [n for n in mine if all(p.end == end for p in story.packets[at:n])]
        said = story.stretch.acknowledged[alone].tolist()
        acks = Acks(min(said), max(said)) if said else None
        following = int(story.stretch.sequence[mine[0]]) if mine else None
        halves.append(Half(following, acks, positions[end], distances[end]))
    ids = tuple(each.correlation_id for each in early)
    first_id = requests[first].correlation_id
    where = number_of(at)
    return Entry(where, (halves[0], halves[1]), ids, is_head_answered, first_id, fed - first)


@pytest.mark.parametrize("early", [0, 1, 4])
@pytest.mark.parametrize("seed", SEEDS)
def test_each_entry_assumes_what_is_so_at_its_packet(
    seed: int, early: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaps, "FIRST_STEP", 3)
    story = made(Random(seed), early=early, unanswered=2)
    leap = leap_over(story, answers=early)
    fed = [each.correlation_id for each in story.frames[0]].index(
        story.frames[1][-1].correlation_id
    )

    assert len(leap.entries) > NEAR_STEPS
    for entry in leap.entries:
        at = (entry.packet - number_of(0)) // 3
        assert entry == entry_plainly(story, at, fed, early)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_last_answered_request_and_what_follows_is_fed_from_where_it_lies(seed: int) -> None:
    story = made(Random(seed), unanswered=seed % 4)
    leap = leap_over(story)
    last = story.frames[1][-1]
    asked = next(each for each in story.frames[0] if each.correlation_id == last.correlation_id)

    assert leap.begin == (asked.start, last.start)
    for end in (0, 1):
        pieces = [each for each in leap.tail if each.end == end]
        fed = b"".join(story.data[each.at : each.at + each.size] for each in pieces)
        stream = b"".join(each.data for each in story.packets if each.end == end)
        assert fed == stream[leap.begin[end] :]
        assert pieces[0].packet == story.packet_with(end, leap.begin[end])
    assert [each.packet for each in leap.tail] == sorted(each.packet for each in leap.tail)
    assert all(each.time_ns == 10**9 + (each.packet - 100) // 3 for each in leap.tail)
    before = [each.correlation_id for each in story.frames[0] if each.stop == asked.start]
    assert leap.before_id == (before[0] if before else None)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_leap_ends_behind_the_last_packet_of_each_end(seed: int) -> None:
    story = made(Random(seed))
    # The numbers wrap within the last packet, or right behind it.
    sequence = (story.stretch.sequence - story.stretch.sequence[-1] - 1) % (1 << 32)
    stretch = story.stretch._replace(sequence=sequence)
    leap = leap_over(story._replace(stretch=stretch))

    assert (leap.keys, leap.first, leap.last) == (KEYS, 100, number_of(len(story.packets) - 1))
    for end in (0, 1):
        last = max(n for n, each in enumerate(story.packets) if each.end == end)
        after = int(stretch.sequence[last] + stretch.new[last]) % (1 << 32)
        assert (leap.active[end], leap.final[end]) == (number_of(last), after)


def test_entries_are_near_at_first_and_then_each_twice_as_far() -> None:
    story = made(Random(1), silent=0)
    packets = [each.packet for each in leap_over(story).entries]
    steps = [(after - before) // 3 for before, after in pairwise(packets)]

    assert packets[0] == 100
    assert steps == [*[FIRST_STEP] * NEAR_STEPS, *(steps[NEAR_STEPS:])]
    assert steps[NEAR_STEPS:] == [FIRST_STEP * 8 << n for n in range(len(steps) - NEAR_STEPS)]
    assert len(steps) > NEAR_STEPS


def test_the_packets_before_the_entries_that_are_near_are_listed() -> None:
    story = made(Random(1))
    leap = leap_over(story)

    assert leap.entries[NEAR_STEPS].packet == number_of(NEAR_STEPS * FIRST_STEP)
    found = lead_of(leap, story.stretch.packets).tolist()
    assert found == [number_of(at) for at in range(NEAR_STEPS * FIRST_STEP)]


def test_whether_requests_are_counted_one_by_one_is_told() -> None:
    story = made(Random(1))
    talk = talk_of(story, answers=0)
    others = [each._replace(correlation_id=2 * each.correlation_id) for each in talk.requests]
    one_by_one = leap_of(story.stretch, story.views, talk)
    by_two = leap_of(story.stretch, story.views, talk._replace(requests=others))

    assert one_by_one is not None
    assert by_two is not None
    assert (one_by_one.is_consecutive, by_two.is_consecutive) == (True, False)
    assert one_by_one.client_ids == {b"\0\1c"}


def test_of_requests_of_which_none_is_answered_the_last_is_fed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(leaps, "FIRST_STEP", 1)
    monkeypatch.setattr(leaps, "NEAR_STEPS", 1000)
    story = made(Random(1), silent=1)
    leap = leap_of(story.stretch, story.views, talk_of(story, answers=0))

    assert leap is not None
    assert story.frames[1] == []
    assert leap.begin[0] == story.frames[0][-1].start
    assert leap.before_id == story.frames[0][-2].correlation_id
    # Behind its beginning no leap can begin.
    last = story.packet_with(0, leap.begin[0])
    assert max(each.packet for each in leap.entries) <= last
    assert min(each.skipped for each in leap.entries) == 0


def test_without_frames_there_is_nothing_to_feed() -> None:
    story = made(Random(1))
    leap = leap_of(story.stretch, story.views, None)

    assert leap is not None
    assert (leap.client, leap.tail, leap.client_ids) == (NO_FRAMES, (), frozenset())
    assert leap.begin == (story.views[0].end, story.views[1].end)
    assert all(entry.early == () and entry.skipped == 0 for entry in leap.entries)


def test_no_leap_ends_with_a_response_to_a_request_that_is_not_in_it() -> None:
    story = made(Random(1), early=3)
    count = len(story.frames[1])
    asking = sum(each.expects for each in story.frames[0])

    for answers in (count, count + 1, count - 1 - asking):
        assert leap_of(story.stretch, story.views, talk_of(story, answers=answers)) is None


def test_too_many_responses_to_requests_from_before_are_no_entry() -> None:
    story = made(Random(1), early=EARLY_MAX + 1)
    leap = leap_over(story, answers=EARLY_MAX + 1)

    assert leap.entries[0].packet > leap.first
    assert len(leap.entries[0].early) <= EARLY_MAX


def test_as_many_responses_to_requests_from_before_as_are_listed_are_an_entry() -> None:
    story = made(Random(1), early=EARLY_MAX)
    leap = leap_over(story, answers=EARLY_MAX)

    assert leap.entries[0].packet == leap.first
    assert len(leap.entries[0].early) == EARLY_MAX
