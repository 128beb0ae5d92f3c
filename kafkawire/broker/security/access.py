"""What one client may do, as the handlers ask it.

An `Access` belongs to a request. It asks the authorizer once for each resource, as Kafka's
`AuthHelper` does, and equals the access of another request if all its answers would be the same:
that lets a fetch session keep what it was told (`fetch.access`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from kafkawire.broker.security.authorizer import (
    CLUSTER_NAME,
    Authorizer,
    Operation,
    ResourceType,
    Subject,
)
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kafkawire.broker.context import RequestContext


CLUSTER_AUTHORIZATION_TEXT = "Cluster authorization failed."
"""Kafka's text for CLUSTER_AUTHORIZATION_FAILED."""


class Named(Protocol):
    """The element of a request that is about one topic."""

    name: str


Topic = TypeVar("Topic", bound=Named)


class AuthorizingBroker(Protocol):
    """Whatever may have an authorizer."""

    authorizer: Authorizer | None


class Access:
    """The answers of `authorizer` to one client, from now on the same for each question."""

    __slots__ = ("_answers", "_authorizer", "_subject", "_version")

    def __init__(self, authorizer: Authorizer, context: RequestContext) -> None:
        connection = context.connection
        self._authorizer = authorizer
        self._subject = Subject(connection.principal, connection.client_host)
        self._version = authorizer.version
        self._answers: dict[tuple[Operation, ResourceType, str], bool] = {}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Access):
            return NotImplemented
        return (
            self._authorizer is other._authorizer
            and self._version == other._version
            and self._subject == other._subject
        )

    __hash__ = None  # type: ignore[assignment]

    def to_topic(self, operation: Operation, name: str) -> bool:
        """Whether the client may do that to a topic, existing or not."""
        return self._allows(operation, ResourceType.TOPIC, name)

    def to_some_topic(self, operation: Operation) -> bool:
        """Whether there is any topic that the client may do that to."""
        return self._authorizer.allows_some(self._subject, operation, ResourceType.TOPIC)

    def to_group(self, operation: Operation, name: str) -> bool:
        """Whether the client may do that to a group, existing or not."""
        return self._allows(operation, ResourceType.GROUP, name)

    def to_transactional_id(self, operation: Operation, name: str) -> bool:
        """Whether the client may use a transactional id so."""
        return self._allows(operation, ResourceType.TRANSACTIONAL_ID, name)

    def to_cluster(self, operation: Operation) -> bool:
        """Whether the client may do that to the cluster as a whole."""
        return self._allows(operation, ResourceType.CLUSTER, CLUSTER_NAME)

    def _allows(self, operation: Operation, resource_type: ResourceType, name: str) -> bool:
        key = (operation, resource_type, name)
        answer = self._answers.get(key)
        if answer is None:
            answer = self._answers[key] = self._authorizer.allows(
                self._subject, operation, resource_type, name
            )
        return answer


def permitted(
    access: Access | None, operation: Operation, topics: Sequence[Topic]
) -> tuple[Sequence[Topic], Sequence[Topic]]:
    """The elements of a request whose topics the client may use so, and the others."""
    if access is None:
        return topics, ()
    found: tuple[list[Topic], list[Topic]] = ([], [])
    for topic in topics:
        found[not access.to_topic(operation, topic.name)].append(topic)
    return found


def groups_permitted(
    broker: AuthorizingBroker, context: RequestContext, operation: Operation, names: Iterable[str]
) -> tuple[list[str], list[str]]:
    """The groups that the client may use so, and the others."""
    access = access_of(broker, context)
    found: tuple[list[str], list[str]] = ([], [])
    for name in names:
        found[access is not None and not access.to_group(operation, name)].append(name)
    return found


def require_group(
    broker: AuthorizingBroker, context: RequestContext, operation: Operation, group_id: str
) -> None:
    """Raises `ApiError` with GROUP_AUTHORIZATION_FAILED unless the client may do that."""
    access = access_of(broker, context)
    if access is not None and not access.to_group(operation, group_id):
        raise ApiError(ErrorCode.GROUP_AUTHORIZATION_FAILED)


def require_cluster(
    broker: AuthorizingBroker, context: RequestContext, operation: Operation
) -> None:
    """Raise `ApiError(CLUSTER_AUTHORIZATION_FAILED)` unless the client may do that to all of it."""
    access = access_of(broker, context)
    if access is not None and not access.to_cluster(operation):
        raise ApiError(ErrorCode.CLUSTER_AUTHORIZATION_FAILED, CLUSTER_AUTHORIZATION_TEXT)


def access_of(broker: AuthorizingBroker, context: RequestContext) -> Access | None:
    """What the asking client may do; None where everybody may do everything."""
    authorizer = broker.authorizer
    return None if authorizer is None else Access(authorizer, context)
