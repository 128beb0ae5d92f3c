"""What both ends of a stream show together: a request, and a response with its correlation id.

A request that has no name, a body that does not decode, or a version that is not known is not
believed for itself. What the other end sends next can speak for it:

    the request                          the response, which begins a piece of its own
    decodes                              has its correlation id, and decodes if it is complete
    does not decode, but has a name      has its correlation id

Zeros are lengths, keys and ids at once, and other protocols begin with them: ZooKeeper's first
packets are a Produce request and its response, as far as their headers go. So nothing speaks for a
request that neither decodes nor has a name.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from kafkawire.dump.engine.headers import HEADER_BYTES_MIN, Bytes, read_int32, request_header
from kafkawire.dump.engine.judging import (
    CLIENT_ID_ROOM,
    FRAME_BYTES_MAX,
    HEAD_BYTES,
    Known,
    is_plausible,
    is_readable,
    is_sound_request,
    is_sound_response,
)
from kafkawire.dump.model import Header

ASKED_MAX = 8
"""Requests of an end that may still be answered; later ones take the place of the oldest."""
ANSWER_BYTES = 8
"""A response's length and the correlation id that it repeats."""


class Asked(NamedTuple):
    """What may be a request."""

    header: Header
    is_sound: bool
    """Whether it decodes to its last byte."""


class Dialogue:
    """What two ends have sent, as far as the beginnings of pieces show it."""

    __slots__ = ("_asked", "_short")

    def __init__(self) -> None:
        self._asked = deque[Asked](maxlen=ASKED_MAX), deque[Asked](maxlen=ASKED_MAX)
        self._short = [b"", b""]

    def client(self, end: int, piece: bytes) -> int | None:
        """Take the next bytes of an end; which end is the client, once that is shown."""
        data = self._short[end] + piece
        self._short[end] = b""
        if len(data) < ANSWER_BYTES:
            self._short[end] = data
            return None
        if any(is_answered(asked, data) for asked in self._asked[1 - end]):
            return 1 - end
        self._asked[end].extend(requests_in(data))
        return None

    def forget(self, end: int) -> None:
        """Bytes of an end were lost."""
        self._short[end] = b""


def requests_in(data: bytes) -> Iterator[Asked]:
    """What may be the requests that a piece begins with."""
    pos = 0
    for _ in range(ASKED_MAX):
        if pos + HEAD_BYTES > len(data) or not is_plausible(data[pos + 4 : pos + HEAD_BYTES]):
            return
        (size,) = read_int32(data, pos)
        stop = pos + 4 + size
        if not HEADER_BYTES_MIN <= size <= FRAME_BYTES_MAX:
            return
        header = request_header(data[pos + 4 : min(stop, pos + 4 + CLIENT_ID_ROOM)])
        if header is None or (header.client_id and not is_readable(header.client_id)):
            return
        frame = data[pos + 4 : stop]
        is_sound = stop <= len(data) and any(frame) and is_sound_request(frame, Known())
        yield Asked(header, is_sound)
        pos = stop


def is_answered(asked: Asked, data: Bytes) -> bool:
    """Whether a piece begins with a response that speaks for a request."""
    header = asked.header
    size, correlation_id = read_int32(data, 0)[0], read_int32(data, 4)[0]
    if correlation_id != header.correlation_id or not 4 <= size <= FRAME_BYTES_MAX:
        return False
    if not asked.is_sound:
        return bool(header.client_id)
    stop = 4 + size
    is_cut = stop > len(data)
    return is_cut or is_sound_response(data[4:stop], header.api_key, header.api_version)
