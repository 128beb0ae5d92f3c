"""Offsets that groups keep: fetched and committed without being a member."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.protocol.messages.offset_commit_request import OffsetCommitRequest
from kafkawire.protocol.messages.offset_commit_response import OffsetCommitResponse
from kafkawire.protocol.messages.offset_fetch_request import OffsetFetchRequest
from kafkawire.protocol.messages.offset_fetch_response import OffsetFetchResponse
from kafkawire.protocol.since import OFFSET_FETCH_SEVERAL_GROUPS_SINCE, OFFSET_FETCH_STABLE_SINCE
from kafkawire.spark.cluster.cluster import GROUP
from kafkawire.spark.cluster.metadata import TopicPartition

if TYPE_CHECKING:
    from kafkawire.client.blocking import Deadline
    from kafkawire.protocol.messages.txn_offset_commit_response import TxnOffsetCommitResponse
    from kafkawire.spark.cluster.cluster import Cluster


class Committed(NamedTuple):
    """An offset and what the committer noted beside it (4 KiB, unless brokers allow more)."""

    offset: int
    metadata: str = ""


def offset_fetch(
    cluster: Cluster, group_id: str, deadline: Deadline, *, is_stable: bool = True
) -> dict[TopicPartition, Committed]:
    """All that a group has committed; with `is_stable` after open transactions have ended."""

    def make(version: int) -> OffsetFetchRequest:
        waits = is_stable and version >= OFFSET_FETCH_STABLE_SINCE
        if version < OFFSET_FETCH_SEVERAL_GROUPS_SINCE:
            return OffsetFetchRequest(group_id=group_id, topics=None, require_stable=waits)
        group = OffsetFetchRequest.OffsetFetchRequestGroup(group_id=group_id, topics=None)
        return OffsetFetchRequest(groups=[group], require_stable=waits)

    of = (group_id, GROUP)
    answer = cluster.ask_coordinator(of, make, OffsetFetchResponse, _codes, deadline)
    return {each: found for each, found in _committed(answer) if found.offset >= 0}


def _codes(answer: OffsetFetchResponse) -> list[int]:
    codes = [answer.error_code, *(group.error_code for group in answer.groups)]
    codes += [part.error_code for topic in answer.topics for part in topic.partitions]
    codes += [part.error_code for topic in _topics(answer) for part in topic.partitions]
    return codes


def _topics(answer: OffsetFetchResponse) -> list[OffsetFetchResponse.OffsetFetchResponseTopics]:
    """Of the one group, in the layout of several."""
    return [topic for group in answer.groups for topic in group.topics]


def _committed(answer: OffsetFetchResponse) -> Iterator[tuple[TopicPartition, Committed]]:
    for old in answer.topics:
        for each in old.partitions:
            found = Committed(each.committed_offset, each.metadata or "")
            yield TopicPartition(old.name, each.partition_index), found
    for topic in _topics(answer):
        for part in topic.partitions:
            found = Committed(part.committed_offset, part.metadata or "")
            yield TopicPartition(topic.name, part.partition_index), found


def offset_commit(
    cluster: Cluster, group_id: str, offsets: Mapping[TopicPartition, Committed], deadline: Deadline
) -> None:
    """Commit offsets of a group without members, all in one request."""
    topics: dict[str, OffsetCommitRequest.OffsetCommitRequestTopic] = {}
    for (name, partition), committed in offsets.items():
        part = OffsetCommitRequest.OffsetCommitRequestPartition(
            partition_index=partition,
            committed_offset=committed.offset,
            committed_metadata=committed.metadata,
        )
        new = OffsetCommitRequest.OffsetCommitRequestTopic(name=name)
        topics.setdefault(name, new).partitions.append(part)
    request = OffsetCommitRequest(group_id=group_id, topics=list(topics.values()))
    of = (group_id, GROUP)
    cluster.ask_coordinator(of, request, OffsetCommitResponse, commit_codes, deadline)


def commit_codes(answer: OffsetCommitResponse | TxnOffsetCommitResponse) -> list[int]:
    """Return the error codes of all partitions."""
    return [part.error_code for topic in answer.topics for part in topic.partitions]
