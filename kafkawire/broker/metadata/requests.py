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
