"""OffsetCommit and OffsetFetch in all their versions."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest

from kafkawire.client.core.offsets.messages import (
    commit_codes,
    commit_request,
    fetch_request,
    fetched,
    version_max,
)
from kafkawire.client.core.view import ClusterView, TopicView
from kafkawire.client.values import GroupMetadata, OffsetAndMetadata, TopicPartition
from kafkawire.protocol.buffers import joined
from kafkawire.protocol.exchange import decode_response, encode_request, encode_response
from kafkawire.protocol.messages.offset_commit_response import OffsetCommitResponse
from kafkawire.protocol.messages.offset_fetch_response import OffsetFetchResponse

ID = bytes(range(16))
VIEW = ClusterView(topics=MappingProxyType({"orders": TopicView("orders", ID, {})}))
ME = GroupMetadata("billing", 3, "me", "i")
ZERO, ONE = TopicPartition("orders", 0), TopicPartition("orders", 1)
OFFSETS = {ZERO: OffsetAndMetadata(5, 2, "text"), ONE: OffsetAndMetadata(6)}


def test_topics_are_named_by_ids_if_all_have_one() -> None:
    """client D-32: 10 for KIP-848 members, 9 for classic ones."""
    assert version_max(["orders"], VIEW, uses_topic_ids=True) == 10
    assert version_max(["orders", "new"], VIEW, uses_topic_ids=True) == 9
    assert version_max(["orders"], VIEW, uses_topic_ids=False) == 9


@pytest.mark.parametrize("version", range(11))
def test_commits_can_be_written_in_each_version(version: int) -> None:
    """client G-64, D-34: with the epoch where the version has it."""
    request = commit_request(ME, OFFSETS, VIEW)(version)
    encode_request(8, version, 0, "test", request)
    (topic,) = request.topics
    assert (topic.name, topic.topic_id) == (("", ID) if version == 10 else ("orders", bytes(16)))
    first, second = topic.partitions
    assert (first.committed_offset, second.committed_offset) == (5, 6)
    assert first.committed_leader_epoch == (2 if version >= 6 else -1)
    assert (second.committed_leader_epoch, first.committed_metadata) == (-1, "text")
    assert request.group_instance_id == ("i" if version >= 7 else None)
    assert (request.generation_id_or_member_epoch, request.member_id) == (3, "me")


def test_codes_are_told_by_partition() -> None:
    response = OffsetCommitResponse(
        topics=[
            OffsetCommitResponse.OffsetCommitResponseTopic(
                topic_id=ID,
                partitions=[
                    OffsetCommitResponse.OffsetCommitResponsePartition(
                        partition_index=number, error_code=code
                    )
                    for number, code in ((0, 0), (1, 12))
                ],
            )
        ]
    )
    assert dict(commit_codes(response, OFFSETS, VIEW)) == {ZERO: 0, ONE: 12}


@pytest.mark.parametrize("version", range(1, 11))
@pytest.mark.parametrize("is_checked", [False, True])
def test_committed_offsets_are_asked_for_in_each_version(version: int, is_checked: bool) -> None:
    """client G-67, G-55: RequireStable, and the member of a KIP-848 group."""
    request = fetch_request(ME, [ZERO, ONE], VIEW, is_checked=is_checked)(version)
    encode_request(9, version, 0, "test", request)
    assert request.require_stable == (version >= 7)
    if version < 8:
        assert request.topics is not None
        assert [(each.name, each.partition_indexes) for each in request.topics] == [
            ("orders", [0, 1])
        ]
        return
    (group,) = request.groups
    told = ("me", 3) if is_checked and version >= 9 else (None, -1)
    assert (group.member_id, group.member_epoch) == told
    assert group.topics is not None
    assert [each.partition_indexes for each in group.topics] == [[0, 1]]


@pytest.mark.parametrize("version", [1, 2, 5, 7, 8, 9, 10])
def test_committed_offsets_are_read_in_each_version(version: int) -> None:
    """client G-67: -1 is none."""
    made: Any = (
        OffsetFetchResponse.OffsetFetchResponsePartitions
        if version >= 8
        else OffsetFetchResponse.OffsetFetchResponsePartition
    )
    epoch = 4 if version >= 5 else -1
    found = [
        made(partition_index=0, committed_offset=7, committed_leader_epoch=epoch, metadata="m"),
        made(partition_index=1, committed_offset=-1, error_code=88),
    ]
    if version < 8:
        topic = OffsetFetchResponse.OffsetFetchResponseTopic(name="orders", partitions=found)
        response = OffsetFetchResponse(topics=[topic])
    else:
        topics = OffsetFetchResponse.OffsetFetchResponseTopics(
            name="" if version == 10 else "orders",
            topic_id=ID if version == 10 else bytes(16),
            partitions=found,
        )
        group = OffsetFetchResponse.OffsetFetchResponseGroup(group_id="billing", topics=[topics])
        response = OffsetFetchResponse(groups=[group])
    frame = joined(encode_response(0, 9, version, response))[4:]
    _, read = decode_response(frame, 9, version)
    assert isinstance(read, OffsetFetchResponse)
    code, offsets = fetched(read, version, [ZERO, ONE], VIEW)
    assert code == 0
    assert offsets == {
        ZERO: (OffsetAndMetadata(7, 4 if version >= 5 else None, "m"), 0),
        ONE: (None, 88),
    }
