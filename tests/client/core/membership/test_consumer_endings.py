"""Members of KIP-848 groups that leave, or hold records for too long."""

from __future__ import annotations

import pytest

from kafkawire.client.core.membership.common import Leave
from kafkawire.client.core.membership.consumer_states import State
from kafkawire.client.core.membership.handover import Failed, Left, Lost
from kafkawire.client.errors import CommitFailed
from kafkawire.client.values import TopicPartition
from tests.client.support.group import ALL, Client, answering, joined, together

HEARTBEAT = 68


@pytest.mark.parametrize(
    ("instance", "leave", "epoch"),
    [
        (None, Leave.DEFAULT, -1),
        ("i", Leave.DEFAULT, -2),
        ("i", Leave.REMAIN, -2),
        ("i", Leave.LEAVE, -1),
        (None, Leave.LEAVE, -1),
        (None, Leave.REMAIN, None),
    ],
)
def test_leaving_revokes_and_then_sends_the_last_heartbeat(
    instance: str | None, leave: Leave, epoch: int | None
) -> None:
    """client G-54, N 82: KIP-1092."""
    client = joined(group_instance_id=instance)
    client.did("orders", 1, 7)
    client.leave(leave=leave, budget_ms=1000)
    client.world.settle()
    assert client.shell.kinds() == ["Assigned", "Release", "Revoked", "Left"]
    assert client.state() is State.UNSUBSCRIBED
    assert client.member.owned == frozenset()
    assert client.committed(TopicPartition("orders", 1)) == {TopicPartition("orders", 1): 7}
    sent = client.sent(HEARTBEAT)
    assert [each.member_epoch for each in sent] == ([] if epoch is None else [epoch])
    for each in sent:
        assert (each.subscribed_topic_names, each.topic_partitions) == ([], [])
    client.world.advance(20_000)
    assert client.sent(HEARTBEAT) == sent, "silence"
    assert client.member.identity() is None


def test_static_members_come_back_to_what_they_had() -> None:
    """client N 63: no rebalance within the session."""
    first = joined(group_instance_id="a")
    second = Client(first, seed=1, group_instance_id="b")
    second.subscribe("orders")
    together([first, second], 20_000)
    owned = second.member.owned
    second.leave()
    together([first, second], 5000)
    assert first.member.owned == ALL - owned
    again = Client(first, seed=2, group_instance_id="b")
    again.subscribe("orders")
    together([first, again], 10_000)
    assert again.member.owned == owned
    assert first.member.owned == ALL - owned


def test_a_second_owner_of_an_instance_id_is_refused() -> None:
    """client N 64: the newer one, with 111."""
    first = joined(group_instance_id="a")
    second = Client(first, seed=1, group_instance_id="a")
    second.subscribe("orders")
    together([first, second], 5000)
    (failed,) = second.shell.of(Failed)
    assert failed.error.code == 111
    assert second.state() is State.FATAL
    assert first.member.owned == ALL


def test_records_held_too_long_end_the_membership() -> None:
    """client G-31, G-32, N 70: left by -1, lost, joined again at the next ask."""
    client = joined(max_poll_interval_ms=20_000)
    client.did("orders", 0, 3)
    client.hold()
    client.world.advance(20_000)
    assert client.state() is State.STALE
    assert client.sent(HEARTBEAT)[-1].member_epoch == -1
    assert client.shell.assigned == frozenset()
    (lost,) = client.shell.of(Lost)
    assert isinstance(lost.why, CommitFailed)
    assert "max.poll.interval.ms=20000" in str(lost.why)
    sent = len(client.sent(HEARTBEAT))
    client.world.advance(60_000)
    assert len(client.sent(HEARTBEAT)) == sent
    client.ask()
    client.world.advance(1000)
    assert client.member.owned == ALL
    assert client.shell.kinds() == ["Assigned", "Lost", "Assigned"]


def test_a_member_comes_back_once_the_hook_for_what_it_lost_is_done() -> None:
    """client G-31: the application asks before."""
    client = joined(max_poll_interval_ms=20_000)
    client.hold()
    client.world.advance(20_000)
    client.member.asked(client.now_ms)
    client.world.advance(5000)
    assert client.state() is State.STALE
    client.ask()
    client.world.advance(5000)
    assert client.member.owned == ALL


def test_static_members_leave_by_minus_two_when_records_are_held_too_long() -> None:
    """client G-31."""
    client = joined(max_poll_interval_ms=20_000, group_instance_id="a")
    client.hold()
    client.world.advance(20_000)
    assert client.sent(HEARTBEAT)[-1].member_epoch == -2


def test_still_working_keeps_the_membership() -> None:
    """client G-33, N 71."""
    client = joined(max_poll_interval_ms=20_000)
    client.hold()
    for _ in range(10):
        client.world.advance(15_000)
        client.member.poll_interval.still_working(client.now_ms)
    assert client.state() is State.STABLE
    client.world.advance(20_000)
    assert client.state() is State.STALE


def test_a_subscription_ordered_while_leaving_follows() -> None:
    """client L.2: subscribe and unsubscribe stay ordered."""
    client = joined()
    client.hold()
    client.leave()
    client.subscribe("orders")
    client.world.advance(1000)
    assert client.state() is State.PREPARE_LEAVING
    client.ask()
    client.world.advance(10_000)
    assert client.state() is State.STABLE
    assert client.shell.kinds() == ["Assigned", "Release", "Revoked", "Left", "Assigned"]


@pytest.mark.parametrize("code", [25, 30])
def test_a_member_that_is_refused_while_it_leaves_has_left(code: int) -> None:
    """client M.4: no rejoin, and no heartbeat to leave."""
    client = joined()
    client.hold()
    client.leave()
    answering(client, code)
    client.world.advance(6000)
    client.ask()
    client.world.advance(20_000)
    assert client.state() is State.UNSUBSCRIBED
    assert client.shell.kinds() == ["Assigned", "Release", "Lost", "Left"]
    assert len(client.sent(HEARTBEAT)) == 1


@pytest.mark.parametrize("state", [State.FENCED, State.STALE, State.FATAL, State.UNSUBSCRIBED])
def test_leaving_without_membership_is_over_at_once(state: State) -> None:
    client = joined(max_poll_interval_ms=20_000)
    client.hold()
    if state is State.UNSUBSCRIBED:
        client.ask()
        client.leave()
    elif state is not State.STALE:
        answering(client, 25 if state is State.FENCED else 30)
    client.world.advance(20_000)
    assert client.state() is state
    sent = len(client.sent(HEARTBEAT))
    client.leave()
    client.world.settle()
    client.ask()
    client.world.advance(20_000)
    assert client.state() is State.UNSUBSCRIBED
    assert isinstance(client.shell.seen[-1], Left)
    assert len(client.sent(HEARTBEAT)) == sent
