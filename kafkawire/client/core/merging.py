"""Changes of a view by a Metadata response: pure functions from a view to the next.

Leader epochs never go back, so an answer of a broker that lags behind leaves a partition as it
was. Another id under a known name is another topic, whose epochs start afresh.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.core.view import (
    NO_EPOCH,
    NO_ID,
    NO_NODE,
    ClusterView,
    Node,
    PartitionView,
    TopicView,
)
from kafkawire.protocol.since import METADATA_RELIABLE_EPOCHS_SINCE

if TYPE_CHECKING:
    from kafkawire.client.values import TopicPartition
    from kafkawire.protocol.messages.metadata_response import MetadataResponse


def merged(
    view: ClusterView, answer: MetadataResponse, version: int, *, is_partial: bool
) -> ClusterView:
    """Return the view after an answer.

    Args:
        view: What was known before.
        answer: The answer; brokers and controller replace those of the view.
        version: The version of the answer.
        is_partial: Whether topics that the answer lacks stay, since they were not asked for.
    """
    has_epochs = version >= METADATA_RELIABLE_EPOCHS_SINCE
    topics = dict(view.topics) if is_partial else {}
    for topic in answer.topics:
        if topic.name is not None:
            topics[topic.name] = _topic(view.topics.get(topic.name), topic, has_epochs=has_epochs)
    nodes = {
        each.node_id: Node(each.node_id, each.host, each.port, each.rack) for each in answer.brokers
    }
    return ClusterView(
        view.version + 1,
        answer.cluster_id,
        answer.controller_id,
        MappingProxyType(nodes),
        MappingProxyType(topics),
    )


def _topic(
    known: TopicView | None, told: MetadataResponse.MetadataResponseTopic, *, has_epochs: bool
) -> TopicView:
    assert told.name is not None
    if known is not None and is_another(known.id, told.topic_id):
        known = None
    before: Mapping[int, PartitionView] = {} if known is None else known.partitions
    partitions = {
        each.partition_index: _partition(
            before.get(each.partition_index), each, has_epoch=has_epochs
        )
        for each in told.partitions
    }
    return TopicView(
        told.name,
        told.topic_id,
        MappingProxyType(partitions),
        told.is_internal,
        told.error_code,
    )


def _partition(
    known: PartitionView | None,
    told: MetadataResponse.MetadataResponsePartition,
    *,
    has_epoch: bool,
) -> PartitionView:
    epoch = told.leader_epoch if has_epoch else NO_EPOCH
    if known is not None and NO_EPOCH < epoch < known.leader_epoch:
        return known
    return PartitionView(
        told.leader_id,
        epoch,
        tuple(told.replica_nodes),
        tuple(told.isr_nodes),
        tuple(told.offline_replicas),
        told.error_code,
    )


def is_another(known: bytes, told: bytes) -> bool:
    """Return whether two ids of one name are those of two topics."""
    return known != told and NO_ID not in (known, told)


class Hint(NamedTuple):
    """A leader of a partition, as an answer names it."""

    partition: TopicPartition
    leader: int
    epoch: int


def with_leaders(
    view: ClusterView, hints: Iterable[Hint], nodes: Iterable[Node] = ()
) -> ClusterView:
    """Return the view with newer leaders of partitions; the same view if none is newer.

    `nodes` are addresses that came with the hints (KIP-951). A leader without an address is not
    taken over.
    """
    addresses = {**view.nodes, **{node.id: node for node in nodes}}
    changed: dict[str, dict[int, PartitionView]] = {}
    for found, leader, epoch in hints:
        known = view.partition(found)
        if known is None or epoch <= known.leader_epoch:
            continue
        if leader != NO_NODE and leader not in addresses:
            continue
        if found.topic not in changed:
            changed[found.topic] = dict(view.topics[found.topic].partitions)
        newer = known._replace(leader=leader, leader_epoch=epoch, error=0)
        changed[found.topic][found.partition] = newer
    if not changed:
        return view
    topics = {
        name: view.topics[name]._replace(partitions=MappingProxyType(partitions))
        for name, partitions in changed.items()
    }
    return view._replace(
        version=view.version + 1,
        nodes=MappingProxyType(addresses),
        topics=MappingProxyType({**view.topics, **topics}),
    )


def is_same(one: ClusterView, other: ClusterView) -> bool:
    """Return whether two views are equal except for their versions."""
    return one[1:] == other[1:]
