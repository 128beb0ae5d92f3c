"""TCP streams: how they begin and end, what is remembered of them, and what is not believed.

That bytes come out in order is in `test_tcp_order`.
"""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.inputs import tcp
from kafkawire.dump.inputs.checksums import partial_checksum
from kafkawire.dump.inputs.ip import Segment
from kafkawire.dump.inputs.packets import Complaints
from kafkawire.dump.inputs.tcp import ACK, FIN, RST, SYN, Streams, reversed_key
from kafkawire.dump.transport import (
    UNKNOWN_SIZE,
    Data,
    Gap,
    StreamClosed,
    StreamOpened,
    TransportEvent,
)
from tests.support.dump.tcp_segments import (
    ADDRESSES,
    BROKER,
    CLIENT,
    NOW_NS,
    PORTS,
    Packet,
    events_of,
    segment_of,
)

PACKED_PORTS = struct.pack("!HH", *PORTS[0])


def shape(events: list[TransportEvent]) -> list[object]:
    """What happened, without times and packets."""
    words: list[object] = []
    for event in events:
        match event:
            case StreamOpened(stream, _, opener):
                words.append(("open", stream, opener))
            case Data(stream, end, data):
                words.append((stream, end, data))
            case Gap(stream, end, size):
                words.append((stream, end, size))
            case StreamClosed(stream, how):
                words.append((how, stream))
    return words


SHAKE = [Packet(0, 99, 0, SYN), Packet(1, 499, 100, SYN | ACK), Packet(0, 100, 500)]
CLOSE = [
    Packet(0, 105, 506, FIN | ACK),
    Packet(1, 506, 106, FIN | ACK),
    Packet(0, 106, 507),
]
TALK = [Packet(0, 100, 500, ACK, b"hello"), Packet(1, 500, 105, ACK, b"world!")]
TALKED = [("open", 0, 0), (0, 0, b"hello"), (0, 1, b"world!")]


def test_who_opened_is_end_0() -> None:
    events = events_of(SHAKE + TALK + CLOSE)
    assert events[0] == StreamOpened(0, (CLIENT, BROKER), 0, NOW_NS + 1000)
    assert shape(events) == [*TALKED, ("FIN", 0)]


def test_the_opener_is_known_from_the_answer_to_its_syn_as_well() -> None:
    assert shape(events_of(SHAKE[1:] + TALK)) == [*TALKED, ("end", 0)]
    assert events_of(SHAKE[1:])[0] == StreamOpened(0, (CLIENT, BROKER), 0, NOW_NS + 1000)


def test_without_any_syn_both_directions_begin_with_a_gap_of_unknown_size() -> None:
    assert shape(events_of(TALK)) == [
        ("open", 0, None),
        (0, 0, UNKNOWN_SIZE),
        (0, 0, b"hello"),
        (0, 1, UNKNOWN_SIZE),
        (0, 1, b"world!"),
        ("end", 0),
    ]


def test_packets_without_bytes_open_nothing() -> None:
    assert events_of([SHAKE[2], *CLOSE, Packet(0, 1, 1, RST)]) == []


def test_bytes_that_come_with_the_syn_come_after_it() -> None:
    packets = [Packet(0, 99, 0, SYN, b"fast"), Packet(1, 499, 104, SYN | ACK)]
    assert shape(events_of(packets)) == [("open", 0, 0), (0, 0, b"fast"), ("end", 0)]


def test_both_ends_may_open_at_once() -> None:
    packets = [SHAKE[0], Packet(1, 499, 0, SYN), Packet(1, 499, 100, SYN | ACK), *TALK]
    assert shape(events_of(packets)) == [*TALKED, ("end", 0)]


def test_a_reset_ends_a_stream_and_what_waits_comes_out() -> None:
    packets = [*SHAKE, Packet(0, 110, 500, ACK, b"ahead"), Packet(1, 500, 100, RST | ACK)]
    assert shape(events_of(packets)) == [
        ("open", 0, 0),
        (0, 0, 10),
        (0, 0, b"ahead"),
        ("RST", 0),
    ]


def test_late_packets_of_an_ended_stream_are_no_new_one() -> None:
    late = [TALK[1], Packet(1, 506, 106, ACK, b"after the end"), CLOSE[1], SHAKE[0]]
    assert shape(events_of([*SHAKE, *TALK, *CLOSE, *late])) == [*TALKED, ("FIN", 0)]


def test_the_same_ports_are_used_again() -> None:
    again = [Packet(0, 5_000_000, 0, SYN), Packet(0, 5_000_001, 0, ACK, b"again")]
    expected = [("open", 1, 0), (1, 0, b"again"), ("end", 1)]
    assert shape(events_of([*SHAKE, *TALK, *CLOSE, *again])) == [*TALKED, ("FIN", 0), *expected]
    assert shape(events_of([*SHAKE, *TALK, *again])) == [*TALKED, ("reused", 0), *expected]


def test_an_ended_stream_whose_ports_are_used_again_unseen_is_a_new_one() -> None:
    far = Packet(0, 105 + (1 << 30), 0, ACK, b"elsewhere")
    assert shape(events_of([*SHAKE, *TALK, *CLOSE, far]))[4:] == [
        ("open", 1, None),
        (1, 0, UNKNOWN_SIZE),
        (1, 0, b"elsewhere"),
        ("end", 1),
    ]


def test_a_syn_that_comes_late_or_again_changes_nothing() -> None:
    packets = [*SHAKE, TALK[0], SHAKE[0], SHAKE[1], TALK[1]]
    assert shape(events_of(packets)) == [*TALKED, ("end", 0)]
    late = [TALK[0], SHAKE[0], SHAKE[1], TALK[1]]
    assert ("end", 0) in shape(events_of(late))
    assert len([event for event in events_of(late) if isinstance(event, StreamOpened)]) == 1


def test_probes_of_life_add_nothing() -> None:
    probes = [Packet(0, 104, 500), Packet(0, 104, 500, ACK, b"?"), Packet(1, 505, 105, ACK, b"?")]
    assert shape(events_of([*SHAKE, *TALK, *probes])) == [*TALKED, ("end", 0)]


def test_what_is_sent_again_is_counted_and_left_out() -> None:
    half = Packet(0, 102, 500, ACK, b"llo")
    ahead = Packet(1, 510, 105, ACK, b"later")
    packets = [*SHAKE, *TALK, TALK[0], half, ahead, ahead, Packet(0, 104, 500, ACK, b"?")]

    (closed,) = [each for each in events_of(packets) if isinstance(each, StreamClosed)]

    assert closed.repeats == (3, 5 + 3 + 5)
    (closed,) = [each for each in events_of([*SHAKE, *TALK]) if isinstance(each, StreamClosed)]
    assert closed.repeats == (0, 0)


def test_a_lost_request_is_a_gap_once_its_answer_shows_that_it_was_there() -> None:
    answers = [Packet(1, 500 + n, 105, ACK, b"x") for n in range(30)]
    words = shape(events_of([*SHAKE, *answers]))
    assert (0, 0, 5) in words[:20]


def test_silent_streams_give_up_their_holes_when_time_passes_for_others() -> None:
    streams = Streams(Complaints())
    for packet in [*SHAKE, Packet(0, 110, 500, ACK, b"ahead")]:
        streams.segment(segment_of(packet), NOW_NS, 1)
    assert streams.tick(NOW_NS + 1, 1) == []
    told = streams.tick(NOW_NS + 11_000_000_000, 1) + streams.tick(NOW_NS + 22_000_000_000, 1)
    assert shape(told) == [(0, 0, 10), (0, 0, b"ahead")]


def renumbered(segment: Segment, port: int) -> Segment:
    return segment._replace(data=port.to_bytes(2, "big") + segment.data[2:])


def test_what_is_kept_of_all_streams_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tcp, "KEPT_BYTES_MAX", 1000)
    streams = Streams(Complaints())
    events: list[TransportEvent] = []
    for port in range(1, 40):
        for packet in [SHAKE[0], Packet(0, 200, 500, ACK, bytes(100))]:
            events += streams.segment(renumbered(segment_of(packet), port), NOW_NS, port)
    given_up = [event.stream for event in events if isinstance(event, Gap)]
    assert given_up == list(range(29))


def test_how_many_streams_are_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tcp, "STREAMS_MAX", 8)
    streams = Streams(Complaints())
    events: list[TransportEvent] = []
    for port in range(1, 30):
        for client in (1, port):  # the first one never falls silent
            packet = SHAKE[0] if client != 1 or port == 1 else TALK[0]
            events += streams.segment(renumbered(segment_of(packet), client), NOW_NS, port)
    assert len(streams.streams) <= 8
    assert len(streams.directions) == 2 * len(streams.streams)
    evicted = [event.stream for event in events if isinstance(event, StreamClosed)]
    assert evicted == sorted(evicted)
    assert len(evicted) == 29 - len(streams.streams)
    assert 0 not in evicted


def test_ended_streams_make_none_go_that_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tcp, "STREAMS_MAX", 4)
    streams = Streams(Complaints())
    events: list[TransportEvent] = []
    for port in range(1, 7):
        for packet in [SHAKE[0], *([Packet(0, 100, 0, RST)] if port > 1 else [])]:
            events += streams.segment(renumbered(segment_of(packet), port), NOW_NS, port)
    assert [event.how for event in events if isinstance(event, StreamClosed)] == ["RST"] * 5
    assert list(streams.streams) == [0]
    assert len(streams.directions) == 2


def test_the_last_streams_that_ended_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tcp, "ENDED_MAX", 4)
    streams = Streams(Complaints())
    segments = [segment_of(packet) for packet in (SHAKE[0], Packet(0, 100, 0, RST))]
    for port in range(1, 11):
        for segment in segments:
            streams.segment(renumbered(segment, port), NOW_NS, port)
    late = segment_of(Packet(0, 100, 0, ACK, b"late"))
    told = [streams.segment(renumbered(late, port), NOW_NS, 11) for port in range(1, 11)]
    assert [shape(each)[:1] for each in told] == [
        *([("open", number, None)] for number in range(10, 16)),
        *([[]] * 4),
    ]


def test_a_stream_that_was_evicted_may_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tcp, "STREAMS_MAX", 1)
    streams = Streams(Complaints())
    for port in (1, 2):
        told = streams.segment(renumbered(segment_of(SHAKE[0]), port), NOW_NS, port)
    assert shape(told) == [("evicted", 0), ("open", 1, 0)]
    told = streams.segment(renumbered(segment_of(TALK[0]), 1), NOW_NS, 3)
    assert shape(told) == [
        ("evicted", 1),
        ("open", 2, None),
        (2, 0, UNKNOWN_SIZE),
        (2, 0, b"hello"),
    ]


def flipped(segment: Segment) -> Segment:
    return segment._replace(data=segment.data[:-1] + bytes([segment.data[-1] ^ 1]))


def test_a_wrong_checksum_counts_only_where_checksums_were_right() -> None:
    complaints = Complaints()
    streams = Streams(complaints)
    for packet in SHAKE:
        streams.segment(segment_of(packet), NOW_NS, 1)
    assert streams.segment(flipped(segment_of(TALK[0])), NOW_NS, 2) == []
    assert "wrong TCP checksum" in complaints.waiting[0].text
    assert shape(streams.segment(segment_of(TALK[0]), NOW_NS, 3)) == [(0, 0, b"hello")]

    told = Streams(complaints).segment(flipped(segment_of(TALK[0])), NOW_NS, 1)
    assert shape(told)[-1] == (0, 0, b"helln")


def test_the_sum_that_linux_leaves_for_the_card_is_not_wrong() -> None:
    streams = Streams(Complaints(), must_verify=True)
    for packet in SHAKE:
        streams.segment(segment_of(packet), NOW_NS, 1)
    addresses, data, _ = segment_of(TALK[0])
    left = partial_checksum(addresses, len(data)).to_bytes(2, "big")
    segment = Segment(addresses, data[:16] + left + data[18:], 0)
    assert shape(streams.segment(segment, NOW_NS, 1)) == [(0, 0, b"hello")]


@pytest.mark.parametrize(("offset", "size"), [(0x40, 30), (0xF0, 30), (0x50, 19)])
def test_headers_that_cannot_be_are_complained_of(offset: int, size: int) -> None:
    complaints = Complaints()
    data = bytearray(segment_of(TALK[0]).data.ljust(size, b"\0")[:size])
    data[12] = offset
    assert Streams(complaints).segment(Segment(ADDRESSES[0], bytes(data), 0), NOW_NS, 1) == []
    assert len(complaints.waiting) == 1


@given(st.binary(max_size=80), st.integers(0, 100))
def test_any_segment_is_read_without_error(data: bytes, missing: int) -> None:
    streams = Streams(Complaints())
    streams.segment(Segment(ADDRESSES[0], PACKED_PORTS + data, missing), NOW_NS, 1)
    streams.finish(NOW_NS, 1)


@pytest.mark.parametrize("size", [4, 16])
def test_a_reversed_key_has_both_ends_the_other_way_round(size: int) -> None:
    one, other = bytes(range(size)), bytes(range(100, 100 + size))
    key = one + other + b"\1\2" + b"\3\4"

    assert reversed_key(key) == other + one + b"\3\4" + b"\1\2"
    assert reversed_key(reversed_key(key)) == key
