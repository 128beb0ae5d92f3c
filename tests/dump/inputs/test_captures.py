"""Captures as a whole: from files of every kind to what the streams said."""

from __future__ import annotations

import gzip
import random
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

import cramjam
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.inputs import captures, direction, link, tcp
from kafkawire.dump.inputs.captures import NotACapture, read_capture
from kafkawire.dump.transport import (
    Data,
    Endpoint,
    Gap,
    Note,
    StreamClosed,
    StreamOpened,
    TransportEvent,
)
from tests.support.dump.captures import Ends, Frame, Send, ends_of, frames_of, make_capture, pcap
from tests.support.rings.skips import skip_without

NOTES_PER_KIND_MAX = 5

NOW_NS = 1_700_000_000_123_456_789
VLAN, QINQ = 0x1_0001, 0x2_0001
"""Ethernet with tags."""

sends = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 1), st.binary(min_size=1, max_size=200)),
    max_size=20,
).map(lambda drawn: [(*each, NOW_NS + 1000 * number) for number, each in enumerate(drawn)])
ENDS = {
    1: (Endpoint("2001:db8::1", 50_000), Endpoint("2001:db8::2", 9092)),
    2: (Endpoint("127.0.0.1", 50_000), Endpoint("127.0.0.1", 9092)),
}
SCRIPT: list[Send] = [
    (0, 0, b"question", NOW_NS),
    (1, 0, b"another", NOW_NS + 10),
    (0, 1, b"answer", NOW_NS + 20),
    (1, 1, b"no answer", NOW_NS + 30),
]


def events_of(capture: bytes) -> list[TransportEvent]:
    return list(read_capture(BytesIO(capture)))


def said(events: Iterable[TransportEvent]) -> dict[tuple[Ends, int], bytes]:
    """What each end said, by who both are, so that the numbers of streams do not matter."""
    ends: dict[int, Ends] = {}
    found: dict[tuple[Ends, int], bytes] = defaultdict(bytes)
    for event in events:
        if isinstance(event, StreamOpened):
            ends[event.stream] = event.ends
        elif isinstance(event, Data):
            found[ends[event.stream], event.end] += event.data
    return dict(found)


def expected(script: Iterable[Send]) -> dict[tuple[Ends, int], bytes]:
    found: dict[tuple[Ends, int], bytes] = defaultdict(bytes)
    for stream, end, data, _ in script:
        found[ENDS.get(stream) or ends_of(stream), end] += data
    return dict(found)


@given(sends, st.integers(1, 300), st.integers(0, 0xFFFF_FFFF))
def test_a_capture_reads_back_as_it_was_written(
    script: list[Send], segment_bytes: int, first_sequence: int
) -> None:
    capture = make_capture(
        script, ends=ENDS, segment_bytes=segment_bytes, first_sequence=first_sequence
    )
    events = events_of(capture)

    assert said(events) == expected(script)
    opened = [event for event in events if isinstance(event, StreamOpened)]
    assert all(event.opener == 0 for event in opened)
    assert [event.stream for event in opened] == list(range(len(opened)))
    closed = [event for event in events if isinstance(event, StreamClosed)]
    assert [event.how for event in closed] == ["FIN"] * len(opened)
    data = [event for event in events if isinstance(event, Data)]
    assert {event.time_ns for event in data} <= {send[3] for send in script}
    assert len(events) == len(data) + 2 * len(opened)


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("is_nano", [True, False])
def test_pcap_has_two_byte_orders_and_two_resolutions(order: str, is_nano: bool) -> None:
    frames = frames_of(make_capture(SCRIPT, ends=ENDS))
    events = events_of(pcap(frames, order=order, is_nano=is_nano))

    assert said(events) == expected(SCRIPT)
    first = next(event for event in events if isinstance(event, Data))
    assert first.time_ns == (NOW_NS if is_nano else NOW_NS // 1000 * 1000)
    assert first.packet == 4


@pytest.mark.parametrize("pack", [gzip.compress, cramjam.zstd.compress])
def test_packed_captures_are_seen_by_their_first_bytes(pack: object) -> None:
    assert callable(pack)
    capture = make_capture(SCRIPT, ends=ENDS)
    assert events_of(bytes(pack(capture))) == events_of(capture)


def test_a_path_is_read_as_well(tmp_path: Path) -> None:
    path = tmp_path / "a.pcapng"
    path.write_bytes(make_capture(SCRIPT, ends=ENDS))
    assert said(read_capture(str(path))) == expected(SCRIPT)


@pytest.mark.parametrize(
    ("content", "why"), [(b"", "it is empty"), (b"GET / HTTP", "it begins with 47 45 54 20")]
)
def test_what_is_no_capture_is_refused_in_words(content: bytes, why: str) -> None:
    with pytest.raises(NotACapture, match=why):
        events_of(content)


def wrapped(link_type: int, frame: bytes) -> bytes:
    """An Ethernet frame as another link would have it."""
    ether_type, packet = frame[12:14], frame[14:]
    is_v4 = ether_type == b"\x08\x00"
    family = 2 if is_v4 else 30
    headers = {
        link.ETHERNET: frame[:14],
        link.COOKED: bytes(14) + ether_type,
        link.COOKED_V2: ether_type + bytes(18),
        link.NULL: family.to_bytes(4, "little"),
        link.LOOP: family.to_bytes(4, "big"),
        link.RAW: b"",
        link.IPV4: b"",
        VLAN: frame[:12] + b"\x81\x00\x00\x05" + ether_type,
        QINQ: frame[:12] + b"\x88\xa8\x00\x05\x81\x00\x00\x05" + ether_type,
    }
    return headers[link_type] + packet


@pytest.mark.parametrize("must_verify", [False, True])
@pytest.mark.parametrize(
    "link_type",
    [
        link.ETHERNET,
        link.COOKED,
        link.COOKED_V2,
        link.NULL,
        link.LOOP,
        link.RAW,
        link.IPV4,
        VLAN,
        QINQ,
    ],
)
def test_the_link_makes_no_difference(link_type: int, must_verify: bool) -> None:
    frames = frames_of(make_capture(SCRIPT, ends=ENDS))
    others = [(time_ns, wrapped(link_type, frame)) for time_ns, frame in frames]
    content = pcap(others, link_type=link_type & 0xFFFF)
    events = list(read_capture(BytesIO(content), must_verify=must_verify))
    assert events == events_of(pcap(frames))


def harmed(frames: list[Frame], generator: random.Random) -> list[Frame]:
    """Frames lost, doubled, moved, cut, flipped, and put back in time."""
    found: list[Frame] = []
    for time_ns, frame in frames:
        match generator.randrange(30):
            case 0:
                continue
            case 1:
                found.append((time_ns, frame))
            case 2:
                found.insert(generator.randrange(len(found) + 1), (time_ns, frame))
                continue
            case 3:
                frame = frame[: generator.randrange(len(frame))]
            case 4:
                at = generator.randrange(len(frame))
                frame = frame[:at] + bytes([generator.randrange(256)]) + frame[at + 1 :]
            case 5:
                time_ns -= generator.randrange(10**10)
        found.append((time_ns, frame))
    return found


def long_script(generator: random.Random) -> list[Send]:
    return [
        (
            generator.randrange(4),
            generator.randrange(2),
            generator.randbytes(80),
            NOW_NS + n * 10**6,
        )
        for n in range(60)
    ]


def both_ways(frames: list[Frame], link_type: int = link.ETHERNET) -> tuple[object, object]:
    """What follows by the short cut, and without it.

    Checksums are believed and holes waited for, since only the long way looks at the checksums, and
    counts, of segments that merely continue their streams.
    """
    content = pcap(frames, link_type=link_type)
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(tcp.Streams, "_is_right", lambda *_: True)
        for bound in ("SEGMENTS_ACKED_MAX", "WAIT_ACKED_NS", "WAIT_NS"):
            monkeypatch.setattr(direction, bound, 1 << 62)
        short = events_of(content)
        monkeypatch.setattr(captures, "_SHORT_CUTS", {})
        return short, events_of(content)


@pytest.mark.parametrize("seed", range(60))
def test_the_short_cut_leads_where_the_long_way_leads(seed: int) -> None:
    generator = random.Random(seed)
    capture = make_capture(long_script(generator), ends=ENDS, segment_bytes=30)
    short, long = both_ways(harmed(frames_of(capture), generator))
    assert short == long


@pytest.mark.slow
@pytest.mark.parametrize("stream", [0, 1])
@pytest.mark.parametrize("link_type", [link.ETHERNET, link.COOKED, link.COOKED_V2, link.NULL])
def test_no_bit_of_a_header_leads_the_short_cut_astray(link_type: int, stream: int) -> None:
    script: list[Send] = [
        (stream, end, bytes([number]) * 30, NOW_NS + number)
        for number, end in enumerate((0, 1, 0, 0, 1, 0))
    ]
    frames = [
        (time_ns, wrapped(link_type, frame))
        for time_ns, frame in frames_of(make_capture(script, ends=ENDS))
    ]
    time_ns, frame = frames[5]
    for bit in range(8 * (len(frame) - 30)):
        odd = bytearray(frame)
        odd[bit // 8] ^= 1 << bit % 8
        short, long = both_ways([*frames[:5], (time_ns, bytes(odd)), *frames[6:]], link_type)
        assert short == long
    for size in range(len(frame)):
        short, long = both_ways([*frames[:5], (time_ns, frame[:size]), *frames[6:]], link_type)
        assert short == long


@pytest.mark.parametrize("seed", range(60))
def test_streams_without_damage_are_told_as_if_there_were_none(seed: int) -> None:
    generator = random.Random(seed)
    script = long_script(generator)
    capture = make_capture(script, segment_bytes=30)
    sound = said(events_of(capture))
    # Source or target port of stream 0: all its frames and no other.
    port = ends_of(0)[0].port.to_bytes(2, "big")
    frames = frames_of(capture)
    mine = [frame for frame in frames if port in (frame[1][34:36], frame[1][36:38])]
    others = [frame for frame in frames if frame not in mine]
    mixed = sorted([*harmed(mine, generator), *others], key=lambda frame: frame[0])

    found = said(events_of(pcap(mixed)))

    for stream in range(1, 4):
        for end in range(2):
            assert found.get((ends_of(stream), end)) == sound.get((ends_of(stream), end))


@pytest.mark.parametrize("seed", range(60))
def test_no_damage_to_the_file_is_too_strange(seed: int) -> None:
    generator = random.Random(seed)
    capture = make_capture(long_script(generator), ends=ENDS, segment_bytes=30)
    for content in (capture, pcap(frames_of(capture))):
        damaged = bytearray(content)
        for _ in range(generator.randrange(1, 20)):
            damaged[generator.randrange(24, len(damaged))] = generator.randrange(256)
        del damaged[generator.randrange(len(damaged) // 2, len(damaged)) :]
        for event in events_of(bytes(damaged)):
            assert not isinstance(event, Data) or event.data


def test_what_the_snap_length_cut_off_is_a_gap_and_complained_of() -> None:
    frames = frames_of(make_capture([(0, 0, bytes(100), NOW_NS), (0, 0, b"end", NOW_NS + 1)]))
    events = events_of(pcap(frames, snap_bytes=94))
    parts = [(type(event), event) for event in events if isinstance(event, Data | Gap | Note)]
    assert [kind for kind, _ in parts] == [Note, Data, Gap, Data] or [
        kind for kind, _ in parts
    ] == [Data, Gap, Note, Data]
    assert [event.size for event in events if isinstance(event, Gap)] == [60]
    assert "94 of its 154 bytes" in next(e.text for e in events if isinstance(e, Note))


def test_times_that_run_backwards_are_complained_of() -> None:
    frames = frames_of(make_capture([(0, 0, b"one", NOW_NS), (0, 0, b"two", NOW_NS + 1)]))
    frames[4] = (NOW_NS - 2_500_000, frames[4][1])
    events = events_of(pcap(frames))
    notes = [event for event in events if isinstance(event, Note)]
    assert [note.text for note in notes] == ["packet 5 is 2.5 ms earlier than packet 4"]
    assert said(events)[ends_of(0), 0] == b"onetwo"


def test_what_two_processors_stamped_at_once_is_no_complaint() -> None:
    frames = frames_of(make_capture([(0, 0, b"one", NOW_NS), (0, 0, b"two", NOW_NS + 1)]))
    frames[4] = (NOW_NS - 200_000, frames[4][1])
    events = events_of(pcap(frames))
    assert not [event for event in events if isinstance(event, Note)]
    assert said(events)[ends_of(0), 0] == b"onetwo"


def test_links_that_nobody_reads_are_complained_of() -> None:
    content = pcap(frames_of(make_capture(SCRIPT)), link_type=147)
    notes = [event for event in events_of(content) if isinstance(event, Note)]
    assert notes[0].text == "frames of link type 147 cannot be read"
    assert len(notes) == NOTES_PER_KIND_MAX + 1


def test_an_empty_frame_says_what_time_it_is() -> None:
    frames = frames_of(make_capture([(0, 0, b"lost", NOW_NS), (0, 0, b"kept", NOW_NS)]))
    del frames[3]
    ticks = [(NOW_NS + second * 11 * 10**9, b"") for second in range(1, 3)]
    events = events_of(pcap([*frames[:4], *ticks]))
    assert [event.size for event in events if isinstance(event, Gap)] == [4]
    assert isinstance(events[-2], Data)


@pytest.mark.process
@pytest.mark.skipif(
    shutil.which("tcpdump") is None,
    reason="tcpdump is not installed: captures that it wrote are not read",
)
@pytest.mark.parametrize("order", [[], ["--time-stamp-precision=nano"]])
def test_what_tcpdump_wrote_is_read(tmp_path: Path, order: list[str]) -> None:
    source, target = tmp_path / "a.pcap", tmp_path / "b.pcap"
    source.write_bytes(pcap(frames_of(make_capture(SCRIPT, ends=ENDS))))
    command = ["tcpdump", "-r", str(source), "-w", str(target), *order]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        skip_without("tcpdump may not read and write files", "captures that it wrote are not read")
    assert said(read_capture(str(target))) == expected(SCRIPT)


def test_a_lost_request_is_known_from_what_is_answered() -> None:
    script: list[Send] = [(0, 0, b"lost", NOW_NS)]
    script += [(0, 1, b"answer", NOW_NS + number) for number in range(1, 30)]
    frames = frames_of(make_capture(script))
    events = events_of(pcap(frames[:3] + frames[4:]))
    at = [index for index, event in enumerate(events) if isinstance(event, Gap)]
    assert len(at) == 1
    assert at[0] < 25
    assert events[at[0]] == Gap(0, 0, 4, *events[at[0] - 1][-2:])


def test_a_stream_that_merely_goes_on_is_not_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tcp, "STREAMS_MAX", 8)
    script = [(each, 0, b"x", NOW_NS) for number in range(1, 40) for each in (0, number)]
    evicted = [
        event.stream
        for event in events_of(make_capture(script, is_closed=False))
        if isinstance(event, StreamClosed) and event.how == "evicted"
    ]
    assert len(evicted) > 30
    assert 0 not in evicted
