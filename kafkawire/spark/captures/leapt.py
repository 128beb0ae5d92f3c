"""The frames of a leap, as columns: what the engine would tell of them, without its being asked.

A leap is taken only where it is proven that the engine takes every frame as it comes, so what it
would say of them is known: where each lies in its stream, when it came, and what its header says.
Of frames that are half there where the leap begins only the ends are here, and the rest is in the
engine's state; the last ones are fed, and the engine tells of them itself (`leaping`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from kafkawire.dump.api_names import UNKNOWN_API
from kafkawire.dump.engine.framing import Direction
from kafkawire.dump.engine.headers import read_int32, request_header
from kafkawire.dump.engine.link import Link
from kafkawire.dump.model import Event, Header
from kafkawire.spark.captures.frame_columns import Frames, FrameSink
from kafkawire.spark.captures.layout import Ints
from kafkawire.spark.captures.leaps import Entry, Leap, Stretch, Talk
from kafkawire.spark.captures.talk import Request, Response
from kafkawire.spark.captures.views import View


class Leapt(NamedTuple):
    """Of a leap: all frames but those that are fed; offsets are positions in the stretch."""

    requests: Frames
    responses: Frames
    half_ns: dict[int, tuple[int, int]]
    """By the entries' packets, when the frames come to their ends that are half there."""


def leapt_of(stretch: Stretch, views: tuple[View, View], talk: Talk | None, leap: Leap) -> Leapt:
    """The frames of a leap over all of a stretch."""
    requests: list[Request] = []
    responses: list[Response] = []
    if talk is not None:
        fed = bisect_left(talk.requests, leap.begin[leap.client], key=lambda each: each.start)
        requests, responses = talk.requests[:fed], talk.responses[:-1]
    half_ns = {
        each.packet: (_half_ns(stretch, views, each, 0), _half_ns(stretch, views, each, 1))
        for each in leap.entries
    }
    return Leapt(_requests(stretch, requests), _responses(stretch, responses), half_ns)


def _half_ns(stretch: Stretch, views: tuple[View, View], entry: Entry, end: int) -> int:
    half, view = entry.halves[end], views[end]
    if not half.distance:
        return 0
    packet = view.packets[view.piece(half.position + half.distance - 1)]
    return int(_times(stretch, [packet])[0])


def _requests(stretch: Stretch, requests: Sequence[Request]) -> Frames:
    if not requests:
        return _none()
    columns = dict(zip(Request._fields, zip(*requests, strict=True), strict=True))
    texts = {each: _text(each) for each in set(columns["client_id"])}
    begin = np.array(columns["start"])
    return Frames(
        offset=begin,
        time_ns=_times(stretch, columns["first"]),
        end_ns=_times(stretch, columns["last"]),
        size=(np.array(columns["stop"]) - begin - 4).astype(np.int32),
        api_key=np.array(columns["api_key"], np.int16),
        api_version=np.array(columns["api_version"], np.int16),
        correlation_id=np.array(columns["correlation_id"], np.int32),
        client_id=np.array([texts[each] for each in columns["client_id"]], object),
    )


def _responses(stretch: Stretch, responses: Sequence[Response]) -> Frames:
    if not responses:
        return _none()
    columns = dict(zip(Response._fields, zip(*responses, strict=True), strict=True))
    begin, unknown = np.array(columns["start"]), np.full(len(responses), UNKNOWN_API, np.int16)
    return Frames(
        offset=begin,
        time_ns=_times(stretch, columns["first"]),
        end_ns=_times(stretch, columns["last"]),
        size=(np.array(columns["stop"]) - begin - 4).astype(np.int32),
        api_key=unknown,
        api_version=unknown,
        correlation_id=np.array(columns["correlation_id"], np.int32),
        client_id=np.full(len(responses), None),
    )


def _none() -> Frames:
    columns = {name: np.zeros(0, np.int64) for name in Frames._fields if name != "client_id"}
    return Frames(**columns, client_id=np.zeros(0, object))


def _times(stretch: Stretch, packets: Sequence[int]) -> Ints:
    found: Ints = stretch.time_ns[np.searchsorted(stretch.packets, packets)]
    return found


def _text(client_id: bytes) -> str | None:
    """What the engine makes of a client id with its length in front."""
    return None if client_id[:1] == b"\xff" else client_id[2:].decode(errors="replace")


class Telling:
    """Tells a sink of all frames of a split, those of leaps included (`leaping.Told`)."""

    def __init__(self, sink: FrameSink, found: dict[Leap, Leapt]) -> None:
        self._sink = sink
        self._found = found

    def events(self, events: Sequence[Event]) -> None:
        """What the engine has told."""
        for event in events:
            self._sink.event(event)

    def leap(self, link: Link, leap: Leap, entry: Entry, order: tuple[int, int]) -> None:
        """All frames that a leap completes without the engine's being fed them."""
        sink, leapt = self._sink, self._found[leap]
        if leap.answers_waiting(entry):
            for exchange in link.pairing.waiting:
                if exchange.request is not None:
                    sink.message(exchange.request)
        for end in leap.goes_on(entry):
            is_request = end == leap.client
            frames = leapt.requests if is_request else leapt.responses
            direction, position = link.directions[order[end]], entry.halves[end].position
            rest = _from(frames, position, direction.offset)
            sink.frames(link.pairing.connection, rest, is_request=is_request)
            if direction._held:
                half = _half(direction, leapt.half_ns[entry.packet][end], is_request=is_request)
                sink.frames(link.pairing.connection, half, is_request=is_request)


def _from(frames: Frames, position: int, offset: int) -> Frames:
    """The frames from a position on, which is at an offset of the stream."""
    at = int(np.searchsorted(frames.offset, position))
    rest = Frames._make(column[at:] for column in frames)
    return rest._replace(offset=rest.offset + (offset - position))


def _half(direction: Direction, end_ns: int, *, is_request: bool) -> Frames:
    """The frame that is half there."""
    offset, _, time_ns, _ = direction._held[0]
    start = direction._start[4:]
    header = request_header(start) if is_request else None
    if header is None:
        header = Header(UNKNOWN_API, 0, read_int32(start, 0)[0], 0)
    numbers = (
        offset,
        time_ns,
        end_ns,
        direction._need - 4,
        header.api_key,
        header.api_version,
        header.correlation_id,
    )
    return Frames._make([*map(np.array, zip(numbers)), np.array([header.client_id], object)])
