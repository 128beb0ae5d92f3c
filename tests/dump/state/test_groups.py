"""Classic groups as their messages show them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kafkawire.dump.model import Exchange
from kafkawire.dump.state import groups
from kafkawire.dump.state.group import Group, GroupStep, Member
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.consumer_protocol_assignment import ConsumerProtocolAssignment
from kafkawire.protocol.messages.consumer_protocol_subscription import (
    ConsumerProtocolSubscription,
)
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.protocol.messages.join_group_request import JoinGroupRequest
from kafkawire.protocol.messages.join_group_response import JoinGroupResponse
from kafkawire.protocol.messages.leave_group_request import LeaveGroupRequest
from kafkawire.protocol.messages.leave_group_response import LeaveGroupResponse
from kafkawire.protocol.messages.offset_commit_request import OffsetCommitRequest
from kafkawire.protocol.messages.offset_commit_response import OffsetCommitResponse
from kafkawire.protocol.messages.sync_group_request import SyncGroupRequest
from kafkawire.protocol.messages.sync_group_response import SyncGroupResponse
from tests.support.broker.classic_storm import classic_storm
from tests.support.dump.talking import Conversation
from tests.support.dump.tapping import Tap

UUID = "9f3a6c01-0000-4000-8000-000000000000"
ALICE, BOB = f"alice-{UUID}", f"bob-{UUID}"


def step_of(exchange: Exchange) -> GroupStep:
    step = exchange.group
    assert isinstance(step, GroupStep)
    return step


def wish(*topics: str, owned: tuple[int, ...] = (), version: int = 1) -> bytes:
    kind = ConsumerProtocolSubscription
    held = [kind.TopicPartition(topic="orders", partitions=list(owned))] if owned else []
    body = kind(topics=list(topics), owned_partitions=held).encode(version)
    return version.to_bytes(2, "big") + body


def given(*partitions: int) -> bytes:
    kind = ConsumerProtocolAssignment
    topics = [kind.TopicPartition(topic="orders", partitions=list(partitions))]
    return b"\0\0" + kind(assigned_partitions=topics if partitions else []).encode(0)


def orders(*partitions: int) -> tuple[TopicPartition, ...]:
    return tuple(TopicPartition("orders", each) for each in partitions)


def join(member: str = "", *, wishes: bytes = b"", **fields: Any) -> JoinGroupRequest:
    offered = JoinGroupRequest.JoinGroupRequestProtocol(
        name="range", metadata=wishes or wish("orders")
    )
    fields = {"session_timeout_ms": 45_000, "rebalance_timeout_ms": 300_000} | fields
    return JoinGroupRequest(
        group_id="g", member_id=member, protocol_type="consumer", protocols=[offered], **fields
    )


def joined(member: str, generation: int, *members: str, leader: str = ALICE) -> JoinGroupResponse:
    kind = JoinGroupResponse.JoinGroupResponseMember
    return JoinGroupResponse(
        generation_id=generation,
        protocol_type="consumer",
        protocol_name="range",
        leader=leader,
        member_id=member,
        members=[kind(member_id=each, metadata=wish("orders")) for each in members],
    )


def sync(member: str, generation: int, **assignments: bytes) -> SyncGroupRequest:
    kind = SyncGroupRequest.SyncGroupRequestAssignment
    return SyncGroupRequest(
        group_id="g",
        generation_id=generation,
        member_id=member,
        protocol_type="consumer",
        protocol_name="range",
        assignments=[
            kind(member_id=f"{name}-{UUID}", assignment=each) for name, each in assignments.items()
        ],
    )


def synced(*partitions: int) -> SyncGroupResponse:
    return SyncGroupResponse(
        protocol_type="consumer", protocol_name="range", assignment=given(*partitions)
    )


def beat(member: str, generation: int) -> HeartbeatRequest:
    return HeartbeatRequest(group_id="g", generation_id=generation, member_id=member)


def stable() -> Conversation:
    """Alice leads generation 1 with bob."""
    talk = Conversation()
    talk.connection.client_id = "alice"
    talk.say(join(ALICE), joined(ALICE, 1, ALICE, BOB), after_ms=3000)
    plan = {"alice": given(0, 1), "bob": given(2)}
    talk.say(sync(ALICE, 1, **plan), synced(0, 1))
    return talk


def test_a_new_member_gets_its_id_and_comes_back() -> None:
    talk = Conversation()
    refused = JoinGroupResponse(error_code=ErrorCode.MEMBER_ID_REQUIRED, member_id=BOB)
    step = step_of(talk.say(join(), refused))
    assert step.summary == "group g: billing-bob-9f3a gets its member id and has to ask again"
    assert step.state == ""
    exchange = talk.ask(join(BOB))
    assert step_of(exchange).reason == "billing-bob-9f3a joins"
    assert exchange.topics == ("orders",)


def test_a_rebalance_is_told_from_beginning_to_end() -> None:
    talk = Conversation()
    talk.connection.client_id = "alice"
    first = talk.ask(join(ALICE))
    assert step_of(first).summary == (
        "group g: alice-9f3a6c01 asks to join: rebalance in progress since 0 ms, "
        "alice-9f3a6c01 joins, perhaps again"
    )
    talk.now_ms += 3000
    step = step_of(talk.answer(first, joined(ALICE, 1, ALICE, BOB)))
    assert step.summary == (
        "group g generation 1: alice-9f3a6c01 joined as the leader of 2 members by range"
    )
    assert (step.members, step.is_whole, step.state) == (2, True, "rebalancing")
    assert step.rebalancing_ms == 3000
    talk.now_ms += 199
    plan = {"alice": given(0, 1), "bob": given(2)}
    exchange = talk.say(sync(ALICE, 1, **plan), synced(0, 1))
    step = step_of(exchange)
    assert step.summary == (
        "group g generation 1: alice-9f3a6c01 owns orders 0-1; "
        "rebalanced in 3.2 s, alice-9f3a6c01 joins, perhaps again"
    )
    assert step.assignment == {ALICE: orders(0, 1), BOB: orders(2)}
    assert (step.owned, step.gained, step.state) == (orders(0, 1), orders(0, 1), "stable")
    assert exchange.topics == ("orders",)
    group = talk.state.groups.find("g")
    assert group is not None
    assert group.members[BOB].owned == orders(2)


def test_a_follower_learns_only_its_own() -> None:
    talk = Conversation()
    step = step_of(talk.say(join(BOB), joined(BOB, 4)))
    assert step.summary.endswith("joined, alice-9f3a6c01 leads")
    step = step_of(talk.say(sync(BOB, 4), synced(5)))
    assert (step.owned, step.is_whole, step.members) == (orders(5), False, 1)


def test_a_stable_group_has_quiet_heartbeats() -> None:
    talk = stable()
    step = step_of(talk.say(beat(BOB, 1), HeartbeatResponse()))
    assert step.summary == "group g generation 1: bob-9f3a6c01 is there"
    assert (step.state, step.owned) == ("stable", orders(2))


def test_the_cause_of_a_rebalance_replaces_its_sign() -> None:
    talk = stable()
    calls = HeartbeatResponse(error_code=ErrorCode.REBALANCE_IN_PROGRESS)
    step = step_of(talk.say(beat(ALICE, 1), calls))
    assert step.summary == (
        "group g generation 1: rebalance in progress, for a reason that was not seen; "
        "alice-9f3a6c01 has to join again"
    )
    talk.ask(join(f"carol-{UUID}"))
    talk.now_ms += 4200
    step = step_of(talk.say(beat(BOB, 1), calls))
    assert step.reason == "alice-carol-9f joins"
    assert "rebalance in progress since 4.2 s, alice-carol-9f joins" in step.summary


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        (join(BOB, wishes=wish("orders", "refunds")), "bob-9f3a6c01 subscribes to orders, refunds"),
        (
            join(ALICE, wishes=wish("orders", owned=(1,)), reason="revoked some"),
            'alice-9f3a6c01 joins again, having given up partitions: "revoked some"',
        ),
        (
            join(BOB, wishes=wish("orders", owned=(7,)), reason="not what it was given"),
            'bob-9f3a6c01 joins again: "not what it was given"',
        ),
        (
            join(ALICE, wishes=wish("orders", owned=(0, 1)), reason="metadata changed"),
            'alice-9f3a6c01 joins again: "metadata changed"',
        ),
    ],
)
def test_who_joins_again_says_why(request_: JoinGroupRequest, reason: str) -> None:
    talk = stable()
    talk.connection.client_id = request_.member_id.split("-")[0]
    assert step_of(talk.ask(request_)).reason == reason


def test_leaving_begins_a_rebalance() -> None:
    talk = stable()
    kind = LeaveGroupRequest.MemberIdentity
    request = LeaveGroupRequest(group_id="g", members=[kind(member_id=BOB, reason="closing")])
    answer = LeaveGroupResponse(members=[LeaveGroupResponse.MemberResponse(member_id=BOB)])
    step = step_of(talk.say(request, answer))
    assert step.summary == 'group g generation 1: bob-9f3a6c01 left ("closing")'
    assert (step.reason, step.members) == ("bob-9f3a6c01 left", 1)
    old = LeaveGroupRequest(group_id="g", member_id=ALICE)
    assert step_of(talk.say(old, LeaveGroupResponse(), 1)).members == 0


def test_a_member_that_may_not_leave_stays() -> None:
    talk = stable()
    kind = LeaveGroupRequest.MemberIdentity
    request = LeaveGroupRequest(group_id="g", members=[kind(member_id="who")])
    refused = LeaveGroupResponse.MemberResponse(member_id="who", error_code=25)
    step = step_of(talk.say(request, LeaveGroupResponse(members=[refused])))
    assert step.summary == "group g generation 1: who cannot leave: UNKNOWN_MEMBER_ID"
    assert step.state == "stable"


@pytest.mark.parametrize(
    ("was_seen", "silence"), [(True, " (silent for 50 s)"), (False, "")], ids=["seen", "unseen"]
)
def test_the_new_generation_shows_who_is_gone(was_seen: bool, silence: str) -> None:
    talk = stable()
    if was_seen:
        talk.say(beat(BOB, 1), HeartbeatResponse())
    talk.say(beat(ALICE, 1), HeartbeatResponse(error_code=ErrorCode.REBALANCE_IN_PROGRESS))
    talk.now_ms += 50_000
    exchange = talk.ask(join(ALICE, reason="rejoin"))
    step = step_of(talk.answer(exchange, joined(ALICE, 2, ALICE)))
    assert step.summary.endswith(f", without bob-9f3a6c01{silence}")
    assert step.members == 1


@pytest.mark.parametrize(
    ("silence_ms", "code", "text"),
    [
        (60_000, 25, "it was silent for 60 s and its session timeout is 45 s"),
        (1_000, 25, "the coordinator has forgotten it, 1 s after it took its latest request"),
        (0, 82, "FENCED_INSTANCE_ID, another client joined with the same instance id"),
    ],
)
def test_a_refusal_is_explained(silence_ms: int, code: int, text: str) -> None:
    talk = stable()
    talk.now_ms += silence_ms - 1
    step = step_of(talk.say(beat(ALICE, 1), HeartbeatResponse(error_code=code)))
    assert text in step.summary
    assert step.error


def test_commits_are_steps_of_their_group() -> None:
    talk = stable()
    kind = OffsetCommitRequest
    partition = kind.OffsetCommitRequestPartition(partition_index=0, committed_offset=5)
    topic = kind.OffsetCommitRequestTopic(name="orders", partitions=[partition])
    request = kind(group_id="g", generation_id_or_member_epoch=1, member_id=ALICE, topics=[topic])
    told = OffsetCommitResponse.OffsetCommitResponsePartition(partition_index=0)
    result = OffsetCommitResponse.OffsetCommitResponseTopic(name="orders", partitions=[told])
    step = step_of(talk.say(request, OffsetCommitResponse(topics=[result]), 9))
    assert step.summary == "group g generation 1: 1 offset committed by alice-9f3a6c01"
    told.error_code = ErrorCode.REBALANCE_IN_PROGRESS
    step = step_of(talk.say(request, OffsetCommitResponse(topics=[result]), 9))
    assert step.state == "rebalancing"
    request.member_id, request.generation_id_or_member_epoch = "", -1
    told.error_code = 0
    step = step_of(talk.say(request, OffsetCommitResponse(topics=[result]), 9))
    assert "committed by who is no member" in step.summary


def test_a_group_that_is_no_consumers_has_no_owners() -> None:
    talk = Conversation()
    request = sync(ALICE, 1, alice=b"\0\1connect")
    request.protocol_type = "connect"
    answer = synced()
    answer.protocol_type, answer.assignment = "connect", b"\0\1connect"
    step = step_of(talk.say(request, answer))
    assert step.owned is None
    assert "not the consumer protocol" in step.summary


@pytest.mark.parametrize("kind", ["consumer", "connect"])
def test_versions_without_a_protocol_type_have_that_of_their_group(kind: str) -> None:
    talk = Conversation()
    request = join(ALICE)
    request.protocol_type = kind
    answered = talk.say(request, joined(ALICE, 1, ALICE, BOB), 5)
    asked = talk.ask(sync(ALICE, 1, alice=given(0), bob=given(1)), 3)
    synced_ = talk.answer(asked, synced(0), 3)
    messages = (answered.response, synced_.request, synced_.response)
    assert [each and each.protocol_type for each in messages] == [kind] * 3
    group = talk.state.groups.find("g")
    assert group is not None
    assert group.protocol_type == kind
    # What a connector assigns is no plan of partitions.
    assert bool(synced_.group.assignment) == (kind == "consumer")


def test_groups_and_their_members_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(groups, "MEMBERS_KNOWN_MAX", 5)
    talk = Conversation()
    for group in "abc":
        for member in "xyz":
            request = HeartbeatRequest(group_id=group, member_id=member, generation_id=1)
            talk.say(request, HeartbeatResponse())
    talk.say(HeartbeatRequest(group_id="c", member_id="x"), HeartbeatResponse())
    known = [talk.state.groups.find(group) for group in "abc"]
    assert [each is not None for each in known] == [False, False, True]


@pytest.mark.parametrize("seed", range(2))
def test_after_a_storm_the_members_are_those_of_the_broker(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tap = Tap(monkeypatch)
    storm = classic_storm(seed)
    storm.run()
    group = tap.state.groups.find("storm")
    assert group is not None
    assert {group.generation} == {each.generation for each in storm.members if each.is_wanted}
    assert len(group.members) == sum(each.is_wanted for each in storm.members)
    assert not group.is_rebalancing
    assert group.is_whole


@pytest.mark.parametrize("seed", range(20))
def test_heartbeats_that_repeat_what_was_said_say_what_they_would_say_anew(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    random, repeated, generation = Random(seed), 0, 1
    kept = Member.is_as_before

    def checked(member: Member, group: Group) -> bool:
        nonlocal repeated
        is_as_before = kept(member, group)
        if is_as_before:
            repeated += 1
            text = group.progress(0) or f"{member.name} is there"
            assert member.there == groups._step(group, "heartbeat", text, member.id, 0)
        return is_as_before

    monkeypatch.setattr(Member, "is_as_before", checked)
    talk = stable()
    for _ in range(60):
        member = random.choice((ALICE, BOB))
        if random.random() < 0.8:
            # Now and then a generation of which nothing else was seen.
            generation += random.random() < 0.1
            code = random.choice((0, 0, 0, ErrorCode.REBALANCE_IN_PROGRESS))
            talk.say(beat(member, generation), HeartbeatResponse(error_code=code))
        else:
            generation += random.randrange(2)
            plan = {"alice": given(random.randrange(3)), "bob": given(7)}
            talk.say(join(ALICE), joined(ALICE, generation, ALICE, BOB))
            talk.say(sync(ALICE, generation, **plan), synced(0))
    assert repeated
