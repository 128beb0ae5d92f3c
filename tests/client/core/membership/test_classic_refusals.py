"""Members of classic groups whose requests are refused or not answered (client G-46)."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.client.core.membership.classic_states import State
from kafkawire.client.core.membership.common import Leave
from kafkawire.client.core.membership.handover import Failed, Lost, Stalled
from kafkawire.client.errors import CommitFailed, GroupMaxSizeReached, RebalanceInProgress
from tests.client.support.classic import COOPERATIVE, JOIN, LEAVE, SYNC, Classic, joined
from tests.client.support.group import ALL, FIND, answering, partitions, together
from tests.client.support.offsets import COMMIT, Outcomes, commit, error_in, refuse

HEARTBEAT = 12


def rejoining(code: int, api: int, *, names: tuple[str, ...] = COOPERATIVE) -> Classic:
    """Return a member whose next request of an API is refused once."""
    client = joined(names=names)
    answering(client, code, api=api)
    if api in (JOIN, SYNC):
        client.member.enforce_rebalance("", client.now_ms)
    client.world.advance(8000)
    return client


@pytest.mark.parametrize(("api", "code"), [(JOIN, 14), (JOIN, 27), (SYNC, 14), (SYNC, 27)])
def test_rounds_are_begun_again(api: int, code: int) -> None:
    """client G-46: the coordinator stays, and nothing is lost."""
    client = rejoining(code, api)
    assert client.state() is State.STABLE
    assert FIND not in client.world.apis()
    assert "Lost" not in client.shell.kinds()
    assert len(client.sent(JOIN)) == 2
    assert client.member.owned == ALL


@pytest.mark.parametrize("api", [JOIN, SYNC])
@pytest.mark.parametrize("code", [15, 16])
def test_a_lost_coordinator_is_found_before_the_next_round(api: int, code: int) -> None:
    """client G-46, G-1."""
    client = rejoining(code, api)
    assert client.state() is State.STABLE
    assert client.world.apis().count(FIND) == 1
    assert "Lost" not in client.shell.kinds()
    assert client.member.owned == ALL


@pytest.mark.parametrize("code", [15, 16])
def test_heartbeats_go_on_at_the_coordinator_that_is_found(code: int) -> None:
    """client G-46, N 73: no rebalance."""
    client = rejoining(code, HEARTBEAT)
    assert client.world.apis().count(FIND) == 1
    assert client.sent(JOIN) == []
    assert len(client.sent(HEARTBEAT)) > 2


@pytest.mark.parametrize(
    ("api", "code"), [(SYNC, 22), (SYNC, 25), (HEARTBEAT, 22), (HEARTBEAT, 25), (JOIN, 25)]
)
def test_a_member_that_the_group_dropped_loses_everything(api: int, code: int) -> None:
    """client G-46, G-27, N 74: 22 keeps the id, 25 forgets it."""
    client = joined(names=COOPERATIVE)
    before = client.member.member_id
    answering(client, code, api=api)
    if api in (JOIN, SYNC):
        client.member.enforce_rebalance("", client.now_ms)
    client.world.advance(60_000)
    (lost,) = client.shell.of(Lost)
    assert lost.partitions == ALL
    assert isinstance(lost.why, CommitFailed)
    asked = [each.member_id for each in client.sent(JOIN)]
    assert (asked[-1] == before) == (code == 22)
    assert ("" in asked) == (code == 25)
    assert client.state() is State.STABLE
    assert client.member.owned == ALL


@pytest.mark.parametrize("api", [JOIN, SYNC, HEARTBEAT])
@pytest.mark.parametrize("code", [23, 24, 26, 30, 35, 81, 82, -1])
def test_other_errors_end_the_membership(api: int, code: int) -> None:
    """client G-46, N 77, N 64."""
    client = rejoining(code, api)
    assert client.state() is State.FAILED
    (failed,) = client.shell.of(Failed)
    assert failed.error.code == code
    assert isinstance(failed.error, GroupMaxSizeReached) == (code == 81)
    assert client.shell.assigned == frozenset()
    sent = len(client.world.requests)
    client.world.advance(20_000)
    assert len(client.world.requests) == sent, "silence"
    client.subscribe("orders")
    client.world.advance(60_000)
    assert client.member.owned == ALL


def test_a_group_of_another_kind_is_refused() -> None:
    """client G-41: 23."""
    client = joined()

    def edit(api: int, answer: Any) -> Any:
        if api == JOIN:
            answer.protocol_name = "mine"
            return answer
        return None

    client.world.edit = edit
    client.member.enforce_rebalance("", client.now_ms)
    client.world.settle()
    (failed,) = client.shell.of(Failed)
    assert failed.error.code == 23
    assert "mine" in str(failed.error)


@pytest.mark.parametrize("api", [JOIN, SYNC, HEARTBEAT])
def test_a_lost_connection_is_no_loss_of_membership(api: int) -> None:
    """client G-46."""
    client = joined(names=COOPERATIVE)
    client.world.swallow = lambda key: key == api
    if api in (JOIN, SYNC):
        client.member.enforce_rebalance("", client.now_ms)
    client.world.advance(3000)
    client.world.drop_connections()
    client.world.swallow = lambda key: False
    client.world.advance(10_000)
    assert client.world.apis().count(FIND) == 1
    assert client.state() is State.STABLE
    assert client.member.owned == ALL
    assert "Lost" not in client.shell.kinds()


def test_a_session_without_answers_is_over() -> None:
    """client G-1, G-27, M.3."""
    client = joined(session_timeout_ms=10_000, request_timeout_ms=5000)
    client.world.is_down = True
    client.world.drop_connections()
    client.world.advance(12_000)
    (lost,) = client.shell.of(Lost)
    assert "session.timeout.ms" in str(lost.why)
    assert client.state() is State.UNJOINED
    client.world.is_down = False
    client.world.advance(30_000)
    assert client.member.owned == ALL


def test_a_coordinator_that_answers_no_heartbeat_is_looked_up_anew() -> None:
    """client G-1, M.3: its connection stays."""
    client = joined(session_timeout_ms=10_000)
    client.world.swallow = lambda api: api == HEARTBEAT
    client.world.advance(12_000)
    assert len(client.shell.of(Lost)) == 1
    asked = client.world.apis()
    assert asked.index(FIND) < asked.index(JOIN)


def test_a_second_owner_of_an_instance_id_takes_the_place_of_the_first() -> None:
    """client N 64: 82."""
    first = joined(group_instance_id="a")
    second = Classic(first, seed=1, group_instance_id="a")
    second.subscribe("orders")
    together([first, second], 10_000)
    (failed,) = first.shell.of(Failed)
    assert failed.error.code == 82
    assert first.shell.assigned == frozenset()
    assert second.member.owned == ALL


def test_static_members_come_back_without_a_rebalance() -> None:
    """client N 63, G-48, G-42: no LeaveGroup, and the leader skips the assignment."""
    first = joined(group_instance_id="a")
    second = Classic(first, seed=1, group_instance_id="b")
    second.subscribe("orders")
    together([first, second], 15_000)
    owned = first.member.owned
    first.leave()
    together([first, second], 2000)
    assert first.sent(LEAVE) == []
    again = Classic(first, seed=2, group_instance_id="a")
    again.subscribe("orders")
    together([again, second], 8000)
    assert again.member.owned == owned
    assert len(second.sent(JOIN)) == 1
    assert again.sent(SYNC)[0].assignments == []


@pytest.mark.parametrize(
    ("instance", "leave", "is_told"),
    [
        (None, Leave.DEFAULT, True),
        (None, Leave.LEAVE, True),
        (None, Leave.REMAIN, False),
        ("i", Leave.DEFAULT, False),
        ("i", Leave.LEAVE, True),
        ("i", Leave.REMAIN, False),
    ],
)
def test_leaving_revokes_and_tells_the_group_unless_it_is_not_to_know(
    instance: str | None, leave: Leave, is_told: bool
) -> None:
    """client G-48, N 82: by member id, with a reason."""
    client = joined(group_instance_id=instance)
    client.did("orders", 1, 7)
    before = client.member.member_id
    client.leave(leave=leave)
    client.world.settle()
    assert client.shell.kinds() == ["Assigned", "Release", "Revoked", "Left"]
    assert client.committed(*partitions("orders", 1)).popitem()[1] == 7
    told = [each for request in client.sent(LEAVE) for each in request.members]
    assert [each.member_id for each in told] == ([before] if is_told else [])
    for each in told:
        assert (each.group_instance_id, bool(each.reason)) == (instance, True)
    sent = len(client.world.requests)
    client.world.advance(20_000)
    assert len(client.sent(HEARTBEAT)) == 0
    assert len(client.world.requests) == sent


def test_leaving_does_not_wait_behind_a_parked_join() -> None:
    """client L-1, G-48: LeaveGroup takes the other lane."""
    first = joined(max_poll_interval_ms=600_000)
    second = Classic(first, seed=1)
    first.hold()
    second.subscribe("orders")
    together([first, second], 5000)
    assert second.state() is State.JOINING
    second.leave()
    together([first, second], 500)
    assert second.state() is State.UNJOINED
    assert len(second.sent(LEAVE)) == 1


def test_records_held_too_long_end_the_membership() -> None:
    """client G-31, N 70: LeaveGroup, lost, joined again at the next ask."""
    client = joined(max_poll_interval_ms=20_000)
    client.hold()
    client.world.advance(20_000)
    assert client.state() is State.LEFT
    assert len(client.sent(LEAVE)) == 1
    (lost,) = client.shell.of(Lost)
    assert "max.poll.interval.ms=20000" in str(lost.why)
    client.world.advance(60_000)
    client.ask()
    client.world.advance(3000)
    assert client.member.owned == ALL
    assert client.shell.kinds() == ["Assigned", "Lost", "Assigned"]


def test_static_members_are_silent_when_records_are_held_too_long() -> None:
    """client G-31."""
    client = joined(max_poll_interval_ms=20_000, group_instance_id="a")
    client.hold()
    client.world.advance(60_000)
    assert client.state() is State.LEFT
    assert client.sent(LEAVE) == []
    assert len(client.sent(HEARTBEAT)) <= 7


def test_still_working_keeps_the_membership() -> None:
    """client G-33, N 71."""
    client = joined(max_poll_interval_ms=20_000)
    client.hold()
    for _ in range(5):
        client.world.advance(15_000)
        client.member.poll_interval.still_working(client.now_ms)
    assert client.state() is State.STABLE


@pytest.mark.parametrize(
    ("code", "kind", "kinds"),
    [
        (22, CommitFailed, ["Lost", "Assigned"]),
        (25, CommitFailed, ["Lost", "Assigned"]),
        (27, RebalanceInProgress, ["Release", "Revoked", "Assigned"]),
    ],
)
def test_commits_tell_of_the_membership(code: int, kind: type, kinds: list[str]) -> None:
    """client G-46: OffsetCommit."""
    client, outcomes = joined(), Outcomes()
    refuse(client, COMMIT, [code])
    commit(client, 5, outcomes)
    client.world.advance(60_000)
    assert type(error_in(outcomes)) is kind
    assert client.shell.kinds()[1:] == kinds
    assert client.state() is State.STABLE


def test_a_commit_that_is_refused_while_the_group_rebalances_may_be_repeated() -> None:
    """client G-46: 22 while rejoining."""
    client, outcomes = joined(), Outcomes()
    other = Classic(client, seed=1)
    client.hold()
    other.subscribe("orders")
    together([client, other], 4000)
    assert client.state() is State.PREPARING
    refuse(client, COMMIT, [22])
    commit(client, 5, outcomes)
    client.world.settle()
    assert type(error_in(outcomes)) is RebalanceInProgress
    assert client.shell.assigned == frozenset()
    assert client.state() is State.PREPARING, "the hook for what is lost waits"
    client.ask()
    together([client, other], 60_000)
    assert client.shell.kinds() == ["Assigned", "Release", "Lost", "Assigned"]
    assert len(client.member.owned) == len(other.member.owned) == 2


def test_an_answer_to_an_older_generation_changes_nothing() -> None:
    """client G-47."""
    client = joined()
    older = client.member.group_metadata()
    client.member.enforce_rebalance("", client.now_ms)
    client.world.settle()
    for code in (22, 25, 27, 82):
        client.member.commit_refused(code, older, client.now_ms)
    assert client.state() is State.STABLE
    assert "Lost" not in client.shell.kinds()


def test_a_program_that_stood_still_is_told() -> None:
    """client G-4, N 72."""
    client = joined()
    client.world.harness.advance(10_000)
    client.world.advance(1000)
    (stalled,) = client.shell.of(Stalled)
    assert 5000 < stalled.late_ms <= 10_000
    assert client.state() is State.STABLE


def test_a_dead_leader_does_not_stop_the_others() -> None:
    """client N 80: it dies in SyncGroup."""
    first = joined(max_poll_interval_ms=10_000, session_timeout_ms=8000)
    options: dict[str, Any] = {"max_poll_interval_ms": 10_000, "session_timeout_ms": 8000}
    others = [Classic(first, seed=seed, **options) for seed in (1, 2)]
    first.world.delay = lambda api: api == 3
    for other in others:
        other.subscribe("orders")
    together([first, *others], 3500)
    together(others, 60_000)
    owned = [other.member.owned for other in others]
    assert frozenset().union(*owned) == ALL
    assert {other.state() for other in others} == {State.STABLE}
