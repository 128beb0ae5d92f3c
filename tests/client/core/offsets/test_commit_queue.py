"""Commits: one at a time, merged, tried again, withdrawn."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.client.core.membership.consumer_states import State
from kafkawire.client.errors import (
    CommitFailed,
    FencedInstance,
    GroupAuthorizationFailed,
    RebalanceInProgress,
    ServerError,
    TimedOut,
)
from tests.client.support.group import Client, partitions
from tests.client.support.offsets import (
    COMMIT,
    ONE,
    ZERO,
    Outcomes,
    at,
    commit,
    error_in,
    member,
    refuse,
)

FIND = 10


def test_a_member_commits_in_its_name_and_by_topic_ids() -> None:
    """client G-55, D-32: version 10 with the epoch, over the coordinator's lane."""
    client, outcomes = member(group_instance_id="i"), Outcomes()
    commit(client, 5, outcomes)
    assert outcomes.of == [], "never from the call"
    client.world.settle()
    assert outcomes.of == [None]
    (request,) = client.sent(COMMIT)
    assert client.versions(COMMIT) == {10}
    assert request.generation_id_or_member_epoch == client.member.epoch == 2
    assert (request.member_id, request.group_instance_id) == (client.member.member_id, "i")
    assert client.committed(ZERO) == {ZERO: 5}


def test_commits_that_come_while_one_is_under_way_go_together() -> None:
    """client G-63, N 95: 100 commits make two requests, and share an answer."""
    client, outcomes = member(), Outcomes()
    client.world.delay = lambda api: api == COMMIT
    for offset in range(100):
        commit(client, offset, outcomes)
        client.world.settle()
    client.offsets.commit({ONE: at(7)}, outcomes, client.now_ms + 1000, client.now_ms)
    assert outcomes.of == []
    client.world.delay = lambda api: False
    client.world.settle()
    assert outcomes.of == [None] * 101
    assert len(client.sent(COMMIT)) == 2
    assert client.committed(ZERO, ONE) == {ZERO: 99, ONE: 7}


def test_what_is_committed_already_is_not_sent_again() -> None:
    """client G-63, N 99."""
    client, outcomes = member(), Outcomes()
    for _ in range(3):
        client.offsets.done(ZERO, at(5), client.now_ms)
        client.offsets.commit_done(outcomes, client.now_ms + 1000, client.now_ms)
        client.world.settle()
    assert outcomes.of == [None] * 3
    assert len(client.sent(COMMIT)) == 1


def test_what_is_done_never_goes_below_what_is_committed() -> None:
    """client G-63: unless it is explicit, or the position was changed by hand."""
    client, outcomes = member(), Outcomes()
    commit(client, 50, outcomes)
    client.world.settle()

    def do(offset: int) -> dict[Any, int | None]:
        client.offsets.done(ZERO, at(offset), client.now_ms)
        client.offsets.commit_done(outcomes, client.now_ms + 1000, client.now_ms)
        client.world.settle()
        return client.committed(ZERO)

    assert do(40) == {ZERO: 50}
    client.offsets.moved([ZERO])
    assert do(40) == {ZERO: 40}
    commit(client, 30, outcomes)
    client.world.settle()
    assert client.committed(ZERO) == {ZERO: 30}
    assert outcomes.of == [None] * 4


@pytest.mark.parametrize("code", [14, 15, 16, 7, 3])
def test_passing_errors_are_tried_again(code: int) -> None:
    """client G-46, G-62, N 74."""
    client, outcomes = member(), Outcomes()
    refuse(client, COMMIT, [code, code])
    commit(client, 5, outcomes)
    client.world.settle()
    assert outcomes.of == []
    client.world.advance(3000)
    assert outcomes.of == [None]
    assert len(client.sent(COMMIT)) == 3
    assert client.world.apis().count(FIND) == (2 if code in (15, 16, 7) else 0)


def test_only_refused_partitions_are_tried_again() -> None:
    """client G-65: retriable failures merge into the next."""
    client, first, second = member(), Outcomes(), Outcomes()
    refuse(client, COMMIT, [14], partition=0)
    deadline_ms = client.now_ms + 5000
    client.offsets.commit({ZERO: at(5), ONE: at(6)}, first, deadline_ms, client.now_ms)
    client.world.settle()
    client.offsets.commit({ONE: at(8)}, second, deadline_ms, client.now_ms)
    client.world.advance(1000)
    assert (first.of, second.of) == ([None], [None])
    _, again = client.sent(COMMIT)
    (topic,) = again.topics
    assert [(each.partition_index, each.committed_offset) for each in topic.partitions] == [
        (0, 5),
        (1, 8),
    ]


def test_a_commit_that_comes_later_wins_over_one_that_is_tried_again() -> None:
    """client G-65: in the order of the calls, whichever offset is greater."""
    client, first, second = member(), Outcomes(), Outcomes()
    client.world.delay = lambda api: api == COMMIT
    commit(client, 9, first)
    client.world.settle()
    commit(client, 5, second)
    refuse(client, COMMIT, [14])
    client.world.delay = lambda api: False
    client.world.advance(3000)
    assert (first.of, second.of) == ([None], [None])
    assert client.committed(ZERO) == {ZERO: 5}


def test_what_is_done_goes_out_once_by_the_greatest_offset() -> None:
    """client G-63: of those that wait together."""
    client, outcomes = member(), Outcomes()
    for offset in (7, 5):
        client.offsets.done(ZERO, at(offset), client.now_ms)
        client.offsets.commit_done(outcomes, client.now_ms + 1000, client.now_ms)
    client.world.settle()
    assert outcomes.of == [None, None]
    assert client.committed(ZERO) == {ZERO: 7}
    assert len(client.sent(COMMIT)) == 1


def test_a_lost_connection_is_tried_again() -> None:
    """client G-62, N 94: the offset is committed, maybe twice."""
    client, outcomes = member(), Outcomes()
    client.world.swallow = lambda api: api == COMMIT
    commit(client, 5, outcomes)
    client.world.settle()
    client.world.drop_connections()
    client.world.swallow = lambda api: False
    client.world.advance(3000)
    assert outcomes.of == [None]
    assert client.committed(ZERO) == {ZERO: 5}


def test_a_commit_ends_when_its_time_is_over() -> None:
    """client G-62, B-6: with what happened last."""
    client, outcomes = member(), Outcomes()
    refuse(client, COMMIT, [14] * 1000)
    commit(client, 5, outcomes, wait_ms=4000)
    client.world.advance(3999)
    assert outcomes.of == []
    client.world.advance(1)
    error = error_in(outcomes)
    assert isinstance(error, TimedOut)
    assert isinstance(error.last_error, ServerError)
    sent = len(client.sent(COMMIT))
    client.world.advance(20_000)
    assert len(client.sent(COMMIT)) == sent


def test_a_withdrawn_commit_that_waits_is_never_sent() -> None:
    """client G-66, N 94."""
    client, outcomes, others = member(), Outcomes(), Outcomes()
    client.world.delay = lambda api: api == COMMIT
    first = commit(client, 5, outcomes)
    client.world.settle()
    second = commit(client, 9, outcomes)
    client.offsets.withdraw(second)
    client.offsets.withdraw(first)
    client.world.delay = lambda api: False
    client.world.advance(3000)
    assert outcomes.of == []
    assert client.committed(ZERO) == {ZERO: 5}
    client.offsets.done(ZERO, at(5), client.now_ms)
    client.offsets.commit_done(others, client.now_ms + 1000, client.now_ms)
    client.world.settle()
    assert (others.of, len(client.sent(COMMIT))) == ([None], 1), "the client learned of it"


def test_a_newer_epoch_is_tried_at_once() -> None:
    """client G-55, G-53, N 74: 113."""
    client, outcomes = member(), Outcomes()
    client.world.delay = lambda api: api == COMMIT
    commit(client, 5, outcomes)
    client.world.settle()
    client.member.epoch += 1
    refuse(client, COMMIT, [113])
    client.world.delay = lambda api: False
    client.world.settle()
    _, again = client.sent(COMMIT)[:2]
    assert again.generation_id_or_member_epoch == 3


def test_a_stale_epoch_without_a_newer_one_fails() -> None:
    """client G-55."""
    client, outcomes = member(), Outcomes()
    refuse(client, COMMIT, [113])
    commit(client, 5, outcomes)
    client.world.advance(1000)
    assert isinstance(error_in(outcomes), CommitFailed)
    assert client.member.state is State.STABLE


def test_a_commit_of_a_member_that_the_group_dropped_fences_it() -> None:
    """client G-55: 25."""
    client, outcomes = member(), Outcomes()
    refuse(client, COMMIT, [25])
    commit(client, 5, outcomes)
    client.world.settle()
    assert isinstance(error_in(outcomes), CommitFailed)
    assert client.shell.kinds()[:2] == ["Assigned", "Lost"]


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (82, FencedInstance),
        (30, GroupAuthorizationFailed),
        (12, ServerError),
        (28, ServerError),
        (27, RebalanceInProgress),
        (22, CommitFailed),
        (69, CommitFailed),
        (-1, ServerError),
    ],
)
def test_other_errors_are_raised(code: int, kind: type) -> None:
    """client G-46, G-64."""
    client, outcomes = member(), Outcomes()
    refuse(client, COMMIT, [code])
    commit(client, 5, outcomes)
    client.world.advance(5000)
    error = error_in(outcomes)
    assert type(error) is kind
    assert "orders-0" in str(error)
    assert "billing" in str(error)
    assert len(client.sent(COMMIT)) == 1


def test_one_partition_fails_for_those_that_commit_it() -> None:
    """client G-64: metadata that is too long."""
    client, both, other = member(), Outcomes(), Outcomes()
    refuse(client, COMMIT, [12], partition=0)
    deadline_ms = client.now_ms + 5000
    client.offsets.commit({ZERO: at(5), ONE: at(6)}, both, deadline_ms, client.now_ms)
    client.offsets.commit({ONE: at(7)}, other, deadline_ms, client.now_ms)
    client.world.settle()
    assert (type(error_in(both)), other.of) == (ServerError, [None])
    assert client.committed(ONE) == {ONE: 7}


def test_a_consumer_that_is_no_member_commits_nothing() -> None:
    """client G-27: before it joined, and when it lost everything."""
    client, outcomes = Client(), Outcomes()
    commit(client, 5, outcomes)
    client.world.advance(1000)
    assert isinstance(error_in(outcomes), CommitFailed)
    assert "call poll to join again" in str(error_in(outcomes))
    assert client.sent(COMMIT) == []


def test_offsets_of_lost_partitions_never_go_out_in_a_later_generation() -> None:
    """client G-27, G-47: those that wait fail, those that were sent are not sent again."""
    client, waits, sent = member(), Outcomes(), Outcomes()
    client.world.delay = lambda api: api == COMMIT
    commit(client, 5, sent)
    client.world.settle()
    commit(client, 6, waits)
    client.member.commit_refused(25, client.member.group_metadata(), client.now_ms)
    client.world.settle()
    assert isinstance(error_in(waits), CommitFailed)
    assert isinstance(error_in(sent), CommitFailed)
    refuse(client, COMMIT, [14])
    client.world.delay = lambda api: False
    client.world.advance(20_000)
    assert client.member.owned == partitions("orders", 0, 1)
    assert len(client.sent(COMMIT)) == 1


def test_a_coordinator_that_refuses_the_group_fails_what_waits() -> None:
    """client G-46: 30 of FindCoordinator."""
    client, outcomes = member(), Outcomes()
    client.coordinator.lost(1)

    def edit(api: int, answer: Any) -> Any:
        if api == FIND:
            answer.coordinators[0].error_code = 30
            return answer
        return None

    client.world.edit = edit
    commit(client, 5, outcomes)
    client.world.advance(1000)
    assert isinstance(error_in(outcomes), GroupAuthorizationFailed)
