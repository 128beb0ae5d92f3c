"""Whether bytes at some place are surely a frame, surely none, or cannot be told yet.

In a stream that is followed from its beginning the next frame is where the last one ends, and a
glance at its header is enough. Where that is not known, more is asked for: a request must have a
version that its API has, a client id that can be read (the connection's own, once that is known),
and a body that decodes to its very end; a response must bear the correlation id of a request that
waits for one, and decode as its answer. Bytes of other protocols, records, and zeros pass the
first tests now and then, never the last. A client id may be null or empty, as zeros are: a request
without a name is looked for only where a piece begins, and is believed if it is all there is, if
another one follows, or if it is answered (`dialogue`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from enum import Enum
from typing import NamedTuple

from kafkawire.dump.engine.headers import (
    HEADER_BYTES_MIN,
    Bytes,
    read_head,
    read_int32,
    request_header,
    response_header,
)
from kafkawire.dump.model import Header
from kafkawire.protocol.api_keys import REQUEST_VERSIONS
from kafkawire.protocol.errors import ProtocolError
from kafkawire.protocol.registry import request_class, response_class

FRAME_BYTES_MAX = 100 << 20
"""Kafka's own bound of a request (`socket.request.max.bytes`)."""
HEAD_BYTES = 14
"""The length and the header of a request, as far as its client id."""
VERSION_MAX = 40
"""No API has so many versions yet."""
CONTROLLED_SHUTDOWN_0 = (7, 0)
"""Key and version of the one request without a client id."""
CORRELATION_STEP_MAX = 64
"""How far apart the correlation ids of two requests may be that follow each other."""
CLIENT_ID_ROOM = 512
"""So many bytes of a frame's beginning show its client id, if it is one to be believed."""

# Where a request may begin: a length that can be one, a key and a version that exist, a client id
# that is null or short. Everything else is looked at by `judge_request`. Runs of zeros and of small
# numbers are common, and should be passed over here.
_LENGTH = rb"(?s)(?=(?!\x00\x00\x00[\x00-\x07])[\x00-\x06]...\x00[\x00-\x7f]\x00[\x00-\x28]...."
_MAY_BEGIN = re.compile(_LENGTH + rb"(?:\xff\xff|\x00[\x01-\xff]|\x01.))")
_MAY_BEGIN_UNNAMED = re.compile(_LENGTH + rb"\x00\x00)")

API_VERSIONS_WITH_ARRAY = (18, 0, b"\0\0\0\0")
"""Key, version and body of what librdkafka 0.9 to 1.x sends: an array that no version has (empty,
for all APIs). Brokers ignore it."""


class Verdict(Enum):
    """What can be said of a place."""

    NO = 0
    MAYBE = 1
    YES = 2


class Known(NamedTuple):
    """What is known of a connection's requests when the next one is looked for."""

    client_ids: Collection[str | None] = ()
    correlation_id: int | None = None
    """Of the latest request that was surely one."""
    is_believed: bool = False
    """Whether the stream was named as Kafka's: a frame whose length is right is a request."""


def request_places(data: Bytes, start: int, newest: int) -> Iterator[int]:
    """Where requests may begin in `data`, from `start` on, in order.

    One with an empty client id looks like zeros: only the latest piece may begin with it.
    """
    is_due = newest >= start and _MAY_BEGIN_UNNAMED.match(data, newest) is not None
    for found in _MAY_BEGIN.finditer(data, start):
        if is_due and found.start() > newest:
            is_due = False
            yield newest
        yield found.start()
    if is_due:
        yield newest


def piece_places(data: Bytes, start: int, newest: int) -> Iterator[int]:
    """The same in a stream that was named as Kafka's: any piece may begin with a request."""
    is_due = newest >= start
    for place in request_places(data, start, newest):
        is_due = is_due and place != newest
        if is_due and place > newest:
            is_due = False
            yield newest
        yield place
    if is_due:
        yield newest


def request_places_unnamed(data: Bytes, start: int, newest: int) -> Iterator[int]:
    """The same for a client whose id is empty."""
    for found in _MAY_BEGIN_UNNAMED.finditer(data, start):
        yield found.start()


def judge_request(data: Bytes, pos: int, known: Known) -> Verdict:
    """Whether a request, its length in front, begins at `pos`."""
    if pos + HEAD_BYTES > len(data):
        return Verdict.MAYBE
    (size,) = read_int32(data, pos)
    if not HEADER_BYTES_MIN <= size <= FRAME_BYTES_MAX:
        return Verdict.NO
    stop = pos + 4 + size
    if known.is_believed and is_plausible(data[pos + 4 : pos + HEAD_BYTES]):
        if stop > len(data):
            return Verdict.MAYBE
        if is_intact(data[stop : stop + HEAD_BYTES]):
            return Verdict.YES
    # Of a frame that is not complete, its beginning; the client id is within it or absurd.
    header = request_header(data[pos + 4 : min(stop, pos + 4 + CLIENT_ID_ROOM)])
    if header is None:
        cut = stop > len(data) and len(data) - pos < CLIENT_ID_ROOM
        return Verdict.MAYBE if cut else Verdict.NO
    if not _may_be_sent(header, known):
        return Verdict.NO
    if stop > len(data):
        return Verdict.YES if is_next(header, known) else Verdict.MAYBE
    if not is_sound_request(data[pos + 4 : stop], known):
        return Verdict.NO
    is_named = bool(known.client_ids or header.client_id)
    is_all = not pos and stop == len(data) and any(data[4:])
    return Verdict.YES if is_named or is_all else _judge_next(data, stop)


def _judge_next(data: Bytes, pos: int) -> Verdict:
    """Whether a request that nothing else speaks for is followed by another."""
    (size,) = read_int32(data, pos) if pos + 4 <= len(data) else (-1,)
    stop = pos + 4 + size
    if pos + HEAD_BYTES > len(data) or (size <= FRAME_BYTES_MAX and stop > len(data)):
        return Verdict.MAYBE
    is_next_sound = size > 0 and is_sound_request(data[pos + 4 : stop], Known())
    return Verdict.YES if is_next_sound else Verdict.NO


def _may_be_sent(header: Header, known: Known) -> bool:
    if known.client_ids:
        return header.client_id in known.client_ids
    return not header.client_id or is_readable(header.client_id)


def is_readable(client_id: str | None) -> bool:
    """Whether a client id is text that somebody may have chosen."""
    if not client_id:
        return False
    return client_id.isprintable() and "\N{REPLACEMENT CHARACTER}" not in client_id


def is_plausible(head: Bytes) -> bool:
    """Whether a request's first ten bytes are such as a client writes: not one in a million is."""
    api_key, api_version, _, size = read_head(head, 0)
    if api_key not in REQUEST_VERSIONS or not 0 <= api_version <= VERSION_MAX:
        return False
    return -1 <= size <= CLIENT_ID_ROOM or (api_key, api_version) == CONTROLLED_SHUTDOWN_0


def is_intact(following: Bytes) -> bool:
    """Whether the length of a frame was right: another request follows it, or nothing does."""
    if len(following) < HEAD_BYTES:
        return not following or following[0] <= FRAME_BYTES_MAX >> 24
    (size,) = read_int32(following, 0)
    return HEADER_BYTES_MIN <= size <= FRAME_BYTES_MAX and is_plausible(following[4:])


def is_next(header: Header, known: Known) -> bool:
    """Whether it can only be one of the requests that come next: it need not be complete."""
    if known.correlation_id is None or not header.client_id:
        return False
    step = header.correlation_id - known.correlation_id
    return header.client_id in known.client_ids and 0 < step <= CORRELATION_STEP_MAX


def is_sound_request(frame: Bytes, known: Known) -> bool:
    """Whether a frame is a request to its last byte."""
    header = request_header(frame)
    if header is None:
        return False
    first, last = REQUEST_VERSIONS.get(header.api_key, (0, -1))
    if not first <= header.api_version <= last:
        # Newer than we are: only its sender speaks for it.
        return is_next(header, known)
    body = bytes(frame[header.body_offset : header.body_offset + 5])
    if (header.api_key, header.api_version, body) == API_VERSIONS_WITH_ARRAY:
        return True
    return _decodes(frame, header, is_request=True)


def is_sound_response(frame: Bytes, api_key: int, api_version: int) -> bool:
    """Whether a frame answers that request to its last byte; also if we do not know its version."""
    if len(frame) < 4:
        return False
    first, last = REQUEST_VERSIONS.get(api_key, (0, -1))
    if not first <= api_version <= last:
        return True
    header = response_header(frame, api_key, api_version)
    return _decodes(frame, header, is_request=False)


def _decodes(frame: Bytes, header: Header, *, is_request: bool) -> bool:
    find = request_class if is_request else response_class
    try:
        find(header.api_key).decode(frame, header.api_version, header.body_offset)
    except ProtocolError:
        return False
    return True
