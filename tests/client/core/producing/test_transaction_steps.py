"""The requests of a transaction."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.client.core.producing.batch import NO_PRODUCER, ProducerId
from kafkawire.client.core.producing.transaction_calls import Ended
from kafkawire.client.core.producing.transaction_steps import Steps
from kafkawire.client.values import GroupMetadata, OffsetAndMetadata, TopicPartition
from kafkawire.protocol.messages.add_partitions_to_txn_response import AddPartitionsToTxnResponse

STEPS = Steps("t", 5000)
PRODUCER = ProducerId(7, 3)
GROUP = GroupMetadata("billing", 4, "member", "instance")


def done(ended: Ended, now_ms: int) -> None:
    raise AssertionError("nothing is asked")


def test_a_bump_needs_the_present_id() -> None:
    """client I-31, I-2: v3 and above; the first Init has no id."""
    first, bump = STEPS.init(NO_PRODUCER, done), STEPS.init(PRODUCER, done)
    assert (first.versions, bump.versions) == ((0, 5), (3, 5))
    request: Any = bump.request
    assert (request.producer_id, request.producer_epoch) == (7, 3)
    assert (request.transactional_id, request.transaction_timeout_ms) == ("t", 5000)
    assert first.key == (1, "t")


def test_offsets_carry_who_commits() -> None:
    """client I-7: KIP-447."""
    offsets = {
        TopicPartition("orders", 1): OffsetAndMetadata(9),
        TopicPartition("orders", 2): (OffsetAndMetadata(5, 6, "note")),
    }
    step = STEPS.commit_offsets(PRODUCER, offsets, GROUP, done, adds_group=True)
    assert (step.key, step.versions) == ((0, "billing"), (5, 5))
    request: Any = step.request
    assert (request.generation_id_or_member_epoch, request.member_id) == (4, "member")
    assert request.group_instance_id == "instance"
    (topic,) = request.topics
    assert [
        (row.partition_index, row.committed_offset, row.committed_leader_epoch)
        for row in topic.partitions
    ] == [(1, 9, -1), (2, 5, 6)]
    assert STEPS.commit_offsets(PRODUCER, offsets, GROUP, done, adds_group=False).versions == (3, 4)
    alone = GroupMetadata("billing", -1, "", None)
    assert STEPS.commit_offsets(PRODUCER, offsets, alone, done, adds_group=False).versions == (0, 4)


def test_ends_are_told_apart_by_version() -> None:
    """client I-1, D-32."""
    assert STEPS.end(PRODUCER, done, commits=True, bumps=True).versions == (5, 5)
    assert STEPS.end(PRODUCER, done, commits=False, bumps=False).versions == (0, 4)


@pytest.mark.parametrize(
    ("codes", "expected"), [([0, 0], 0), ([55, 29], 29), ([55, 55], 55), ([0, 51], 51)]
)
def test_partitions_that_were_not_attempted_tell_nothing(codes: list[int], expected: int) -> None:
    """produce C-42: another partition has the reason."""
    rows = [
        AddPartitionsToTxnResponse.AddPartitionsToTxnPartitionResult(
            partition_index=index, partition_error_code=code
        )
        for index, code in enumerate(codes)
    ]
    topic = AddPartitionsToTxnResponse.AddPartitionsToTxnTopicResult(
        name="orders", results_by_partition=rows
    )
    step = STEPS.add_partitions(PRODUCER, [TopicPartition("orders", 0)], done)
    answer = AddPartitionsToTxnResponse(results_by_topic_v3_and_below=[topic])
    assert step.code_of(answer) == expected
