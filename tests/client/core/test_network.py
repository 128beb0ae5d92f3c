"""Calls find their brokers, over the right lanes, and end once."""

from __future__ import annotations

from typing import Any

from kafkawire.client.core.calls import Answer, Call
from kafkawire.client.core.lane import LaneOptions, Phase
from kafkawire.client.errors import ConnectionLost, RequestTimedOut, UnsupportedVersion
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest
from tests.client.support.world import World

API_VERSIONS, METADATA, LIST_GROUPS, FETCH, FIND_COORDINATOR = 18, 3, 16, 1, 10
BULK, COORDINATOR = 0, 2


class Owner:
    """Keeps how its calls ended."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.answers: list[Answer] = []

    def ask(self, api: int, request: Any, **options: Any) -> Call:
        call = Call(api, request, lambda answer, now_ms: self.answers.append(answer), **options)
        self.world.network.send(call, self.world.now_ms)
        self.world.settle()
        return call


def ready(**options: int) -> tuple[World, Owner]:
    """A world that knows its cluster, and an owner of calls."""
    world = World(lane=LaneOptions(**options))
    world.create_topic("empty")
    world.metadata.request_update(world.now_ms)
    world.settle()
    return world, Owner(world)


def parked_fetch(world: World) -> FetchRequest:
    """A request that is answered when its time is over, since its topic is empty."""
    partition = FetchRequest.FetchPartition(partition_max_bytes=1 << 20)
    topic_id = world.harness.broker.metadata.topics["empty"].topic_id
    topic = FetchRequest.FetchTopic(topic_id=topic_id, partitions=[partition])
    return FetchRequest(
        max_wait_ms=400, min_bytes=1, max_bytes=1 << 20, session_epoch=-1, topics=[topic]
    )


def test_the_first_request_of_a_connection_asks_for_versions() -> None:
    """client D-30, D-18: null and -1 to a bootstrap address, cluster and node to a broker."""
    world, owner = ready()
    assert world.apis() == [API_VERSIONS, METADATA]
    _, version, first, _ = world.requests[0]
    assert version == 5
    assert first.client_software_name == "kafkawire"
    assert (first.cluster_id, first.node_id) == (None, -1)
    owner.ask(LIST_GROUPS, ListGroupsRequest(), node=1)
    _, _, second, _ = world.requests[2]
    assert (second.cluster_id, second.node_id) == (world.metadata.view.cluster_id, 1)
    assert owner.answers[0].node == 1
    assert owner.answers[0].message is not None


def test_bootstrap_connections_end_when_brokers_are_known() -> None:
    """client D-3."""
    world, owner = ready()
    owner.ask(LIST_GROUPS, ListGroupsRequest())
    assert [lane.node_id for lane in world.network.lanes()] == [1]


def test_nothing_waits_behind_a_long_poll() -> None:
    """client D-1: another lane is opened when something would wait behind a parked Fetch."""
    world, owner = ready()
    owner.ask(FETCH, parked_fetch(world), node=1, lane=BULK)
    assert owner.answers == []
    owner.ask(LIST_GROUPS, ListGroupsRequest(), node=1)
    assert [type(answer.message).__name__ for answer in owner.answers] == ["ListGroupsResponse"]
    assert len({id(lane) for api, *_, lane in world.requests if api in (FETCH, LIST_GROUPS)}) == 2


def test_the_broker_with_least_to_do_is_asked() -> None:
    """client D-15: one that is ready and has nothing in flight, though another was used last."""
    world, owner = ready()
    # The one broker there is stands for two.
    world.network._options = world.network._options._replace(checks_cluster=False)
    nodes = world.metadata.view.nodes
    view = world.metadata.view._replace(nodes={**nodes, 2: nodes[1]._replace(id=2)})
    world.network.on_view(world.metadata.view, view, world.now_ms)
    for node in (1, 2):
        owner.ask(LIST_GROUPS, ListGroupsRequest(), node=node)
    for parked, asked in ((1, 2), (2, 1), (1, 2)):
        owner.ask(FETCH, parked_fetch(world), node=parked)
        owner.ask(LIST_GROUPS, ListGroupsRequest())
        assert owner.answers[-1].node == asked
        world.advance(1000)


def test_coordinators_have_their_own_lane() -> None:
    """client D-1."""
    world, owner = ready()
    owner.ask(FIND_COORDINATOR, FindCoordinatorRequest(), node=1, lane=COORDINATOR)
    owner.ask(LIST_GROUPS, ListGroupsRequest(), node=1)
    lanes = [lane for api, *_, lane in world.requests if api in (FIND_COORDINATOR, LIST_GROUPS)]
    assert lanes[0] is not lanes[1]


def test_a_withdrawn_call_is_never_told() -> None:
    """client D-5: the answer is read and dropped, and the connection stays."""
    world, owner = ready()
    call = owner.ask(FETCH, parked_fetch(world), node=1, lane=BULK)
    world.network.withdraw(call)
    world.advance(500)
    assert owner.answers == []
    owner.ask(LIST_GROUPS, ListGroupsRequest(), node=1, lane=BULK)
    assert len(owner.answers) == 1
    assert world.apis().count(API_VERSIONS) == 2, "bootstrap and broker"


def test_calls_of_a_lost_connection_end_as_lost() -> None:
    world, owner = ready()
    owner.ask(FETCH, parked_fetch(world), node=1, lane=BULK)
    world.drop_connections("reset by peer")
    (answer,) = owner.answers
    assert isinstance(answer.failure, ConnectionLost)
    assert str(answer.failure) == "127.0.0.1:9092: reset by peer"
    assert answer.was_written


def test_an_answer_that_does_not_come_ends_the_connection() -> None:
    """client D-24, N 5."""
    world, owner = ready(request_timeout_ms=1000)
    world.swallow = lambda api: api == LIST_GROUPS
    owner.ask(LIST_GROUPS, ListGroupsRequest(), node=1)
    world.advance(999)
    assert owner.answers == []
    world.advance(1)
    assert isinstance(owner.answers[0].failure, RequestTimedOut)
    world.swallow = lambda api: False
    world.advance(1000)
    owner.ask(LIST_GROUPS, ListGroupsRequest(), node=1)
    assert owner.answers[1].message is not None


def test_a_broker_without_the_version_is_named() -> None:
    """client D-31."""
    _, owner = ready()
    owner.ask(LIST_GROUPS, ListGroupsRequest(), node=1, versions=(90, 91))
    failure = owner.answers[0].failure
    assert isinstance(failure, UnsupportedVersion)
    assert not owner.answers[0].was_written


def test_who_waits_in_a_backoff_waits_for_the_next_attempt() -> None:
    """client D-14: no error for it."""
    world, owner = ready()
    world.is_down = True
    world.drop_connections()
    owner.ask(LIST_GROUPS, ListGroupsRequest(), node=1)
    owner.ask(LIST_GROUPS, ListGroupsRequest(), node=1)
    assert len(owner.answers) == 1, "the first had an attempt of its own"
    world.is_down = False
    world.advance(100)
    assert owner.answers[1].message is not None


def test_calls_to_any_broker_wait_until_one_can_be_reached() -> None:
    """client D-16: the bootstrap addresses are asked anew."""
    world, owner = ready()
    world.is_down = True
    world.drop_connections()
    for _ in range(3):
        owner.ask(LIST_GROUPS, ListGroupsRequest())
        world.advance(5)
    world.is_down = False
    world.advance(2000)
    assert owner.answers[-1].message is not None
    assert world.metadata.view.nodes, "the cluster is known again"


def test_an_idle_second_connection_does_not_make_a_refused_broker_usable() -> None:
    """client D-16: the call would wait for the first connection's next attempt."""
    world, owner = ready()
    world.network.on_stale = lambda now_ms: None
    owner.ask(LIST_GROUPS, ListGroupsRequest(), node=1, lane=BULK)
    owner.ask(FIND_COORDINATOR, FindCoordinatorRequest(), node=1, lane=COORDINATOR)
    world.is_down = True
    world.drop_connections()
    bulk, coordinator = world.network.lanes()
    while coordinator.phase is not Phase.IDLE or bulk.load:
        owner.ask(LIST_GROUPS, ListGroupsRequest(), node=1, lane=BULK)
        world.advance(100)
    assert bulk.phase is Phase.BACKOFF
    world.is_down = False
    owner.ask(LIST_GROUPS, ListGroupsRequest())
    assert owner.answers[-1].message is not None


def test_idle_connections_are_closed() -> None:
    """client D-26."""
    world, owner = ready(connections_max_idle_ms=5000)
    owner.ask(LIST_GROUPS, ListGroupsRequest(), node=1)
    world.advance(4999)
    assert [lane.connection is None for lane in world.network.lanes()] == [False]
    world.advance(1)
    assert [lane.connection is None for lane in world.network.lanes()] == [True]
    owner.ask(LIST_GROUPS, ListGroupsRequest(), node=1)
    assert owner.answers[1].message is not None


def test_a_throttled_connection_is_silent() -> None:
    """client D-25, N 10."""
    world, owner = ready()

    def throttle(api: int, answer: Any) -> Any:
        if api == LIST_GROUPS:
            answer.throttle_time_ms = 2000
            return answer
        return None

    world.edit = throttle
    owner.ask(LIST_GROUPS, ListGroupsRequest(), node=1)
    owner.ask(LIST_GROUPS, ListGroupsRequest(), node=1)
    sent = world.apis().count(LIST_GROUPS)
    assert sent == 1
    world.advance(1999)
    assert world.apis().count(LIST_GROUPS) == 1
    world.advance(1)
    assert world.apis().count(LIST_GROUPS) == 2
    assert len(owner.answers) == 2


def test_a_lost_broker_asks_for_metadata() -> None:
    """client E-15: even if nothing was in flight."""
    world, owner = ready()
    owner.ask(LIST_GROUPS, ListGroupsRequest(), node=1)
    before = world.apis().count(METADATA)
    world.drop_connections()
    world.advance(2000)
    assert world.apis().count(METADATA) > before


def test_a_broker_that_is_not_known_is_looked_for() -> None:
    world, owner = ready()
    before = world.apis().count(METADATA)
    owner.ask(LIST_GROUPS, ListGroupsRequest(), node=77)
    assert str(owner.answers[0].failure) == "the metadata has no broker 77"
    assert world.apis().count(METADATA) == before + 1


def test_sessions_are_authenticated_again_at_different_times() -> None:
    """client K-9."""
    world, _ = ready()
    parts = {world.network._made(1)._identity.reauthenticate_after for _ in range(100)}
    assert len(parts) > 50
    assert 0.85 <= min(parts) < 0.87
    assert 0.93 < max(parts) <= 0.95


def test_another_broker_than_was_meant_makes_the_client_begin_anew() -> None:
    """client D-16 c, D-18, N 15: at once."""
    world, owner = ready()
    begun: list[int] = []
    start_over = world.network.on_rebootstrap

    def begin(now_ms: int) -> None:
        begun.append(now_ms)
        start_over(now_ms)

    world.network.on_rebootstrap = begin
    # As where metadata that has just come waits for its back-off.
    world.network.on_stale = lambda now_ms: None
    view, begin_ms = world.metadata.view, world.now_ms
    world.network.on_view(view, view._replace(cluster_id="another"), world.now_ms)
    owner.ask(LIST_GROUPS, ListGroupsRequest(), node=1)
    assert str(owner.answers[0].failure) == "API_VERSIONS of broker 1: REBOOTSTRAP_REQUIRED"
    assert begun == [begin_ms]
    owner.ask(LIST_GROUPS, ListGroupsRequest(), node=1)
    assert owner.answers[1].message is not None
