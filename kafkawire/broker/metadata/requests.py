"""What the requests that the controller serves have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence
    from typing import TypeVar

    from kafkawire.protocol.message import Message

    Item = TypeVar("Item", bound=Hashable)

TOPIC_OPERATIONS = 3576
"""READ, WRITE, CREATE, DELETE, ALTER, DESCRIBE and both of configurations (admin A-36)."""
CLUSTER_OPERATIONS = 8096
"""All operations on the cluster, as without an authorizer."""
OPERATIONS_NOT_ASKED = -(2**31)
INT32_MAX = 2**31 - 1
RECORDS_PER_OPERATION_MAX = 10_000
"""The most that Kafka writes at once (its `MAX_RECORDS_PER_USER_OP`)."""

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


def check_size(records: Sequence[Message]) -> None:
    """Refuse an operation of too many records (admin B-5)."""
    if len(records) > RECORDS_PER_OPERATION_MAX:
        raise ApiError(
            ErrorCode.POLICY_VIOLATION, "Unable to perform excessively large batch operation."
        )


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
