"""Situations of Kafka's ConsumerCoordinatorTest that no other test has: joining and leaving.

tests/kafka_cases has all of them.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from kafkawire.client.core.membership.classic_states import State
from kafkawire.client.core.membership.handover import Failed, Revoked
from kafkawire.client.core.membership.topic_selection import TopicSelection
from kafkawire.client.core.offsets.committing_member import NoMember
from kafkawire.client.values import OffsetAndMetadata, TopicPartition
from tests.client.support.classic import COOPERATIVE, JOIN, LEAVE, SYNC, Classic, joined
from tests.client.support.group import ALL, COMMIT, FIND, partitions, together
from tests.client.support.offsets import ZERO, Outcomes, at, commit, error_in, member, refuse
from tests.client.support.read_world import ReadWorld

HEARTBEAT = 12
WITHOUT = {"auto.create.topics.enable": "false"}
T0 = TopicPartition("t", 0)


def test_a_member_that_only_has_its_id_leaves_by_it() -> None:
    """client G-48: testPendingMemberShouldLeaveGroup."""
    client = Classic()
    client.world.create_topic("orders", 4)
    client.world.delay = lambda api: api == JOIN and len(client.sent(JOIN)) > 1
    client.subscribe("orders")
    client.world.advance(1000)
    assert client.state() is State.JOINING
    member_id = client.sent(JOIN)[1].member_id
    client.leave()
    client.world.advance(1000)
    told = [each.member_id for request in client.sent(LEAVE) for each in request.members]
    assert told == [member_id]
    assert client.state() is State.UNJOINED


@pytest.mark.parametrize("is_pattern", [False, True])
def test_a_topic_that_comes_later_is_joined_for(is_pattern: bool) -> None:
    """client G-44: testRebalanceAfterTopicUnavailableWithSubscribe, and by a pattern."""
    client = Classic(overrides=WITHOUT)
    selection = TopicSelection(frozenset({"later"}))
    if is_pattern:
        client.world.create_topic("other")
        selection = TopicSelection(pattern=re.compile("later.*"))
    client.member.subscribe(selection, client.now_ms)
    client.world.advance(8000)
    assert client.state() is State.STABLE
    assert client.member.owned == frozenset()
    client.world.create_topic("later", 2)
    client.world.metadata.request_update(client.now_ms)
    client.world.advance(10_000)
    assert client.member.owned == partitions("later", 0, 1)


@pytest.mark.parametrize("budget_ms", [0, 3000])
@pytest.mark.parametrize("has_offsets", [False, True])
def test_partitions_are_given_up_in_time_without_a_coordinator(
    budget_ms: int, has_offsets: bool
) -> None:
    """client L-1: testCloseCoordinatorNotKnownWithCommits and NoCommits, testCloseNoWait."""
    client = joined()
    client.world.is_down = True
    client.world.drop_connections()
    if has_offsets:
        client.did("orders", 0, 5)
    client.leave(budget_ms=budget_ms)
    client.world.advance(budget_ms)
    assert client.shell.assigned == frozenset()
    client.world.is_down = False
    client.world.advance(5000)
    assert client.shell.kinds()[-1] == "Left"
    assert client.state() is State.UNJOINED


@pytest.mark.parametrize("api", [COMMIT, LEAVE])
def test_partitions_are_given_up_in_time_without_an_answer(api: int) -> None:
    """client L-1: testCloseNoResponseForCommit, testCloseNoResponseForLeaveGroup."""
    client = joined()
    client.world.swallow = lambda key: key == api
    client.did("orders", 0, 5)
    client.leave(budget_ms=3000)
    client.world.advance(3000)
    assert client.shell.assigned == frozenset()
    assert "Revoked" in client.shell.kinds()
    beats = len(client.sent(HEARTBEAT))
    client.world.advance(60_000)
    assert len(client.sent(HEARTBEAT)) == beats
    assert client.shell.kinds()[-1] == "Left"


def test_the_group_metadata_is_that_of_the_generation() -> None:
    """client I-7: testGetGroupMetadata."""
    client = Classic(group_instance_id="i")
    before = client.member.group_metadata()
    assert (before.group_id, before.generation_id, before.member_id) == ("billing", -1, "")
    client.world.create_topic("orders", 4)
    client.subscribe("orders")
    client.world.advance(6000)
    after = client.member.group_metadata()
    assert (after.group_id, after.generation_id) == ("billing", 1)
    assert (after.member_id, after.group_instance_id) == (client.member.member_id, "i")


def test_the_group_metadata_is_new_before_the_hook_runs() -> None:
    """client G-23: shouldUpdateConsumerGroupMetadataBeforeCallbacks: of cooperative members."""
    first = joined(names=COOPERATIVE)
    second = Classic(first, seed=1, names=COOPERATIVE)
    generations: list[int] = []
    perform = first.shell._perform

    def seen(wish: Any, now_ms: int) -> None:
        if isinstance(wish, Revoked):
            generations.append(first.member.group_metadata().generation_id)
        perform(wish, now_ms)

    first.shell._perform = seen  # type: ignore[method-assign]
    second.subscribe("orders")
    together([first, second], 20_000)
    assert generations[:1] == [2]


@pytest.mark.parametrize("api", [JOIN, SYNC])
def test_a_member_that_leaves_amid_a_rebalance_may_join_again(api: int) -> None:
    """client G-48: testPrepareJoinAndRejoinAfterFailedRebalance."""
    client = joined()
    client.world.delay = lambda key: key == api
    client.member.enforce_rebalance("", client.now_ms)
    client.world.advance(500)
    assert client.state() in (State.JOINING, State.SYNCING)
    client.leave()
    client.world.advance(500)
    client.subscribe("orders")
    client.world.delay = lambda key: False
    client.world.advance(60_000)
    assert client.state() is State.STABLE
    assert client.member.owned == client.shell.assigned == ALL


def test_a_fenced_instance_is_told_by_a_commit() -> None:
    """client G-46: testCommitOffsetFencedInstanceWithNewGeneration, and others with 82."""
    client, outcomes = joined(group_instance_id="i"), Outcomes()
    refuse(client, COMMIT, [82])
    commit(client, 5, outcomes)
    client.world.advance(1000)
    assert getattr(error_in(outcomes), "code", None) == 82
    (failed,) = client.shell.of(Failed)
    assert failed.error.code == 82
    sent = len(client.sent(HEARTBEAT))
    client.world.advance(20_000)
    assert len(client.sent(HEARTBEAT)) == sent
    assert client.shell.assigned == frozenset()


def test_backoffs_of_joining_are_short_again_after_a_round() -> None:
    """client G-46: 100 ms at first, a fifth more or less, and twice as long each time."""
    client = joined()

    def refused(times: int) -> list[int]:
        """Refuse JoinGroup so many times; when it was answered."""
        sent: list[int] = []
        left = [times]

        def edit(api: int, answer: Any) -> Any:
            if api != JOIN:
                return None
            sent.append(client.now_ms)
            if not left[0]:
                return None
            left[0] -= 1
            answer.error_code = 14
            return answer

        client.world.edit = edit
        client.member.enforce_rebalance("", client.now_ms)
        client.world.advance(20_000)
        assert client.state() is State.STABLE
        return sent

    def last(times: list[int]) -> int:
        return times[-1] - times[-2]

    assert last(refused(3)) > 300
    assert last(refused(1)) <= 120


# Offsets


def test_many_commits_survive_a_lost_coordinator() -> None:
    """client G-62: testManyInFlightAsyncCommitsWithCoordinatorDisconnect: two requests more."""
    client, outcomes = member(), Outcomes()
    client.world.swallow = lambda api: api == COMMIT
    for offset in range(1000):
        commit(client, offset, outcomes)
    client.world.settle()
    client.world.swallow = lambda api: False
    client.world.drop_connections()
    client.world.advance(3000)
    assert outcomes.of == [None] * 1000
    assert len(client.sent(COMMIT)) <= 3
    assert client.committed(ZERO) == {ZERO: 999}


def test_a_commit_of_nothing_new_waits_for_the_one_under_way() -> None:
    """client G-63: testEnsureCompletingAsyncCommitsWhenSyncCommitWithoutOffsets, and order."""
    client, order = member(), Outcomes()
    client.world.delay = lambda api: api == COMMIT
    client.did("orders", 0, 5)
    for _ in range(2):
        client.offsets.commit_done(order, client.now_ms + 9000, client.now_ms)
        client.world.settle()
    assert order.of == []
    client.world.delay = lambda api: False
    client.world.settle()
    assert order.of == [None, None]
    assert len(client.sent(COMMIT)) == 1


def test_commits_end_in_the_order_of_their_calls() -> None:
    """client G-65: testAsyncCommitCallbacksInvokedPriorToSyncCommitCompletion."""
    client, ended = member(), list[int]()

    def committing(number: int) -> None:
        def done(outcome: Any, now_ms: int) -> None:
            ended.append(number)

        client.offsets.commit({ZERO: at(number)}, done, client.now_ms + 9000, client.now_ms)

    client.world.delay = lambda api: api == COMMIT
    for number in range(3):
        committing(number)
        client.world.settle()
    client.world.delay = lambda api: False
    client.world.settle()
    assert ended == [0, 1, 2]


def test_an_auto_commit_that_is_under_way_is_the_only_one() -> None:
    """client G-61: testAutoCommitAwaitsInterval."""
    client = member()
    client.world.delay = lambda api: api == COMMIT
    client.did("orders", 0, 5)
    client.world.advance(5000)
    client.did("orders", 0, 6)
    client.world.advance(20_000)
    assert len(client.sent(COMMIT)) == 1
    client.world.delay = lambda api: False
    client.world.advance(5000)
    assert client.committed(ZERO) == {ZERO: 6}
    assert len(client.sent(COMMIT)) == 2


@pytest.mark.parametrize("code", [14, 15])
def test_an_auto_commit_is_tried_again_after_a_backoff(code: int) -> None:
    """client G-61: testAutoCommitRetryBackoff, testAutoCommitAfterCoordinatorBackToService."""
    client = member()
    refuse(client, COMMIT, [code])
    client.did("orders", 0, 5)
    client.world.advance(5000)
    assert len(client.sent(COMMIT)) == 1
    client.world.advance(79)
    assert len(client.sent(COMMIT)) == 1
    client.world.advance(300)
    assert client.committed(ZERO) == {ZERO: 5}
    assert client.world.apis().count(FIND) == (0 if code == 14 else 1)


@pytest.mark.parametrize("is_known", [False, True])
def test_partitions_assigned_by_hand_are_auto_committed(is_known: bool) -> None:
    """client G-61: testAutoCommitManualAssignment, and with the coordinator unknown.

    Without a member id there is no instance id: KIP-345 has both or none
    (testCommitOffsetShouldNotSetInstanceIdIfMemberIdIsUnknown).
    """
    client = Classic(group_instance_id="i")
    client.world.create_topic("orders", 2)
    client.world.metadata.want(["orders"], client.now_ms)
    client.world.advance(1000)
    client.offsets.commit_for(NoMember("billing"))
    if is_known:
        commit(client, 1, Outcomes())
        client.world.advance(3000)
    client.world.requests.clear()
    client.did("orders", 0, 5)
    client.world.advance(8000)
    assert client.committed(ZERO) == {ZERO: 5}
    (request,) = client.sent(COMMIT)
    assert (request.member_id, request.generation_id_or_member_epoch) == ("", -1)
    assert request.group_instance_id is None
    assert (FIND in client.world.apis()) == (not is_known)


def test_a_committed_offset_with_an_epoch_is_validated() -> None:
    """client F-41: testRefreshOffsetWithValidation."""
    world = ReadWorld(has_group=True)
    world.topic()
    world.number(T0, 3)
    world.assign(T0)
    world.advance(100)
    world.reader.found_committed({T0: OffsetAndMetadata(2, 0)}, world.now_ms)
    assert [offset for _, offset, _ in world.read()] == [2]
    assert world.apis().index(23) < world.apis().index(1)


def test_offsets_of_partitions_with_a_position_are_not_looked_up() -> None:
    """client G-67: testNoCoordinatorDiscoveryIfPositionsKnown, and those that are reset."""
    world = ReadWorld(has_group=True)
    known, reset, other = world.topic(3)
    world.reader.assign([known, reset, other], world.now_ms)
    world.reader.seek(known, 500, world.now_ms)
    world.reader.reset([reset], -2, world.now_ms)
    assert list(world.reader.initializing) == [other]
