"""What detectors ask of produce and fetch requests, straight from their bytes.

These are most of the traffic, so no message is decoded for it. Where acks stands is known from the
version. Where records stand is known, too, if there is one partition, as most requests have: they
are the last field but for empty tag sections. Of requests with more partitions one in some is
looked at with the help of the field tree.
"""

from __future__ import annotations

from struct import Struct
from struct import error as StructError
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.protocol.api_keys import FLEXIBLE_SINCE, ApiKey
from kafkawire.protocol.since import FETCH_REPLICA_STATE_SINCE, PRODUCE_TRANSACTIONS_SINCE
from kafkawire.records.batch import CODEC_MASK, HEADER_BYTES, MAGIC, MAGIC_AT

if TYPE_CHECKING:
    from kafkawire.dump.model import Message

PRODUCE, FETCH = ApiKey.PRODUCE.value, ApiKey.FETCH.value
TAG_SECTIONS = 3
"""Behind records in a flexible version: the partition's, the topic's, and the message's."""
SAMPLED_EACH = 16
"""Of produce requests with several partitions, one in so many has its batches looked at."""
NO_PRODUCER = -1

_INT16 = Struct(">h")
_FETCH = Struct(">ii")
_HEAD = Struct(">8xi9xh20xq6xi")
"""Of a batch: length, attributes, producer id, records count."""


class BatchPeek(NamedTuple):
    """A batch of a produce request."""

    start: int
    size: int
    codec: int
    producer_id: int
    records: int


_KEPT_AS = "batch_peek"
_UNKNOWN = BatchPeek(-1, 0, 0, NO_PRODUCER, 0)


class FetchPeek(NamedTuple):
    """How long a broker may wait with its answer, and for how much."""

    max_wait_ms: int
    min_bytes: int


def acks_of(request: Message) -> int | None:
    """What a produce request wants to be waited for: -1, 0 or 1; None if its bytes end early."""
    data, at = request.data, request.body_offset
    version = request.api_version
    try:
        if version >= FLEXIBLE_SINCE[PRODUCE]:
            size = data[at]
            at += 1
            if size > 127:
                size = size & 127 | data[at] << 7
                at += 1
            at += max(0, size - 1)
        elif version >= PRODUCE_TRANSACTIONS_SINCE:
            at += 2 + max(0, _INT16.unpack_from(data, at)[0])
        acks: int = _INT16.unpack_from(data, at)[0]
        return acks
    except (IndexError, StructError):
        return None


def batch_of(request: Message, number: int) -> BatchPeek | None:
    """The first batch of a produce request, if it is cheap to find or its turn to be looked at.

    `number` is the exchange's. Old messages are none.
    """
    known: BatchPeek | None = getattr(request, _KEPT_AS, _UNKNOWN)
    if known is _UNKNOWN:
        known = _found(request, number)
        setattr(request, _KEPT_AS, known)
    return known


def _found(request: Message, number: int) -> BatchPeek | None:
    facts = request.facts
    data = request.data
    if facts.partitions == 1:
        tags = TAG_SECTIONS if request.api_version >= FLEXIBLE_SINCE[PRODUCE] else 0
        start = len(data) - tags - facts.records_bytes
        found = _batch(data, start)
        if found is not None and found.size <= facts.records_bytes:
            return found
    if number % SAMPLED_EACH:
        return None
    from kafkawire.dump.records.records_fields import records_of

    for field in records_of(request):
        return _batch(data, field.start)
    return None


def _batch(data: bytes, start: int) -> BatchPeek | None:
    if start < 0 or len(data) - start < HEADER_BYTES or data[start + MAGIC_AT] != MAGIC:
        return None
    length, attributes, producer_id, records = _HEAD.unpack_from(data, start)
    return BatchPeek(start, length + 12, attributes & CODEC_MASK, producer_id, records)


def fetch_of(request: Message) -> FetchPeek | None:
    """What a fetch request says of waiting; None if its bytes end early."""
    at = request.body_offset + (0 if request.api_version >= FETCH_REPLICA_STATE_SINCE else 4)
    try:
        return FetchPeek(*_FETCH.unpack_from(request.data, at))
    except StructError:
        return None
