"""What a client may do, as bits in the answers that tell of it (KIP-430, admin A-36)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.metadata.requests import CLUSTER_OPERATIONS, TOPIC_OPERATIONS
from kafkawire.broker.security.authorizer import Operation

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafkawire.broker.security.access import Access


def topic_operations(access: Access | None, name: str) -> int:
    """The bits of what may be done to a topic, existing or not."""
    if access is None:
        return TOPIC_OPERATIONS
    return _allowed(TOPIC_OPERATIONS, lambda operation: access.to_topic(operation, name))


def cluster_operations(access: Access | None) -> int:
    """The bits of what may be done to the cluster; none for who may not describe it (A-37)."""
    if access is None:
        return CLUSTER_OPERATIONS
    if not access.to_cluster(Operation.DESCRIBE):
        return 0
    return _allowed(CLUSTER_OPERATIONS, access.to_cluster)


def _allowed(bits: int, allows: Callable[[Operation], bool]) -> int:
    return sum(1 << each for each in Operation if bits >> each & 1 and allows(each))
