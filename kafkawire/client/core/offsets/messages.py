"""OffsetCommit and OffsetFetch: requests for any version, and what their answers tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from kafkawire.client.core.view import NO_EPOCH, NO_ID
from kafkawire.client.values import OffsetAndMetadata, TopicPartition, by_topic
from kafkawire.protocol.messages.offset_commit_request import OffsetCommitRequest
from kafkawire.protocol.messages.offset_fetch_request import OffsetFetchRequest
from kafkawire.protocol.since import (
    OFFSET_COMMIT_EPOCH_SINCE,
    OFFSET_COMMIT_INSTANCE_SINCE,
    OFFSET_COMMIT_TOPIC_IDS_SINCE,
    OFFSET_FETCH_SEVERAL_GROUPS_SINCE,
    OFFSET_FETCH_STABLE_SINCE,
)

if TYPE_CHECKING:
    from kafkawire.client.core.view import ClusterView
    from kafkawire.client.values import GroupMetadata
    from kafkawire.protocol.messages.offset_commit_response import OffsetCommitResponse
    from kafkawire.protocol.messages.offset_fetch_response import OffsetFetchResponse


Offsets = Mapping[TopicPartition, OffsetAndMetadata]


def version_max(topics: Iterable[str], view: ClusterView, *, uses_topic_ids: bool) -> int:
    """Return the greatest version that can name these topics."""
    has_ids = uses_topic_ids and all(view.topic_id(topic) != NO_ID for topic in topics)
    return OFFSET_COMMIT_TOPIC_IDS_SINCE if has_ids else OFFSET_COMMIT_TOPIC_IDS_SINCE - 1


def commit_request(
    identity: GroupMetadata, offsets: Offsets, view: ClusterView
) -> Callable[[int], OffsetCommitRequest]:
    """Return what makes the request for a version."""

    def make(version: int) -> OffsetCommitRequest:
        return OffsetCommitRequest(
            group_id=identity.group_id,
            generation_id_or_member_epoch=identity.generation_id,
            member_id=identity.member_id,
            group_instance_id=identity.group_instance_id
            if version >= OFFSET_COMMIT_INSTANCE_SINCE
            else None,
            topics=[
                OffsetCommitRequest.OffsetCommitRequestTopic(
                    name="" if version >= OFFSET_COMMIT_TOPIC_IDS_SINCE else topic,
                    topic_id=view.topic_id(topic)
                    if version >= OFFSET_COMMIT_TOPIC_IDS_SINCE
                    else NO_ID,
                    partitions=[_committed(number, offsets, topic, version) for number in numbers],
                )
                for topic, numbers in by_topic(offsets).items()
            ],
        )

    return make


def _committed(
    number: int, offsets: Offsets, topic: str, version: int
) -> OffsetCommitRequest.OffsetCommitRequestPartition:
    found = offsets[TopicPartition(topic, number)]
    has_epoch = version >= OFFSET_COMMIT_EPOCH_SINCE and found.leader_epoch is not None
    return OffsetCommitRequest.OffsetCommitRequestPartition(
        partition_index=number,
        committed_offset=found.offset,
        committed_leader_epoch=(found.leader_epoch or 0) if has_epoch else NO_EPOCH,
        committed_metadata=found.metadata,
    )


def commit_codes(
    message: OffsetCommitResponse, offsets: Offsets, view: ClusterView
) -> Iterator[tuple[TopicPartition, int]]:
    """Return the error code of each partition. `offsets` and `view` are those of the request."""
    names = _names(offsets, view)
    for topic in message.topics:
        name = topic.name or names.get(topic.topic_id, "")
        for each in topic.partitions:
            yield TopicPartition(name, each.partition_index), each.error_code


def fetch_request(
    identity: GroupMetadata,
    partitions: Iterable[TopicPartition],
    view: ClusterView,
    *,
    is_checked: bool,
) -> Callable[[int], OffsetFetchRequest]:
    """Return what makes the request for a version.

    `is_checked`: the broker is to compare member and epoch, as it does for KIP-848 members.
    """

    def make(version: int) -> OffsetFetchRequest:
        topics = by_topic(partitions)
        is_stable = version >= OFFSET_FETCH_STABLE_SINCE
        if version < OFFSET_FETCH_SEVERAL_GROUPS_SINCE:
            return OffsetFetchRequest(
                group_id=identity.group_id,
                topics=[
                    OffsetFetchRequest.OffsetFetchRequestTopic(
                        name=topic, partition_indexes=numbers
                    )
                    for topic, numbers in topics.items()
                ],
                require_stable=is_stable,
            )
        group = OffsetFetchRequest.OffsetFetchRequestGroup(
            group_id=identity.group_id,
            topics=[
                OffsetFetchRequest.OffsetFetchRequestTopics(
                    name="" if version >= OFFSET_COMMIT_TOPIC_IDS_SINCE else topic,
                    topic_id=view.topic_id(topic)
                    if version >= OFFSET_COMMIT_TOPIC_IDS_SINCE
                    else NO_ID,
                    partition_indexes=numbers,
                )
                for topic, numbers in topics.items()
            ],
        )
        if is_checked and version > OFFSET_FETCH_SEVERAL_GROUPS_SINCE:
            group.member_id, group.member_epoch = identity.member_id, identity.generation_id
        return OffsetFetchRequest(groups=[group], require_stable=is_stable)

    return make


Fetched = dict[TopicPartition, "tuple[OffsetAndMetadata | None, int]"]
"""Offset, None if none is committed, and error code."""


def fetched(
    message: OffsetFetchResponse,
    version: int,
    partitions: Iterable[TopicPartition],
    view: ClusterView,
) -> tuple[int, Fetched]:
    """Return the group's error code, and what each partition has.

    `partitions` and `view` are those of the request.
    """
    names = _names(partitions, view)
    found: Fetched = {}
    if version >= OFFSET_FETCH_SEVERAL_GROUPS_SINCE:
        (group,) = message.groups
        for topics in group.topics:
            name = topics.name or names.get(topics.topic_id, "")
            for each in topics.partitions:
                offset = _offset(each.committed_offset, each.committed_leader_epoch, each.metadata)
                found[TopicPartition(name, each.partition_index)] = offset, each.error_code
        return group.error_code, found
    for topic in message.topics:
        for each_ in topic.partitions:
            offset = _offset(each_.committed_offset, each_.committed_leader_epoch, each_.metadata)
            found[TopicPartition(topic.name, each_.partition_index)] = offset, each_.error_code
    return message.error_code, found


def _offset(offset: int, epoch: int, metadata: str | None) -> OffsetAndMetadata | None:
    if offset < 0:
        return None
    return OffsetAndMetadata(offset, None if epoch < 0 else epoch, metadata or "")


def _names(partitions: Iterable[TopicPartition], view: ClusterView) -> dict[bytes, str]:
    return {view.topic_id(topic): topic for topic in {topic for topic, _ in partitions}}
