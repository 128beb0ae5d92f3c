"""Operations on share groups (KIP-932): describe them, list, alter and delete their offsets.

Their coordinators are those of groups, and they are deleted as other groups are (`groups`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from kafkawire.client.core.operations.groups import assigned_partitions, coordinated_group
from kafkawire.client.core.operations.operation import Operation
from kafkawire.client.core.operations.sources import (
    Plan,
    Sources,
    by_group,
    by_partition,
    outcome,
)
from kafkawire.client.descriptions import GroupDescription, MemberDescription
from kafkawire.client.errors import ClientError, refusal
from kafkawire.client.group_descriptions import SharePartitionOffset
from kafkawire.client.values import TopicPartition, by_topic
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.alter_share_group_offsets_request import (
    AlterShareGroupOffsetsRequest,
)
from kafkawire.protocol.messages.delete_share_group_offsets_request import (
    DeleteShareGroupOffsetsRequest,
)
from kafkawire.protocol.messages.describe_share_group_offsets_request import (
    DescribeShareGroupOffsetsRequest,
)
from kafkawire.protocol.messages.share_group_describe_request import ShareGroupDescribeRequest

K = TypeVar("K")
Finished = Mapping[TopicPartition, "SharePartitionOffset | ClientError | None"]


def describe_share_groups(
    sources: Sources, groups: Sequence[str], *, include_authorized_operations: bool
) -> Plan[str, GroupDescription]:
    """Describe share groups; the keys are their ids."""

    def ask(keys: Sequence[str], version: int) -> ShareGroupDescribeRequest:
        return ShareGroupDescribeRequest(
            group_ids=list(keys), include_authorized_operations=include_authorized_operations
        )

    operation = Operation(
        ApiKey.SHARE_GROUP_DESCRIBE,
        "describe share groups",
        sources.group_coordinators(),
        ask,
        lambda answer, keys, version: by_group(
            answer.groups, _described, api=ApiKey.SHARE_GROUP_DESCRIBE
        ),
    )
    return Plan(operation, groups)


def _described(group: Any) -> GroupDescription:
    members = [
        MemberDescription(
            each.member_id,
            None,
            each.client_id,
            each.client_host,
            assigned_partitions(each.assignment),
            None,
            each.member_epoch,
        )
        for each in group.members
    ]
    return coordinated_group(group, "share", members)


def list_share_offsets(
    sources: Sources, groups: Mapping[str, Sequence[TopicPartition] | None]
) -> Plan[str, Finished]:
    """Find how far share groups are, in all their partitions where None is given."""
    wanted = DescribeShareGroupOffsetsRequest.DescribeShareGroupOffsetsRequestGroup
    topic = DescribeShareGroupOffsetsRequest.DescribeShareGroupOffsetsRequestTopic

    def topics(partitions: Sequence[TopicPartition] | None) -> list[Any] | None:
        if partitions is None:
            return None
        return [topic(topic_name=name, partitions=of) for name, of in by_topic(partitions).items()]

    def ask(keys: Sequence[str], version: int) -> DescribeShareGroupOffsetsRequest:
        return DescribeShareGroupOffsetsRequest(
            groups=[wanted(group_id=key, topics=topics(groups[key])) for key in keys]
        )

    operation = Operation(
        ApiKey.DESCRIBE_SHARE_GROUP_OFFSETS,
        "list share group offsets",
        sources.group_coordinators(),
        ask,
        lambda answer, keys, version: by_group(
            answer.groups, _finished, api=ApiKey.DESCRIBE_SHARE_GROUP_OFFSETS
        ),
    )
    return Plan(operation, list(groups))


def _finished(group: Any) -> Finished:
    api = ApiKey.DESCRIBE_SHARE_GROUP_OFFSETS
    return by_partition(group.topics, _offset, api=api, name="topic_name")


def _offset(each: Any) -> SharePartitionOffset | None:
    if each.start_offset < 0:
        return None
    return SharePartitionOffset(
        each.start_offset,
        None if each.leader_epoch < 0 else each.leader_epoch,
        None if each.lag < 0 else each.lag,
    )


def alter_share_offsets(
    sources: Sources, group: str, offsets: Mapping[TopicPartition, int]
) -> Plan[str, Mapping[TopicPartition, ClientError]]:
    """Set the start offsets of a share group without members; a result has what failed."""
    change = AlterShareGroupOffsetsRequest

    def ask(keys: Sequence[str], version: int) -> AlterShareGroupOffsetsRequest:
        topics = [
            change.AlterShareGroupOffsetsRequestTopic(
                topic_name=topic,
                partitions=[
                    change.AlterShareGroupOffsetsRequestPartition(
                        partition_index=index, start_offset=offsets[TopicPartition(topic, index)]
                    )
                    for index in indexes
                ],
            )
            for topic, indexes in by_topic(list(offsets)).items()
        ]
        return AlterShareGroupOffsetsRequest(group_id=group, topics=topics)

    def failed(answer: Any) -> Mapping[TopicPartition, ClientError]:
        api = ApiKey.ALTER_SHARE_GROUP_OFFSETS
        told = by_partition(answer.responses, lambda each: None, api=api, name="topic_name")
        return {partition: error for partition, error in told.items() if error is not None}

    return _of_group(sources, ApiKey.ALTER_SHARE_GROUP_OFFSETS, "alter", group, ask, failed)


def delete_share_offsets(
    sources: Sources, group: str, topics: Sequence[str]
) -> Plan[str, Mapping[str, ClientError]]:
    """Delete the offsets of topics from a share group without members; a result has what failed."""
    request = DeleteShareGroupOffsetsRequest(
        group_id=group,
        topics=[
            DeleteShareGroupOffsetsRequest.DeleteShareGroupOffsetsRequestTopic(topic_name=each)
            for each in topics
        ],
    )

    def failed(answer: Any) -> Mapping[str, ClientError]:
        api = ApiKey.DELETE_SHARE_GROUP_OFFSETS
        return {
            each.topic_name: refusal(
                each.error_code, each.error_message or f"topic {each.topic_name}", api=api
            )
            for each in answer.responses
            if each.error_code
        }

    api = ApiKey.DELETE_SHARE_GROUP_OFFSETS
    return _of_group(sources, api, "delete", group, lambda keys, version: request, failed)


def _of_group(
    sources: Sources,
    api: ApiKey,
    verb: str,
    group: str,
    ask: Callable[[Sequence[str], int], Message],
    failed: Callable[[Any], Mapping[K, ClientError]],
) -> Plan[str, Mapping[K, ClientError]]:
    """A request about one group, whose answer has an error of the group and others of its parts."""

    def read(
        answer: Any, keys: Sequence[str], version: int
    ) -> dict[str, Mapping[K, ClientError] | ClientError]:
        return {group: outcome(failed(answer), answer, api=api, what=f"group {group}")}

    operation = Operation(
        api, f"{verb} share group offsets", sources.group_coordinators(), ask, read
    )
    return Plan(operation, [group])
