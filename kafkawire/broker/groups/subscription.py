"""The one thing a broker reads in a classic consumer's metadata: which topics it wants.

Only version 0's part of the embedded ConsumerProtocolSubscription is read, and only to know which
offsets must not expire or be deleted (groups E-3); later versions append to it. Every other
protocol type is opaque, and a subscription that cannot be read is never an error of the client:
the group then counts as subscribed to everything.
"""

from __future__ import annotations

from struct import Struct
from struct import error as StructError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

CONSUMER_PROTOCOL_TYPE = "consumer"

_PREFIX = Struct(">hi")
_LENGTH = Struct(">h")


def subscribed_topics(subscriptions: Iterable[bytes]) -> frozenset[str] | None:
    """The topics that any of the embedded subscriptions names; None if one cannot be read."""
    topics: set[str] = set()
    for subscription in subscriptions:
        found = _topics_of(subscription)
        if found is None:
            return None
        topics.update(found)
    return frozenset(topics)


def _topics_of(subscription: bytes) -> list[str] | None:
    """The Topics of one subscription: version i16, count i32, strings with i16 lengths."""
    try:
        version, count = _PREFIX.unpack_from(subscription)
        if version < 0 or count < 0 or count * _LENGTH.size > len(subscription):
            return None
        return _strings(subscription, _PREFIX.size, count)
    except (StructError, UnicodeDecodeError):
        return None


def _strings(data: bytes, position: int, count: int) -> list[str] | None:
    strings = []
    for _ in range(count):
        (length,) = _LENGTH.unpack_from(data, position)
        position += _LENGTH.size
        end = position + length
        if length < 0 or end > len(data):
            return None
        strings.append(data[position:end].decode())
        position = end
    return strings
