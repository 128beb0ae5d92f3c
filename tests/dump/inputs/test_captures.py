"""Captures as a whole: from files of every kind to what the streams said."""

from __future__ import annotations

import gzip
from collections import defaultdict
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

import cramjam
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.inputs.captures import NotACapture, read_capture
from kafkawire.dump.transport import Data, Endpoint, StreamClosed, StreamOpened, TransportEvent
from tests.support.captures import Ends, Send, ends_of, frames_of, make_capture, pcap

NOW_NS = 1_700_000_000_123_456_789

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
