"""Leaps taken and refused: afterwards the engine is as if it had been fed, or as it was."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable
from random import Random

import pytest

from kafkawire.dump.engine.link import Link
from kafkawire.spark.captures.carrying import Carried
from kafkawire.spark.captures.layout import Layout, Records, layout_of, records_between
from kafkawire.spark.captures.leaping import apply, has_room
from kafkawire.spark.captures.leaps import NO_FRAMES, Acks, Entry, Half, Leap
from kafkawire.spark.captures.scanning import scan
from tests.support.dump.captures import Send, frames_of, make_capture, pcap
from tests.support.dump.strange_captures import NOW_NS, strange_frames, text_of_state

HELD_BYTES_MAX = 256 << 20

LATER = 20
"""Packets that the engine has been fed before the split begins."""
pytestmark = pytest.mark.usefixtures("short_stretches")


class Capture:
    """A capture, read by one engine up to some packet, and what a scan says of the rest."""

    def __init__(self, data: bytes, upto: int) -> None:
        self.data = data
        layout = layout_of(data)
        assert layout is not None
        self.layout: Layout = layout
        self.records: Records = records_between(layout, data, layout.first, len(data))
        self.upto = upto
        start = int(self.records.at[upto])
        self.leaps = scan(layout, data, start, len(data), is_known=True).leaps

    def fed(self, packets: Iterable[int]) -> Carried:
        """What an engine knows after these packets."""
        carried = Carried(self.layout, self.data)
        self.feed(carried, packets)
        return carried

    def feed(self, carried: Carried, packets: Iterable[int]) -> None:
        columns = [each.tolist() for each in self.records[:6]]
        for packet in packets:
            _, time_ns, start, stop, size, link_type = (each[packet] for each in columns)
            place = time_ns, start, stop, size
            batch = carried.reassembly._events(self.data, link_type, [place])
            carried.engine.feed_all(batch)

    def key(self, packet: int) -> bytes:
        """Whose a packet is."""
        at = int(self.records.start[packet]) + 26
        return self.data[at : at + 12]

    def leap(self, carried: Carried, leap: Leap, entry: Entry) -> bool:
        """Take it, and say, as the one who goes through a split does, what was last."""
        is_taken = apply(carried, self.data, leap, entry, self.upto)
        if is_taken:
            last = self.upto + leap.last
            carried.reassembly._last = int(self.records.time_ns[last]), last + 1
        return is_taken


def request(correlation_id: int, *, client_id: bytes = b"client") -> bytes:
    head = struct.pack(">hhih", 1, 4, correlation_id, len(client_id)) + client_id
    return struct.pack(">i", len(head) + 90) + head + bytes(90)


def response(correlation_id: int) -> bytes:
    return struct.pack(">ii", 94, correlation_id) + bytes(90)


def said(exchanges: int, *, depth: int = 1) -> list[Send]:
    """Requests, each answered after `depth - 1` more of them."""
    found: list[Send] = []
    for number in range(exchanges):
        found.append((0, 0, request(5 + number), NOW_NS + 1000 * number))
        if number >= depth - 1:
            found.append((0, 1, response(6 + number - depth), NOW_NS + 1000 * number + 1))
    return found


def plain(*, depth: int = 1, segment_bytes: int = 60, upto: int = LATER) -> Capture:
    """One connection of which every packet continues, each frame in pieces."""
    capture = make_capture(said(60, depth=depth), segment_bytes=segment_bytes, is_closed=False)
    return Capture(pcap(frames_of(capture)), upto)


@pytest.mark.parametrize("depth", [1, 2, 5])
@pytest.mark.parametrize("upto", range(LATER, LATER + 5))
def test_a_leap_brings_the_state_that_feeding_its_packets_brings(upto: int, depth: int) -> None:
    capture = plain(depth=depth, upto=upto)
    (leap,) = capture.leaps
    expected = capture.fed(range(upto + leap.last + 1))
    taken = 0
    for entry in leap.entries:
        carried = capture.fed(range(upto + entry.packet))
        before = text_of_state(carried)
        if capture.leap(carried, leap, entry):
            taken += 1
            assert text_of_state(carried) == text_of_state(expected)
            assert carried.engine._numbers.exchanges == expected.engine._numbers.exchanges
        else:
            assert text_of_state(carried) == before

    assert taken > len(leap.entries) / 2
    assert leap.last - leap.first > 100


@pytest.mark.parametrize("seed", range(16))
def test_so_do_those_in_any_capture_whatever_is_around_them(seed: int) -> None:
    frames = strange_frames(seed, exchanges=60)
    upto = Random(seed).randrange(5, len(frames) // 2)
    capture = Capture(pcap(frames), upto)
    for leap in capture.leaps[:6]:
        others = [n for n in range(leap.first, leap.last + 1) if n not in _between(capture, leap)]
        entry = leap.entries[0]
        carried = capture.fed(range(upto + leap.first))
        before = text_of_state(carried)
        if not apply(carried, capture.data, leap, entry, upto):
            assert text_of_state(carried) == before
        elif not others:
            expected = capture.fed(range(upto + leap.last + 1))
            carried.reassembly._last = expected.reassembly._last
            assert text_of_state(carried) == text_of_state(expected)


def _between(capture: Capture, leap: Leap) -> set[int]:
    """The packets from a leap's first to its last that are of its connection."""
    packets = range(leap.first, leap.last + 1)
    return {each for each in packets if capture.key(capture.upto + each) in leap.keys}


def refused(change: Callable[[Leap, Entry], tuple[Leap, Entry]]) -> bool:
    """Whether a leap that fits is not taken, and nothing touched, if it says something else."""
    capture = plain(depth=3)
    (leap,) = capture.leaps
    entry = leap.entries[0]
    carried = capture.fed(range(LATER + entry.packet))
    before = text_of_state(carried)
    assert capture.leap(capture.fed(range(LATER + entry.packet)), leap, entry)
    return not capture.leap(carried, *change(leap, entry)) and text_of_state(carried) == before


def with_half(end: int, change: Callable[[Half], Half]) -> bool:
    def changed(leap: Leap, entry: Entry) -> tuple[Leap, Entry]:
        halves = list(entry.halves)
        halves[end] = change(halves[end])
        return leap, entry._replace(halves=(halves[0], halves[1]))

    return refused(changed)


@pytest.mark.parametrize("end", [0, 1])
def test_a_leap_is_refused_if_either_end_does_not_continue_as_it_says(end: int) -> None:
    assert not with_half(end, lambda half: half)
    assert with_half(end, lambda half: half._replace(next=(half.next or 0) + 1))
    assert with_half(end, lambda half: half._replace(distance=half.distance + 1))
    assert with_half(end, lambda half: half._replace(acks=Acks(0, (1 << 32) - 1)))


def with_acks(end: int, least_behind: int, most_behind: int) -> bool:
    """Whether it is refused if it acknowledges what is so far behind the other end's next byte."""

    def changed(leap: Leap, entry: Entry) -> tuple[Leap, Entry]:
        known = entry.halves[1 - end].next
        assert known is not None
        half = entry.halves[end]._replace(acks=Acks(known - least_behind, known - most_behind))
        halves = (half, entry.halves[1]) if end == 0 else (entry.halves[0], half)
        return leap, entry._replace(halves=halves)

    return refused(changed)


@pytest.mark.parametrize("end", [0, 1])
def test_a_leap_may_acknowledge_up_to_what_has_come_and_less_than_half_of_all_numbers_back(
    end: int,
) -> None:
    """The same bounds as those of the reassembly's short cut, to the byte."""
    assert not with_acks(end, 0, 0)
    assert with_acks(end, 0, -1)
    assert not with_acks(end, 2**31 - 1, 0)
    assert with_acks(end, 2**31, 0)


@pytest.mark.parametrize(
    "change",
    [
        lambda leap, entry: (leap, entry._replace(early=(*entry.early, 77))),
        lambda leap, entry: (leap, entry._replace(early=entry.early[1:])),
        lambda leap, entry: (leap, entry._replace(early=entry.early[::-1])),
        lambda leap, entry: (leap, entry._replace(first_id=entry.first_id + 65)),
        lambda leap, entry: (leap, entry._replace(first_id=entry.first_id - 5)),
        lambda leap, entry: (leap._replace(client=1 - leap.client), entry),
        lambda leap, entry: (leap._replace(client=NO_FRAMES), entry),
        lambda leap, entry: (leap._replace(client_ids=frozenset({b"\0\5other"})), entry),
        lambda leap, entry: (leap._replace(keys=(b"nobody's", leap.keys[1])), entry),
        lambda leap, entry: (leap._replace(keys=(leap.keys[0], leap.keys[0])), entry),
    ],
)
def test_a_leap_is_refused_if_anything_else_is_not_as_it_says(
    change: Callable[[Leap, Entry], tuple[Leap, Entry]],
) -> None:
    assert refused(change)


def test_a_leap_over_a_half_request_is_refused_if_its_answer_came_first() -> None:
    capture = plain(upto=LATER + 1)
    (leap,) = capture.leaps
    refusals = []
    for entry in leap.entries:
        carried = capture.fed(range(capture.upto + entry.packet))
        if entry.is_head_answered and capture.leap(carried, leap, entry):
            again = capture.fed(range(capture.upto + entry.packet))
            (link,) = again.engine._streams.values()
            is_half = bool(link.directions[link.client]._held)  # type: ignore[union-attr]
            wrong = entry._replace(is_head_answered=False)
            refusals.append((is_half, not capture.leap(again, leap, wrong)))

    assert (True, True) in refusals
    assert all(is_half == is_refused for is_half, is_refused in refusals)


@pytest.mark.parametrize("upto", [LATER, LATER + 1])
def test_no_leap_is_taken_over_a_hole(upto: int) -> None:
    """All else is as the leap says: what is ahead changes neither numbers nor frames."""
    capture = plain(segment_bytes=20, upto=upto)
    (leap,) = capture.leaps
    holes = 0
    for entry in leap.entries:
        packet = upto + entry.packet
        is_taken = capture.leap(capture.fed(range(packet)), leap, entry)
        if is_taken and capture.key(packet) == capture.key(packet + 1):
            holes += 1
            carried = capture.fed([*range(packet), packet + 1])
            assert not capture.leap(carried, leap, entry)

    assert holes


def test_if_requests_were_lost_only_leaps_that_count_one_by_one_are_taken() -> None:
    """Others would have to say which ids there may still be responses to."""
    capture = plain()
    (leap,) = capture.leaps
    entry = leap.entries[0]

    def is_taken(leap: Leap) -> bool:
        carried = capture.fed(range(LATER + entry.packet))
        (link,) = carried.engine._streams.values()
        assert isinstance(link, Link)
        link.pairing.has_lost_requests = True
        return capture.leap(carried, leap, entry)

    assert is_taken(leap)
    assert not is_taken(leap._replace(is_consecutive=False))


def test_no_leap_is_taken_of_a_connection_that_nobody_knows() -> None:
    capture = plain()
    (leap,) = capture.leaps
    carried = capture.fed(())
    before = text_of_state(carried)

    assert not capture.leap(carried, leap, leap.entries[0])
    assert text_of_state(carried) == before


def test_there_is_room_as_long_as_a_split_cannot_fill_what_is_held() -> None:
    engine = plain().fed(range(LATER)).engine
    engine._budget.used = 1000

    assert has_room(engine, HELD_BYTES_MAX - 1000)
    assert not has_room(engine, HELD_BYTES_MAX - 999)
