"""Large fetch responses, followed as they pass, so that none is held for the addresses at its end.

From version 16 on a fetch response ends with tags, one of which has addresses of new leaders
(KIP-951). Whether it is there shows only at the end, when the frame's length and its records have
long gone. So its bytes are counted through (`FetchWalk`), and only the tags are held; if they have
addresses, they are replaced by tags of the same size, a tag that nobody knows filling up what is
left. Addresses that are longer than those they replace do not fit: they are left out, and clients
ask for metadata, as they did before there were such tags.
"""

from __future__ import annotations

from collections.abc import Generator

from kafkawire.dump.proxy.addresses import Asked, Translate, replace
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.fetch_response import FetchResponse

FILLING_TAGS = (125, 126)
"""Of one byte, and far from those that Kafka counts up from 0."""
_BEFORE_TAGS = bytes(10) + b"\x01"
"""A response without topics up to its tags."""
_UVARINT_BYTES_MAX = 5
_TOPIC_BYTES, _PARTITION_BYTES, _ABORTED_BYTES, _REPLICA_BYTES = 16, 30, 16, 4

Steps = Generator[int, int, int]
"""Yields how many bytes to pass over, is sent the byte that follows them."""


class FetchWalk:
    """Counts through a response, whose length and correlation id have been seen."""

    __slots__ = ("_is_walked", "_skip", "_steps", "asked", "left")

    def __init__(self, asked: Asked, left: int) -> None:
        self.asked = asked
        self.left = left
        """Bytes of the frame that are still to come."""
        self._steps = _response()
        self._skip = next(self._steps)
        self._is_walked = False

    @property
    def is_at_tags(self) -> bool:
        """Whether what is left of the frame are its tags."""
        return self._is_walked and not self._skip

    def feed(self, data: bytes, position: int) -> int:
        """Count on; where in `data` the tags or the frame's or its own end is."""
        end = min(len(data), position + self.left)
        begin = position
        while position < end:
            step = min(self._skip, end - position)
            position += step
            self._skip -= step
            if self._skip or position == end or self._is_walked:
                break
            try:
                self._skip = self._steps.send(data[position])
                position += 1
            except StopIteration as done:
                self._skip, self._is_walked = done.value, True
                position += 1
        self.left -= position - begin
        return position


def _uvarint(skip: int) -> Steps:
    """The number that stands behind `skip` bytes; 0 for one that is too long."""
    value = 0
    for number in range(_UVARINT_BYTES_MAX):
        byte = yield skip if not number else 0
        value |= (byte & 0x7F) << 7 * number
        if byte < 0x80:
            return value
    return 0


def _tags(skip: int) -> Steps:
    """Pass over tags; how many bytes of the last are still to be passed over."""
    count = yield from _uvarint(skip)
    skip = 0
    for _ in range(count):
        yield from _uvarint(skip)
        skip = yield from _uvarint(0)
    return skip


def _response() -> Steps:
    skip = (yield from _tags(0)) + 10
    topics = yield from _uvarint(skip)
    skip = 0
    for _ in range(topics - 1):
        partitions = yield from _uvarint(skip + _TOPIC_BYTES)
        skip = 0
        for _ in range(partitions - 1):
            aborted = yield from _uvarint(skip + _PARTITION_BYTES)
            skip = 0
            for _ in range(aborted - 1):
                skip = yield from _tags(skip + _ABORTED_BYTES)
            records = yield from _uvarint(skip + _REPLICA_BYTES)
            skip = yield from _tags(max(0, records - 1))
        skip = yield from _tags(skip)
    return skip


def tags_of_same_size(tags: bytes, version: int, translate: Translate) -> bytes:
    """The tags at a response's end, with other addresses if they have any, in as many bytes.

    Raises `ProtocolError` for what are no tags.
    """
    response = FetchResponse.decode(_BEFORE_TAGS + tags, version)
    if not replace(response, ApiKey.FETCH, version, translate):
        return tags
    found = _filled(response, version, len(tags))
    if found is None:
        response.node_endpoints = []
        found = _filled(response, version, len(tags))
    assert found is not None, "an address takes more bytes than two tags that fill up"
    return found


def _filled(response: FetchResponse, version: int, size: int) -> bytes | None:
    """The tags in so many bytes; None if that cannot be."""
    known = response.unknown_tags
    missing = size - len(_encoded_tags(response, version))
    for filling in _fillings(missing):
        response.unknown_tags = {**(known or {}), **filling}
        found = _encoded_tags(response, version)
        if len(found) == size:
            return found
    response.unknown_tags = known
    return None


def _fillings(missing: int) -> list[dict[int, bytes]]:
    """Tags that may make up for so many bytes, each with a byte for itself and one for its size."""
    if not missing:
        return [{}]
    first, second = FILLING_TAGS
    one = [{second: bytes(missing - head)} for head in (2, 3) if missing >= head]
    two = [{first: b"", second: bytes(missing - head)} for head in (4, 5) if missing >= head]
    return one + two


def _encoded_tags(response: FetchResponse, version: int) -> bytes:
    return response.encode(version)[len(_BEFORE_TAGS) :]
