"""What the requests that the controller serves have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable
    from typing import TypeVar

    Item = TypeVar("Item", bound=Hashable)

TOPIC_OPERATIONS = 3576
"""READ, WRITE, CREATE, DELETE, ALTER, DESCRIBE and both of configurations (admin A-36)."""
CLUSTER_OPERATIONS = 8096
"""All operations on the cluster, as without an authorizer."""
OPERATIONS_NOT_ASKED = -(2**31)
INT32_MAX = 2**31 - 1

INVALID_REQUEST_TEXT = (
    "This most likely occurs because of a request being malformed by the client library or the "
    "message was sent to an incompatible broker. See the broker logs for more details."
)
"""Kafka's text for INVALID_REQUEST where it has nothing better to say."""


def check_deadline(timeout_ms: int) -> None:
    """Refuse a request that the controller's queue would find expired (admin B-2).

    The timeout is a deadline, not a wish to be told sooner: 0 does nothing at all.
    """
    if timeout_ms <= 0:
        raise ApiError(ErrorCode.REQUEST_TIMED_OUT)


def repeated(items: Iterable[Item]) -> dict[Item, None]:
    """The items that occur more than once, in order of their first occurrence."""
    counts: dict[Item, int] = {}
    for item in items:
        counts[item] = counts.get(item, 0) + 1
    return {item: None for item, count in counts.items() if count > 1}


def java_int(text: str) -> int | None:
    """The number that `Integer.parseInt` reads; None where it would throw."""
    digits = text[1:] if text[:1] in ("-", "+") else text
    if not (digits.isascii() and digits.isdigit() and len(digits.lstrip("0")) <= 10):
        return None
    value = int(text)
    return value if -INT32_MAX - 1 <= value <= INT32_MAX else None
