"""Splits read by themselves: what continues is in leaps, and each packet that does not is odd."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from kafkawire.dump.inputs.tcp import reversed_key
from kafkawire.spark.captures import leaps, scanning
from kafkawire.spark.captures.layout import Layout, layout_of, records_between
from kafkawire.spark.captures.leaps import NO_FRAMES, Leap, lead_of
from kafkawire.spark.captures.scanning import Scan, scan, talk_of
from kafkawire.spark.captures.views import View
from tests.support.dump.captures import Frame, Send, frames_of, make_capture, pcap
from tests.support.dump.strange_captures import NOW_NS, strange_pcap

RACE_NS = 1_000_000

FILLER = b"\xee" * 40
HANDSHAKE, CLOSING = 3, 3
STEP_NS = 1000


def request(correlation_id: int, *, key: int = 1) -> bytes:
    frame = struct.pack(">hhih", key, 4, correlation_id, 6) + b"client" + bytes(40)
    return struct.pack(">i", len(frame)) + frame


def response(correlation_id: int) -> bytes:
    return struct.pack(">ii", 44, correlation_id) + bytes(40)


def said(exchanges: int, *, stream: int = 0, client: int = 0) -> list[Send]:
    """Requests with their answers, each a packet."""
    found: list[Send] = []
    for number in range(exchanges):
        for end, data in ((client, request(5 + number)), (1 - client, response(5 + number))):
            found.append((stream, end, data, NOW_NS + STEP_NS * len(found)))
    return found


def layout_for(data: bytes) -> Layout:
    layout = layout_of(data)
    assert layout is not None
    return layout


def scan_of(frames: Iterable[Frame]) -> Scan:
    data = pcap(frames)
    return scan(layout_for(data), data, 24, len(data), is_known=True)


def spans(found: Scan) -> list[tuple[int, int]]:
    return [(leap.first, leap.last) for leap in found.leaps]


def client_port(leap: Leap) -> int:
    """The port of the end that asks."""
    return int.from_bytes(leap.keys[leap.client][-4:-2], "big")


def view_of(pieces: list[bytes], first_packet: int) -> View:
    """What one end says, in every other packet."""
    data, at = FILLER, []
    for piece in pieces:
        at.append(len(data))
        data += piece + FILLER
    packets = np.arange(len(pieces), dtype=np.int64) * 2 + first_packet
    sizes = np.array([len(each) for each in pieces], np.int64)
    return View(data, packets, np.array(at, np.int64), sizes)


@pytest.mark.parametrize("seed", range(12))
def test_what_is_told_of_a_split_of_any_capture_is_so(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each packet is odd or in a leap, and the sample's facts are those of the file."""
    monkeypatch.setattr(scanning, "STRETCH_PACKETS_MIN", 3)
    monkeypatch.setattr(leaps, "FIRST_STEP", 2)
    data = strange_pcap(seed)
    layout = layout_for(data)
    records = records_between(layout, data, layout.first, len(data))
    found = scan(layout, data, layout.first, len(data), is_known=True)

    odd = set(found.odd.tolist())
    assert found.packets == len(records.at)
    assert found.last_ns == records.time_ns[-1]
    assert 0 in odd
    leads = [
        lead_of(leap, taken.astype(np.int64)).tolist()
        for leap, taken in zip(found.leaps, found.taken, strict=True)
    ]
    for leap, lead in zip(found.leaps, leads, strict=True):
        assert {
            leap.first,
            leap.last,
            *lead,
            *(each.packet for each in leap.entries),
        } <= set(range(leap.first, leap.last + 1)) - odd
    among = [range(leap.first, leap.last + 1) for leap in found.leaps]
    assert all(n in odd or any(n in each for each in among) for n in range(found.packets))
    sample = sorted(odd.union(*leads))
    assert found.sample.tolist() == sample
    assert found.records.at.tolist() == records.at[sample].tolist()
    before = [records.time_ns[max(0, each - 1)] for each in sample]
    assert found.before_ns.tolist() == before


@pytest.mark.parametrize("seed", range(12))
def test_splits_that_know_nothing_of_each_other_have_each_record_once(seed: int) -> None:
    random = Random(seed)
    data = strange_pcap(seed)
    layout = layout_for(data)
    cuts = sorted(random.randrange(layout.first, len(data)) for _ in range(5))
    bounds = [layout.first, *cuts, len(data)]
    scans = [scan(layout, data, a, b) for a, b in pairwise(bounds) if a < b]

    whole = records_between(layout, data, layout.first, len(data))
    assert sum(each.packets for each in scans) == len(whole.at)
    ends = [layout.first, *(each.end for each in scans if each.packets)]
    assert [each.first for each in scans if each.packets] == ends[:-1]


def test_a_connection_is_one_leap_between_its_handshake_and_its_end() -> None:
    found = scan_of(frames_of(make_capture(said(40))))

    # The last packet of a handshake is as plain as an acknowledgement, of another's beginning.
    assert spans(found) == [(HANDSHAKE - 1, HANDSHAKE + 80 - 1)]
    assert found.odd.tolist()[:2] == [0, 1]
    assert client_port(found.leaps[0]) == 40_000
    assert found.leaps[0].client_ids == {b"\0\6client"}
    assert found.leaps[0].is_consecutive


def test_connections_among_each_other_have_a_leap_each() -> None:
    sends = sorted([*said(40), *said(40, stream=1), *said(5, stream=2)], key=lambda send: send[3])
    found = scan_of(frames_of(make_capture(sends, is_opened=False, is_closed=False)))

    assert len(found.leaps) == 2
    assert len({leap.keys[0] for leap in found.leaps}) == 2
    # The first packet of all, and a connection that is too short for a leap.
    assert len(found.odd) == 1 + 10


@pytest.mark.parametrize("client", [0, 1])
def test_who_asks_is_seen_whoever_opened_and_spoke_first(client: int) -> None:
    sends = said(40, client=client)
    frames = frames_of(make_capture(sends, is_opened=False))
    (leap,) = scan_of(frames).leaps

    assert client_port(leap) == (9092 if client else 40_000)
    assert reversed_key(leap.keys[0]) == leap.keys[1]


def test_what_is_no_kafka_is_a_leap_without_frames() -> None:
    sends = [(0, n % 2, b"\xffnothing of Kafka's" * 5, NOW_NS + n) for n in range(60)]
    found = scan_of(frames_of(make_capture(sends, is_opened=False, is_closed=False)))

    assert spans(found) == [(1, 59)]
    assert found.leaps[0].client == NO_FRAMES
    assert found.leaps[0].tail == ()


def plain_frames() -> list[Frame]:
    """160 packets, all of which continue."""
    return frames_of(make_capture(said(80), is_opened=False, is_closed=False))


def crossing(found: Scan, packet: int) -> list[Leap]:
    """Leaps over a packet and the one before."""
    return [leap for leap in found.leaps if leap.first < packet <= leap.last]


@pytest.mark.parametrize("at", [60, 61, 90, 91])
def test_no_leap_goes_over_a_lost_packet(at: int) -> None:
    frames = plain_frames()
    assert crossing(scan_of(frames), at)
    del frames[at]
    found = scan_of(frames)

    assert not crossing(found, at)
    assert len(found.leaps) == 2


@pytest.mark.parametrize("at", [60, 61])
def test_no_leap_goes_over_a_packet_that_comes_twice(at: int) -> None:
    frames = plain_frames()
    found = scan_of([*frames[:at], frames[at - 1], *frames[at:]])

    assert not crossing(found, at)
    assert len(found.leaps) == 2


def test_no_leap_goes_over_an_acknowledgement_of_what_has_not_come() -> None:
    frames = plain_frames()
    time_ns, frame = frames[60]
    (said_so,) = struct.unpack_from(">I", frame, 42)
    frames[60] = time_ns, frame[:42] + struct.pack(">I", said_so + 1000) + frame[46:]
    assert not crossing(scan_of(frames), 60)

    frames[60] = time_ns, frame[:42] + struct.pack(">I", said_so - 10) + frame[46:]
    assert crossing(scan_of(frames), 60)


def test_no_leap_goes_over_an_odd_packet_of_its_connection_or_one_of_which_nobody_knows() -> None:
    frames = plain_frames()
    time_ns, frame = frames[60]
    again = time_ns, frame[:47] + bytes([frame[47] | 0x02]) + frame[48:]
    fragment = time_ns, frame[:20] + b"\x20\0" + frame[22:]
    strangers = (time_ns, frame[:12] + b"\x08\x06" + bytes(40))

    assert not crossing(scan_of([*frames[:60], fragment, *frames[60:]]), 60)
    found = scan_of([*frames[:60], strangers, *frames[60:]])
    assert crossing(found, 60)
    assert found.odd.tolist() == [0, 60]
    assert not crossing(scan_of([*frames[:60], again, *frames[60:]]), 61)


def test_a_packet_that_is_a_little_earlier_is_as_good_as_others() -> None:
    frames = plain_frames()
    frames[60] = frames[59][0] - RACE_NS, frames[60][1]

    assert crossing(scan_of(frames), 60)


def test_a_packet_that_is_much_earlier_is_odd() -> None:
    frames = plain_frames()
    frames[60] = frames[59][0] - RACE_NS - 1, frames[60][1]
    found = scan_of(frames)

    assert 60 in found.odd
    assert not crossing(found, 60)


@pytest.mark.parametrize("odd", [(0, request(45, key=999)), (1, response(999))])
def test_around_a_frame_that_does_not_fit_there_are_leaps(odd: tuple[int, bytes]) -> None:
    sends = said(120)
    at = 80 + odd[0]
    sends[at] = (0, *odd, sends[at][3])
    found = scan_of(frames_of(make_capture(sends, is_opened=False, is_closed=False)))

    assert len(found.leaps) == 2
    assert not crossing(found, at)
    assert at in found.odd
    assert found.leaps[0].last == at - 1


def test_a_split_without_records_is_empty() -> None:
    data = pcap(plain_frames())
    found = scan(layout_for(data), data, len(data) - 5, len(data))

    assert (found.packets, found.leaps, found.odd.tolist()) == (0, [], [])
    assert found.first == len(data)


@pytest.mark.parametrize("missing", [0, 1, 3])
def test_responses_to_requests_from_before_are_counted_out(missing: int) -> None:
    """The broker answers `missing` requests first that nobody has seen."""
    asked = view_of([request(50 + n) for n in range(10)], 0)
    answered = view_of([response(50 + n) for n in range(-missing, 10)], 1 - 2 * missing + 2)
    # A response to each comes after its request.
    talk, violation = talk_of((asked, View(answered.data, *_later(answered, 100))))

    assert violation is None
    assert talk is not None
    assert (talk.client, talk.answers) == (0, missing)
    assert len(talk.responses) == 10 + missing


def _later(view: View, by: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    sizes = np.diff([*view.starts, view.end])
    return np.array(view.packets) + by, np.array(view.data_at), sizes


def test_a_response_that_is_not_behind_its_request_is_a_violation() -> None:
    asked = view_of([request(50 + n) for n in range(10)], 20)
    answered = view_of([response(50 + n) for n in range(10)], 11)

    assert talk_of((asked, answered)) == (None, 11)


def test_more_responses_than_requests_are_a_violation() -> None:
    asked = view_of([request(50 + n) for n in range(4)], 0)
    answered = view_of([response(50 + n) for n in (0, 1, 2, 3, 3)], 1)

    assert talk_of((asked, answered)) == (None, 9)


def test_the_end_that_is_likely_is_the_only_one_that_is_asked() -> None:
    views = view_of([request(n) for n in range(5)], 0), view_of([response(0)], 1)
    talk, _ = talk_of(views, 0)

    assert talk is not None
    assert talk_of(views, 1) == (None, None)
