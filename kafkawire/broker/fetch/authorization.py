"""Who may fetch what (fetch B-6, B-8).

A follower needs CLUSTER_ACTION on the cluster, and without it hears 29 of everything it asks for.
A consumer needs READ on each topic; a topic id that names no topic is 100 before that, a partition
that does not exist 3 after it, so that nobody learns what exists.

Kafka asks for every partition of a session at every fetch (E-32). Here the answers are part of the
session's view: they are asked anew when another principal or host fetches, a follower instead of a
consumer, or the authorizer's rules have changed; otherwise only for what is resolved anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.fetch.resolving import resolve
from kafkawire.broker.security.authorizer import Operation
from kafkawire.protocol.error_codes import ErrorCode

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafkawire.broker.fetch.cached_partition import CachedPartition
    from kafkawire.broker.fetch.resolving import FetchingBroker
    from kafkawire.broker.fetch.session import FetchSession
    from kafkawire.broker.fetch.view import View
    from kafkawire.broker.security.access import Access

    Resolve = Callable[[CachedPartition, FetchingBroker], None]

TOPIC_AUTHORIZATION_FAILED = int(ErrorCode.TOPIC_AUTHORIZATION_FAILED)


def forget_rights(session: FetchSession, view: View) -> None:
    """Forget which partitions of `session` were refused, if the rights of `view` are others."""
    if not _has_the_same_rights(session.view, view):
        session.view = None  # in case this request fails before it looks at them
        for cached in session.partitions.values():
            cached.partition = None


def _has_the_same_rights(last: View | None, view: View) -> bool:
    """Return True if the decisions for a session's last view still hold."""
    return last is not None and last.replica_id == view.replica_id and last.access == view.access


def resolver_of(view: View) -> Resolve:
    """`resolving.resolve`, where need be followed by the question whether that is allowed."""
    access = view.access
    if access is None:
        return resolve
    is_denied = _follower_is_denied if view.replica_id >= 0 else _consumer_is_denied

    def resolve_if_allowed(cached: CachedPartition, broker: FetchingBroker) -> None:
        resolve(cached, broker)
        if is_denied(access, cached):
            cached.partition = None
            cached.rejected = TOPIC_AUTHORIZATION_FAILED

    return resolve_if_allowed


def _follower_is_denied(access: Access, cached: CachedPartition) -> bool:
    return not access.to_cluster(Operation.CLUSTER_ACTION)


def _consumer_is_denied(access: Access, cached: CachedPartition) -> bool:
    return cached.topic is not None and not access.to_topic(Operation.READ, cached.topic)
