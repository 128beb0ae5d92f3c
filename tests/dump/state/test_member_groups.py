"""Groups of KIP-848 and their kin as their heartbeats show them."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.dump.model import Exchange
from kafkawire.dump.state.group import GroupStep
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.consumer_group_heartbeat_request import (
    ConsumerGroupHeartbeatRequest,
)
from kafkawire.protocol.messages.consumer_group_heartbeat_response import (
    ConsumerGroupHeartbeatResponse,
)
from kafkawire.protocol.messages.share_group_heartbeat_request import ShareGroupHeartbeatRequest
from kafkawire.protocol.messages.share_group_heartbeat_response import ShareGroupHeartbeatResponse
from kafkawire.protocol.messages.streams_group_heartbeat_request import (
    StreamsGroupHeartbeatRequest,
)
from kafkawire.protocol.messages.streams_group_heartbeat_response import (
    StreamsGroupHeartbeatResponse,
)
from kafkawire.protocol.uuids import uuid_text
from tests.support.broker.consumer_storm import consumer_storm
from tests.support.dump.talking import Conversation
from tests.support.dump.tapping import Tap

ORDERS = bytes(range(16))


def beat(member: str, epoch: int, **fields: Any) -> ConsumerGroupHeartbeatRequest:
    quiet = {"subscribed_topic_names": None, "topic_partitions": None}
    return ConsumerGroupHeartbeatRequest(
        group_id="g", member_id=member, member_epoch=epoch, **{**quiet, **fields}
    )


def told(epoch: int, *partitions: int | None) -> ConsumerGroupHeartbeatResponse:
    """An answer; a partition None stands for no news, none at all for an empty assignment."""
    kind = ConsumerGroupHeartbeatResponse
    if None in partitions:
        return kind(member_epoch=epoch, heartbeat_interval_ms=5000, assignment=None)
    topics = [kind.TopicPartitions(topic_id=ORDERS, partitions=[each or 0 for each in partitions])]
    assignment = kind.Assignment(topic_partitions=topics if partitions else [])
    return kind(member_epoch=epoch, heartbeat_interval_ms=5000, assignment=assignment)


def step_of(exchange: Exchange) -> GroupStep:
    step = exchange.group
    assert isinstance(step, GroupStep)
    return step


def orders(*partitions: int) -> tuple[TopicPartition, ...]:
    return tuple(TopicPartition("orders", each) for each in partitions)


def talking() -> Conversation:
    talk = Conversation()
    talk.state.topics.learn(uuid_text(ORDERS), "orders")
    return talk


def test_partitions_move_when_they_are_given_up() -> None:
    """groups D-63, the walk through two members."""
    talk = talking()
    names = {"subscribed_topic_names": ["orders"]}
    step = step_of(talk.say(beat("m1", 0, **names), told(1, 0, 1, 2)))
    assert step.summary == (
        "group g epoch 1: billing-m1 at epoch 1 owns orders 0-2; "
        "rebalanced in 0 ms, billing-m1 joins"
    )
    assert (step.state, step.gained) == ("stable", orders(0, 1, 2))

    step = step_of(talk.say(beat("m2", 0, **names), told(2)))
    assert (step.owned, step.state, step.reason) == ((), "rebalancing", "billing-m2 joins")

    talk.now_ms += 999
    step = step_of(talk.say(beat("m1", 1), told(1, 0, 1)))
    assert step.summary == (
        "group g epoch 2: billing-m1 at epoch 1 has to give up orders 2 and keeps orders 0-1; "
        "rebalance in progress since 1 s, billing-m2 joins"
    )
    assert step.lost == orders(2)

    step = step_of(talk.say(beat("m2", 2), told(2, None)))
    assert (step.owned, step.state) == ((), "rebalancing")
    step = step_of(talk.say(beat("m1", 1, topic_partitions=[]), told(2, None)))
    assert step.state == "stable"
    step = step_of(talk.say(beat("m2", 2), told(2, 2)))
    assert (step.owned, step.gained) == (orders(2), orders(2))


def test_leaving_concerns_the_others() -> None:
    talk = talking()
    talk.say(beat("m1", 0), told(1, 0))
    talk.say(beat("m2", 0), told(2, 1))
    talk.say(beat("m1", 1), told(2, None))
    step = step_of(talk.say(beat("m2", -1), told(-1, None)))
    assert step.summary.startswith("group g epoch 2: billing-m2 left and its orders 1")
    assert (step.members, step.reason) == (1, "billing-m2 left")
    step = step_of(talk.say(beat("m1", 2), told(3, 0, 1)))
    assert "rebalanced in 1 ms, billing-m2 left" in step.summary


def test_a_static_member_may_be_back() -> None:
    talk = talking()
    talk.say(beat("m1", 0, instance_id="web"), told(1, 0))
    step = step_of(talk.say(beat("m1", -2, instance_id="web"), told(-2, None)))
    assert "web left, to be back" in step.summary
    assert step.state == "stable"


def test_other_wishes_are_a_reason() -> None:
    talk = talking()
    talk.say(beat("m1", 0, subscribed_topic_names=["orders"]), told(1, 0))
    wishes = {"subscribed_topic_names": ["refunds", "orders"]}
    step = step_of(talk.say(beat("m1", 1, **wishes), told(2, None)))
    assert "billing-m1 subscribes to orders, refunds" in step.summary


def test_a_refusal_carries_the_brokers_words() -> None:
    talk = talking()
    talk.say(beat("m1", 0), told(1, 0))
    refused = ConsumerGroupHeartbeatResponse(
        error_code=ErrorCode.FENCED_MEMBER_EPOCH, error_message="too old"
    )
    step = step_of(talk.say(beat("m1", 1), refused))
    assert step.summary == (
        "group g epoch 1: heartbeat of billing-m1 refused: FENCED_MEMBER_EPOCH, too old"
    )
    assert (step.members, step.error) == (0, "FENCED_MEMBER_EPOCH")


def test_share_groups_are_understood_likewise() -> None:
    talk = talking()
    kind = ShareGroupHeartbeatResponse
    topics = [kind.TopicPartitions(topic_id=ORDERS, partitions=[0])]
    answer = kind(member_epoch=1, assignment=kind.Assignment(topic_partitions=topics))
    request = ShareGroupHeartbeatRequest(group_id="g", member_id="m1", member_epoch=0)
    assert step_of(talk.say(request, answer)).owned == orders(0)


def test_streams_groups_have_members_and_epochs() -> None:
    request = StreamsGroupHeartbeatRequest(group_id="g", member_id="m1", member_epoch=0)
    answer = StreamsGroupHeartbeatResponse(member_id="m1", member_epoch=3)
    step = step_of(Conversation().say(request, answer))
    assert (step.generation, step.members) == (3, 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_after_a_storm_everybody_owns_what_it_believes(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tap = Tap(monkeypatch)
    storm = consumer_storm(seed)
    storm.run()
    group = tap.state.groups.find("storm")
    assert group is not None
    here: list[Any] = [each for each in storm.members if each.is_wanted]
    for each in here:
        member = group.members[each._id]
        assert member.owned is not None
        assert {partition for _, partition in member.owned} == each.owned
        assert member.epoch == each.generation
