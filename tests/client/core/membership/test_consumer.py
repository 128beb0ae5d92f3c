"""Members of KIP-848 groups against a broker's core: joining and sharing."""

from __future__ import annotations

import re

from kafkawire.client.core.membership.consumer_states import State
from kafkawire.client.core.membership.handover import Failed, Lost, Release, Stalled
from kafkawire.client.core.membership.topic_selection import TopicSelection
from tests.client.support.group import ALL, Client, joined, partitions, together

HEARTBEAT, FIND, METADATA, COMMIT = 68, 10, 3, 8


def test_joining_tells_everything_and_then_what_is_owned() -> None:
    """client G-50, G-51, N 60."""
    client = Client()
    client.world.create_topic("orders", 4)
    client.subscribe("orders")
    client.world.advance(12_000)
    first, second, *later = client.sent(HEARTBEAT)
    assert (first.member_epoch, first.subscribed_topic_names, first.topic_partitions) == (
        0,
        ["orders"],
        [],
    )
    assert (second.member_epoch, second.subscribed_topic_names) == (2, None)
    assert [each.partitions for each in second.topic_partitions] == [(0, 1, 2, 3)]
    assert {each.topic_partitions for each in later} == {None}
    assert {each.member_epoch for each in later} == {2}
    assert len(later) == 2, "each 5 s"
    assert client.versions(HEARTBEAT) == {1}
    assert client.state() is State.STABLE
    assert client.shell.kinds() == ["Assigned"]
    assert client.shell.assigned == ALL


def test_heartbeats_have_the_coordinators_lane() -> None:
    """client D-1, G-3."""
    client = joined()
    client.world.advance(10_000)
    ours = client.world.network._lanes[1, 2]
    lanes = [lane for api, _, _, lane in client.world.requests if api == HEARTBEAT]
    assert lanes == [ours] * 2


def test_two_members_share_and_a_third_takes_what_is_released() -> None:
    """client N 60, N 61: what is kept is never revoked."""
    first = joined()
    others = [Client(first, seed=seed) for seed in (1, 2)]
    clients = [first, *others]
    for other in others:
        other.subscribe("orders")
        together(clients, 30_000)
        owned = [client.member.owned for client in clients]
        assert frozenset().union(*owned) == ALL
        assert sum(map(len, owned)) == 4
        assert [client.shell.assigned for client in clients] == owned
    gone = frozenset().union(*(wish.partitions for wish in first.shell.of(Release)))
    assert first.member.owned == ALL - gone
    assert {client.member.state for client in clients} == {State.STABLE}


def test_the_successor_waits_for_what_the_application_holds() -> None:
    """client G-20, N 66, N 68: it begins where the member committed."""
    first = joined()
    second = Client(first, seed=1)
    for number in range(4):
        first.did("orders", number, 10 + number)
    first.hold()
    second.subscribe("orders")
    together([first, second], 30_000)
    assert second.member.owned == frozenset()
    assert first.state() is State.RECONCILING
    assert len(first.sent(HEARTBEAT)) > 3, "heartbeats go on"
    first.did("orders", 3, 99)
    first.ask()
    together([first, second], 10_000)
    assert len(second.member.owned) == 2
    committed = first.committed(*second.member.owned)
    assert committed == {
        each: 99 if each.partition == 3 else 10 + each.partition for each in committed
    }
    assert first.shell.kinds() == ["Assigned", "Release", "Revoked", "Assigned"]


def test_what_is_held_past_the_budget_is_lost_without_a_commit() -> None:
    """client G-22: the group goes on."""
    first = joined(revocation_budget_ms=3000)
    second = Client(first, seed=1)
    first.hold()
    first.did("orders", 0, 10)
    second.subscribe("orders")
    together([first, second], 4000)
    first.did("orders", 3, 10)
    together([first, second], 20_000)
    assert len(second.member.owned) == 2
    (lost,) = first.shell.of(Lost)
    assert lost.partitions == second.member.owned
    assert first.shell.assigned == ALL - lost.partitions, "the hook waits, the loss does not"
    assert first.state() is State.STABLE, "the group does not wait for its hooks"
    first.ask()
    together([first, second], 6000)
    assert first.state() is State.STABLE


def test_a_member_that_is_killed_loses_its_partitions_to_the_others() -> None:
    """client N 62."""
    first = joined()
    second = Client(first, seed=1)
    second.subscribe("orders")
    together([first, second], 20_000)
    together([second], 60_000)
    assert second.member.owned == ALL


def test_subscribing_to_other_topics_swaps_them() -> None:
    """client G-51, N 76: told at once."""
    client = joined()
    client.world.create_topic("bills", 2)
    client.subscribe("bills")
    client.world.settle()
    assert client.sent(HEARTBEAT)[0].subscribed_topic_names == ["bills"]
    client.world.advance(10_000)
    assert client.member.owned == partitions("bills", 0, 1)
    assert client.state() is State.STABLE


def test_a_pattern_finds_new_topics() -> None:
    """client N 75, B-13."""
    client = Client()
    client.world.create_topic("orders-1", 1)
    client.member.subscribe(TopicSelection(pattern=re.compile("orders-.")), client.now_ms)
    client.world.advance(6000)
    assert client.member.owned == partitions("orders-1", 0)
    client.world.create_topic("orders-2", 1)
    client.world.metadata.request_update(client.now_ms)
    client.world.advance(15_000)
    assert client.member.topics == ("orders-1", "orders-2")
    assert client.member.owned == partitions("orders-1", 0) | partitions("orders-2", 0)


def test_the_broker_matches_a_remote_pattern() -> None:
    """client G-50, N 84: names are empty; ids that have no name yet wait for metadata."""
    client = Client()
    client.world.create_topic("orders-1", 2)
    client.member.subscribe(TopicSelection(remote_pattern="orders-.*"), client.now_ms)
    client.world.advance(15_000)
    first = client.sent(HEARTBEAT)[0]
    assert (first.subscribed_topic_names, first.subscribed_topic_regex) == ([], "orders-.*")
    assert client.member.owned == partitions("orders-1", 0, 1)


def test_a_broker_that_matches_no_patterns_is_told_from_one_that_assigns_nothing() -> None:
    """client G-50, N 84: version 0 of the heartbeat has no pattern."""
    client = Client(emulate="3.9")
    client.member.subscribe(TopicSelection(remote_pattern="orders-.*"), client.now_ms)
    client.world.advance(5000)
    (failed,) = client.shell.of(Failed)
    assert failed.error.code == 35
    assert "does not match patterns" in str(failed.error)
    assert client.sent(HEARTBEAT) == []


def test_a_bad_remote_pattern_is_raised() -> None:
    """client N 84: 128."""
    client = Client()
    client.member.subscribe(TopicSelection(remote_pattern="orders("), client.now_ms)
    client.world.advance(5000)
    (failed,) = client.shell.of(Failed)
    assert failed.error.code == 128
    assert "orders(" in str(failed.error)


def test_a_program_that_stood_still_is_told() -> None:
    """client G-4, N 72: still a member."""
    client = joined()
    client.world.harness.advance(16_000)
    client.world.advance(1000)
    (stalled,) = client.shell.of(Stalled)
    assert 10_000 < stalled.late_ms <= 16_000
    assert client.state() is State.STABLE
    client.world.advance(60_000)
    assert len(client.shell.of(Stalled)) == 1
