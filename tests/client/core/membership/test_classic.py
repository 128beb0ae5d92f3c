"""Members of classic groups against a broker's core: joining and sharing."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.client.core.membership.classic_states import State
from kafkawire.client.core.membership.handover import Lost, Release
from kafkawire.client.core.membership.subscription import decode_subscription
from kafkawire.client.core.membership.topic_selection import TopicSelection
from tests.client.support.classic import COOPERATIVE, EAGER, JOIN, SYNC, Classic, joined
from tests.client.support.group import ALL, COMMIT, Client, partitions, together

HEARTBEAT = 12
KINDS = [EAGER, COOPERATIVE, ("roundrobin",), ("sticky",)]


def subscription(request: Any, number: int = 0) -> Any:
    return decode_subscription(request.protocols[number].metadata)


def test_joining_offers_the_assignors_in_order_and_twice() -> None:
    """client G-40, G-41: 79 is answered at once with the id."""
    client = Classic(client_rack="r", max_poll_interval_ms=9000)
    client.world.create_topic("orders", 4)
    client.subscribe("orders")
    client.world.advance(8000)
    first, second = client.sent(JOIN)
    assert (first.member_id, second.member_id) == ("", client.member.member_id)
    for request in (first, second):
        assert [each.name for each in request.protocols] == ["range", "cooperative-sticky"]
        assert (request.protocol_type, request.group_instance_id) == ("consumer", None)
        assert (request.session_timeout_ms, request.rebalance_timeout_ms) == (45_000, 9000)
        told = subscription(request)
        assert (told.topics, told.owned, told.generation) == (("orders",), (), -1)
        assert (told.rack, told.user_data) == ("r", None)
        assert subscription(request, 1).user_data == b"\xff\xff\xff\xff"
    assert len(second.reason) <= 255
    (sync,) = client.sent(SYNC)
    assert (sync.generation_id, sync.protocol_name) == (1, "range"), "the default list is eager"
    assert [each.member_id for each in sync.assignments] == [client.member.member_id]
    assert client.member.owned == client.shell.assigned == ALL
    assert client.state() is State.STABLE
    assert client.versions(JOIN) == {9}


def test_heartbeats_are_sent_each_interval_from_the_last_one() -> None:
    """client G-45."""
    client = joined()
    client.world.advance(9000)
    assert [each.generation_id for each in client.sent(HEARTBEAT)] == [1, 1, 1]


@pytest.mark.parametrize("names", KINDS)
def test_members_share_and_take_over(names: tuple[str, ...]) -> None:
    """client N 60, N 62, G-48: one leaves, one is killed."""
    first = joined(names=names)
    others = [Classic(first, seed=seed, names=names) for seed in (1, 2)]
    clients = [first, *others]
    for other in others:
        other.subscribe("orders")
        together(clients, 30_000)
        owned = [client.member.owned for client in clients]
        assert frozenset().union(*owned) == ALL
        assert sum(map(len, owned)) == 4
        assert [client.shell.assigned for client in clients] == owned
        assert {client.state() for client in clients[:2]} == {State.STABLE}
    others[0].leave()
    together(clients, 20_000)
    assert len(first.member.owned) == len(others[1].member.owned) == 2
    together([others[1]], 60_000)
    assert others[1].member.owned == ALL


def test_eager_members_give_back_everything() -> None:
    """client G-23, G-45."""
    first = joined()
    second = Classic(first, seed=1)
    second.subscribe("orders")
    together([first, second], 10_000)
    assert [wish.partitions for wish in first.shell.of(Release)] == [ALL]
    assert first.shell.kinds() == ["Assigned", "Release", "Revoked", "Assigned"]


def test_cooperative_members_keep_what_they_do_not_lose() -> None:
    """client G-23, G-44, N 61: revoke, then join once more."""
    first = joined(names=COOPERATIVE)
    second = Classic(first, seed=1, names=COOPERATIVE)
    second.subscribe("orders")
    together([first, second], 10_000)
    (release,) = first.shell.of(Release)
    assert release.partitions == second.member.owned
    assert len(release.partitions) == 2
    again, last = (subscription(request) for request in first.sent(JOIN)[-2:])
    assert (frozenset(again.owned), again.generation) == (ALL, 1)
    assert (frozenset(last.owned), last.generation) == (first.member.owned, 2)


def test_the_successor_waits_for_what_the_application_holds() -> None:
    """client G-20, G-68, N 66, N 68: heartbeats go on, and the old generation may commit."""
    first = joined()
    second = Classic(first, seed=1)
    for number in range(4):
        first.did("orders", number, 10 + number)
    first.hold()
    second.subscribe("orders")
    together([first, second], 20_000)
    assert first.state() is State.PREPARING
    assert len(first.sent(HEARTBEAT)) > 5
    first.did("orders", 3, 99)
    first.ask()
    together([first, second], 5000)
    assert len(second.member.owned) == 2
    committed = first.committed(*ALL)
    assert sorted(offset or 0 for offset in committed.values()) == [10, 11, 12, 99]
    assert {each.generation_id_or_member_epoch for each in first.sent(COMMIT)} == {1}
    assert first.versions(COMMIT) == {9}


def test_what_is_held_past_the_budget_is_lost_and_the_group_goes_on() -> None:
    """client G-22, M.3: PREPARING."""
    first = joined(revocation_budget_ms=3000)
    second = Classic(first, seed=1)
    first.hold()
    second.subscribe("orders")
    together([first, second], 15_000)
    assert len(second.member.owned) == 2
    (lost,) = first.shell.of(Lost)
    assert lost.partitions == ALL
    first.ask()
    together([first, second], 5000)
    assert first.shell.assigned == first.member.owned
    assert len(first.member.owned) == 2


def test_the_leader_rejoins_for_new_partitions() -> None:
    """client G-42, N 23: followers do not."""
    first = joined()
    second = Classic(first, seed=1)
    second.subscribe("orders")
    together([first, second], 15_000)
    joins = len(second.sent(JOIN))
    add_partitions(first, "orders", 6)
    second.world.metadata.request_update(second.now_ms)
    together([first, second], 10_000)
    assert len(second.sent(JOIN)) == joins
    first.world.metadata.request_update(first.now_ms)
    together([first, second], 10_000)
    assert len(second.sent(JOIN)) == joins + 1
    assert first.member.owned | second.member.owned == partitions("orders", *range(6))


def add_partitions(client: Classic, topic: str, count: int) -> None:
    from kafkawire.protocol.messages.create_partitions_request import CreatePartitionsRequest

    wanted = CreatePartitionsRequest.CreatePartitionsTopic(
        name=topic, count=count, assignments=None
    )
    request = CreatePartitionsRequest(topics=[wanted], timeout_ms=1000)
    client.world.harness.connect().request(request)


def test_the_leader_assigns_topics_of_other_members() -> None:
    """client G-42, E-2: it asks for them after the answer to JoinGroup."""
    first = joined()
    first.world.create_topic("bills", 2)
    second = Classic(first, seed=1)
    second.subscribe("bills")
    together([first, second], 15_000)
    assert first.member.owned == ALL
    assert second.member.owned == partitions("bills", 0, 1)
    assert "bills" in first.world.metadata.view.topics


def test_subscribing_to_other_topics_rebalances() -> None:
    """client M.3, N 76."""
    client = joined()
    client.world.create_topic("bills", 2)
    client.subscribe("bills")
    client.world.advance(3000)
    assert client.member.owned == partitions("bills", 0, 1)
    joins = len(client.sent(JOIN))
    client.subscribe("bills")
    client.world.advance(3000)
    assert len(client.sent(JOIN)) == joins, "nothing changed"


def test_what_is_not_subscribed_any_more_is_not_adopted() -> None:
    """client G-43: the subscription changed meanwhile."""
    client = Classic()
    for name in ("orders", "bills"):
        client.world.create_topic(name, 2)
    client.world.delay = lambda api: api == SYNC
    client.subscribe("orders")
    client.world.advance(3000)
    assert client.state() is State.SYNCING
    client.subscribe("bills")
    client.world.delay = lambda api: False
    client.world.advance(3000)
    assert client.shell.kinds() == ["Assigned"]
    assert client.member.owned == partitions("bills", 0, 1)


def test_a_pattern_finds_new_topics() -> None:
    """client N 75."""
    import re

    client = Classic()
    client.world.create_topic("orders-1", 1)
    client.member.subscribe(TopicSelection(pattern=re.compile("orders-.")), client.now_ms)
    client.world.advance(6000)
    client.world.create_topic("orders-2", 1)
    client.world.metadata.request_update(client.now_ms)
    client.world.advance(5000)
    assert client.member.owned == partitions("orders-1", 0) | partitions("orders-2", 0)


def test_a_rebalance_may_be_enforced() -> None:
    """client M.3."""
    client = joined()
    client.member.enforce_rebalance("on wish", client.now_ms)
    client.world.advance(1000)
    assert [each.reason for each in client.sent(JOIN)] == ["on wish"]
    assert client.member.generation == 2
    assert client.state() is State.STABLE


def test_a_rebalance_that_is_enforced_during_another_one_follows_it() -> None:
    """client M.3."""
    client = Classic()
    client.world.create_topic("orders", 4)
    client.world.delay = lambda api: api == SYNC
    client.subscribe("orders")
    client.world.advance(3000)
    assert client.state() is State.SYNCING
    client.member.enforce_rebalance("on wish", client.now_ms)
    client.world.delay = lambda api: False
    client.world.advance(3000)
    assert [each.reason for each in client.sent(JOIN)][-1] == "on wish"
    assert client.member.generation == 2
    assert client.state() is State.STABLE


def test_a_topic_that_a_pattern_finds_during_a_rebalance_is_joined_for() -> None:
    """client N 75: the JoinGroup that is under way lacks it."""
    import re

    client = Classic()
    client.world.create_topic("orders-1", 1)
    client.member.subscribe(TopicSelection(pattern=re.compile("orders-.")), client.now_ms)
    client.world.delay = lambda api: api == SYNC
    client.world.advance(6000)
    assert client.state() is State.SYNCING
    client.world.create_topic("orders-2", 1)
    client.world.metadata.request_update(client.now_ms)
    client.world.advance(1000)
    client.world.delay = lambda api: False
    client.world.advance(5000)
    assert client.member.owned == partitions("orders-1", 0) | partitions("orders-2", 0)


@pytest.mark.slow
def test_many_members_join_at_once() -> None:
    """client N 85: stable within 30 s."""
    first = Classic(max_poll_interval_ms=60_000)
    first.world.create_topic("orders", 100)
    clients = [first, *(Classic(first, seed=seed) for seed in range(1, 100))]
    for client in clients:
        client.subscribe("orders")
    together(clients, 30_000)
    assert {client.state() for client in clients} == {State.STABLE}
    assert {len(client.member.owned) for client in clients} == {1}


@pytest.mark.parametrize("release", ["0.10.2", "0.11", "2.4", "3.3"])
def test_old_brokers_are_joined(release: str) -> None:
    """client D-34, N 17."""
    client = Classic(emulate=release)
    client.world.create_topic("orders", 4)
    client.subscribe("orders")
    client.world.advance(12_000)
    assert client.member.owned == ALL
    client.leave()
    client.world.settle()
    assert client.state() is State.UNJOINED


@pytest.mark.parametrize("names", [EAGER, COOPERATIVE])
def test_a_group_goes_over_to_the_other_protocol_and_back(names: tuple[str, ...]) -> None:
    """client N 79: a member of each kind in one group, and offsets are kept."""
    classic = joined(names=names)
    classic.did("orders", 0, 7)
    classic.world.advance(6000)
    modern = Client(classic, seed=1)
    modern.subscribe("orders")
    together([classic, modern], 30_000)
    assert classic.member.owned | modern.member.owned == ALL
    assert len(classic.member.owned) == len(modern.member.owned) == 2
    assert classic.state() is State.STABLE
    modern.leave()
    together([classic, modern], 30_000)
    assert classic.member.owned == classic.shell.assigned == ALL
    assert classic.committed(*partitions("orders", 0)).popitem()[1] == 7
