"""Operations on committed offsets: list, alter, delete."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kafkawire.client.core.operations.operation import Operation
from kafkawire.client.core.operations.sources import Plan, Sources, outcome
from kafkawire.client.errors import ClientError, refusal
from kafkawire.client.values import OffsetAndMetadata, TopicPartition, by_topic
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.offset_commit_request import OffsetCommitRequest
from kafkawire.protocol.messages.offset_delete_request import OffsetDeleteRequest
from kafkawire.protocol.messages.offset_fetch_request import OffsetFetchRequest
from kafkawire.protocol.since import OFFSET_FETCH_SEVERAL_GROUPS_SINCE

FETCH_BY_NAME_MAX = 9
COMMIT_BY_NAME_MAX = 9
ALL_TOPICS_SINCE = 2
UNSTABLE_OFFSET_COMMIT = 88

Committed = Mapping[TopicPartition, OffsetAndMetadata | None]
Errors = Mapping[TopicPartition, ClientError]


def list_group_offsets(
    sources: Sources,
    groups: Mapping[str, Sequence[TopicPartition] | None],
    *,
    require_stable: bool,
) -> Plan[str, Committed]:
    """Read the offsets of groups, of all partitions where None is given."""

    def ask(keys: Sequence[str], version: int) -> OffsetFetchRequest:
        if version >= OFFSET_FETCH_SEVERAL_GROUPS_SINCE:
            asked = [
                OffsetFetchRequest.OffsetFetchRequestGroup(group_id=key, topics=_of(groups[key]))
                for key in keys
            ]
            return OffsetFetchRequest(groups=asked, require_stable=require_stable)
        return _of_one(keys[0], groups[keys[0]], require_stable=require_stable)

    def read(answer: Any, keys: Sequence[str], version: int) -> dict[str, Committed | ClientError]:
        if version >= OFFSET_FETCH_SEVERAL_GROUPS_SINCE:
            return {each.group_id: _committed(each, each.group_id) for each in answer.groups}
        later = refusal(15, "asked for one group at a time", api=ApiKey.OFFSET_FETCH)
        told: dict[str, Committed | ClientError] = dict.fromkeys(keys, later)
        told[keys[0]] = _committed(answer, keys[0])
        return told

    operation = Operation(
        ApiKey.OFFSET_FETCH,
        "list group offsets",
        sources.group_coordinators(),
        ask,
        read,
        least=ALL_TOPICS_SINCE,
        most=FETCH_BY_NAME_MAX,
    )
    return Plan(operation, list(groups))


def _of(
    partitions: Sequence[TopicPartition] | None,
) -> list[OffsetFetchRequest.OffsetFetchRequestTopics] | None:
    if partitions is None:
        return None
    return [
        OffsetFetchRequest.OffsetFetchRequestTopics(name=topic, partition_indexes=indexes)
        for topic, indexes in by_topic(partitions).items()
    ]


def _of_one(
    group: str, partitions: Sequence[TopicPartition] | None, *, require_stable: bool
) -> OffsetFetchRequest:
    """The request in versions that are about one group."""
    topics = (
        None
        if partitions is None
        else [
            OffsetFetchRequest.OffsetFetchRequestTopic(name=topic, partition_indexes=indexes)
            for topic, indexes in by_topic(partitions).items()
        ]
    )
    return OffsetFetchRequest(group_id=group, require_stable=require_stable, topics=topics)


def _committed(group: Any, group_id: str) -> Committed | ClientError:
    if group.error_code:
        return refusal(group.error_code, f"group {group_id}", api=ApiKey.OFFSET_FETCH)
    found: dict[TopicPartition, OffsetAndMetadata | None] = {}
    for topic in group.topics:
        for each in topic.partitions:
            if each.error_code:
                what = f"{topic.name}-{each.partition_index} of group {group_id}"
                return refusal(each.error_code, what, api=ApiKey.OFFSET_FETCH)
            epoch = each.committed_leader_epoch
            found[TopicPartition(topic.name, each.partition_index)] = (
                None
                if each.committed_offset < 0
                else OffsetAndMetadata(
                    each.committed_offset, None if epoch < 0 else epoch, each.metadata or ""
                )
            )
    return found


def alter_group_offsets(
    sources: Sources, group: str, offsets: Mapping[TopicPartition, OffsetAndMetadata]
) -> Plan[str, Errors]:
    """Commit offsets of a group without members; a result has the partitions that failed."""

    def ask(keys: Sequence[str], version: int) -> OffsetCommitRequest:
        topics = [
            OffsetCommitRequest.OffsetCommitRequestTopic(
                name=topic,
                partitions=[
                    _commit(partition, offsets[TopicPartition(topic, partition)])
                    for partition in partitions
                ],
            )
            for topic, partitions in by_topic(list(offsets)).items()
        ]
        return OffsetCommitRequest(
            group_id=group, generation_id_or_member_epoch=-1, member_id="", topics=topics
        )

    operation = Operation(
        ApiKey.OFFSET_COMMIT,
        "alter group offsets",
        sources.group_coordinators(),
        ask,
        lambda answer, keys, version: {group: _failed(answer, ApiKey.OFFSET_COMMIT)},
        least=2,
        most=COMMIT_BY_NAME_MAX,
    )
    return Plan(operation, [group])


def _commit(
    partition: int, offset: OffsetAndMetadata
) -> OffsetCommitRequest.OffsetCommitRequestPartition:
    return OffsetCommitRequest.OffsetCommitRequestPartition(
        partition_index=partition,
        committed_offset=offset.offset,
        committed_leader_epoch=-1 if offset.leader_epoch is None else offset.leader_epoch,
        committed_metadata=offset.metadata,
    )


def delete_group_offsets(
    sources: Sources, group: str, partitions: Sequence[TopicPartition]
) -> Plan[str, Errors]:
    """Delete committed offsets of a group; a result has the partitions that failed."""

    def ask(keys: Sequence[str], version: int) -> OffsetDeleteRequest:
        topics = [
            OffsetDeleteRequest.OffsetDeleteRequestTopic(
                name=topic,
                partitions=[
                    OffsetDeleteRequest.OffsetDeleteRequestPartition(partition_index=index)
                    for index in indexes
                ],
            )
            for topic, indexes in by_topic(partitions).items()
        ]
        return OffsetDeleteRequest(group_id=group, topics=topics)

    def read(answer: Any, keys: Sequence[str], version: int) -> dict[str, Errors | ClientError]:
        api = ApiKey.OFFSET_DELETE
        return {group: outcome(_failed(answer, api), answer, api=api, what=f"group {group}")}

    operation = Operation(
        ApiKey.OFFSET_DELETE, "delete group offsets", sources.group_coordinators(), ask, read
    )
    return Plan(operation, [group])


def _failed(answer: Any, api: ApiKey) -> Errors | ClientError:
    """The partitions that failed; an error that another attempt may not meet is the group's."""
    found: dict[TopicPartition, ClientError] = {}
    for topic in answer.topics:
        for each in topic.partitions:
            if each.error_code:
                partition = TopicPartition(topic.name, each.partition_index)
                error = refusal(each.error_code, str(partition), api=api)
                if each.error_code in _OF_THE_GROUP:
                    return error
                found[partition] = error
    return found


_OF_THE_GROUP = frozenset({14, 15, 16, 22, 25, 27, 30, 69})
"""Errors of a partition that are about the group or its coordinator."""
