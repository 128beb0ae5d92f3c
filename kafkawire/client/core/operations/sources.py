"""Sources of operations: the view of the cluster, coordinators, and the lookups made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from kafkawire.client.core.operations.lookups import (
    ByKey,
    Coordinators,
    Leaders,
    anyone,
    controller,
)
from kafkawire.client.errors import ClientError, refusal
from kafkawire.client.values import TopicPartition
from kafkawire.protocol.api_keys import ApiKey

if TYPE_CHECKING:
    from kafkawire.client.core.metadata import Metadata
    from kafkawire.client.core.operations.operation import Operation
    from kafkawire.client.core.operations.running import Tools

K = TypeVar("K")
R = TypeVar("R")
GROUP, TRANSACTION = 0, 1
NOTHING_ASKED = -(1 << 31)
"""Authorized operations in an answer where they were not asked for."""


class Sources(NamedTuple):
    """An admin client's cluster. Coordinators are remembered by key."""

    metadata: Metadata
    tools: Tools
    groups: dict[str, int]
    transactions: dict[str, int]

    def anyone(self) -> ByKey[K]:
        """Return the lookup of what any broker answers."""
        return anyone()

    def controller(self) -> ByKey[K]:
        """Return the lookup of what the controller answers."""
        return controller(self.metadata)

    def node(self, node_id: int) -> ByKey[K]:
        """Return the lookup of what one broker answers."""
        return ByKey(lambda key: node_id)

    def nodes(self) -> ByKey[int]:
        """Return the lookup of keys that are brokers."""
        return ByKey(lambda key: key)

    def leaders(self) -> Leaders:
        """Return the lookup of keys that are partitions."""
        return Leaders(self.metadata)

    def group_coordinators(self) -> Coordinators:
        """Return the lookup of the coordinators of groups."""
        return Coordinators(self.tools.outbox, GROUP, self.groups)

    def transaction_coordinators(self) -> Coordinators:
        """Return the lookup of the coordinators of transactional ids."""
        return Coordinators(self.tools.outbox, TRANSACTION, self.transactions)


@dataclass(frozen=True, slots=True)
class Plan(Generic[K, R]):
    """An operation and its keys. `instead` is for brokers that do not have its API."""

    operation: Operation[K, R]
    keys: Sequence[K]
    instead: Plan[K, R] | None = None


def outcome(result: R, told: Any, *, api: int, what: str = "") -> R | ClientError:
    """Return the result, or the error if `told`, an answer or a part of one, has an error code.

    The text of the error is the broker's. If the broker sends none, `what` names the object.
    """
    code = told.error_code
    if not code:
        return result
    return refusal(code, getattr(told, "error_message", None) or what, api=ApiKey(api))


def for_all(keys: Iterable[K], result: R, answer: Any, *, api: int) -> dict[K, R | ClientError]:
    """Return the one result, or the one error, of an answer for each of the keys."""
    return dict.fromkeys(keys, outcome(result, answer, api=api))


def by_partition(
    topics: Iterable[Any], result: Callable[[Any], R], *, api: int, name: str = "name"
) -> dict[TopicPartition, R | ClientError]:
    """Return the result or the error of each partition of an answer's topics.

    `name` is the field that has the name of a topic.
    """
    return {
        key: outcome(result(each), each, api=api, what=str(key))
        for topic in topics
        for each in topic.partitions
        for key in (TopicPartition(getattr(topic, name), each.partition_index),)
    }


def by_group(
    groups: Iterable[Any], result: Callable[[Any], R], *, api: int
) -> dict[str, R | ClientError]:
    """Return the result or the error of each group of an answer."""
    return {
        group.group_id: outcome(result(group), group, api=api, what=f"group {group.group_id}")
        for group in groups
    }


def operations_of(bits: int) -> int | None:
    """Return the bits of authorized operations, None where they were not asked for."""
    return None if bits == NOTHING_ASKED else bits
