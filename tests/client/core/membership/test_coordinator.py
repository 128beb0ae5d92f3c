"""How the coordinator of a group is found, and found again."""

from __future__ import annotations

from typing import Any

from kafkawire.client.core.backoff import Backoff
from kafkawire.client.core.membership.coordinator import Coordinator
from kafkawire.client.errors import GroupAuthorizationFailed
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from tests.client.support.group import Client
from tests.client.support.world import World, advance_together

FIND, METADATA = 10, 3


class Waiter:
    """Counts how often it is called."""

    def __init__(self) -> None:
        self.called: list[int] = []

    def found(self, now_ms: int) -> None:
        self.called.append(now_ms)


def informed(emulate: str | None = None) -> World:
    """A world whose client has the metadata."""
    world = World(emulate=emulate)
    world.metadata.request_update(world.now_ms)
    world.settle()
    return world


def made(world: World) -> Coordinator:
    """A coordinator whose cluster has its topic of offsets already."""
    ask = FindCoordinatorRequest(key="other")
    world.harness.connect().request(ask, 1)
    world.advance(1000)
    backoff = Backoff(100, 1000, world.random)
    return Coordinator("billing", world.network, world.metadata, world.timers, backoff)


def refusing(world: World, code: int, times: int) -> None:
    """Have the next answers to FindCoordinator carry an error code."""
    left = [times]

    def edit(api: int, answer: Any) -> Any:
        if api != FIND or not left[0]:
            return None
        left[0] -= 1
        answer.coordinators[0].error_code = code
        answer.coordinators[0].node_id = -1
        return answer

    world.edit = edit


def test_the_coordinator_is_asked_for_by_a_list_of_keys() -> None:
    """client G-1: from version 4 on."""
    world, waiter = informed(), Waiter()
    coordinator = made(world)
    coordinator.find(waiter.found, world.now_ms)
    coordinator.find(waiter.found, world.now_ms)
    world.settle()
    ((_, version, request, _),) = [each for each in world.requests if each[0] == FIND]
    assert (version, request.key_type, request.coordinator_keys) == (6, 0, ["billing"])
    assert coordinator.node == 1
    assert len(waiter.called) == 1
    coordinator.find(waiter.found, world.now_ms)
    assert len(waiter.called) == 2, "it is known"


def test_an_answer_without_the_group_is_asked_for_again() -> None:
    """client G-1: as for COORDINATOR_NOT_AVAILABLE."""
    world, waiter = informed(), Waiter()
    coordinator = made(world)
    empty = [True]

    def edit(api: int, answer: Any) -> Any:
        if api != FIND or not empty:
            return None
        empty.pop()
        answer.coordinators = []
        return answer

    world.edit = edit
    coordinator.find(waiter.found, world.now_ms)
    world.settle()
    assert (coordinator.node, waiter.called) == (None, [])
    world.advance(1000)
    assert coordinator.node == 1
    assert len(waiter.called) == 1


def test_a_coordinator_without_an_address_waits_for_metadata() -> None:
    """client G-1: the view lacks the broker that the answer names."""
    world, waiter = informed(), Waiter()
    coordinator = made(world)
    names = [99]

    def edit(api: int, answer: Any) -> Any:
        if api != FIND or not names:
            return None
        answer.coordinators[0].node_id = names.pop()
        return answer

    world.edit = edit
    world.requests.clear()
    coordinator.find(waiter.found, world.now_ms)
    world.settle()
    assert (coordinator.node, waiter.called) == (None, [])
    world.advance(1000)
    assert METADATA in world.apis()
    assert coordinator.node == 1


def test_pauses_are_short_again_once_the_coordinator_was_found() -> None:
    """client G-1."""
    world, waiter = informed(), Waiter()
    made(world)
    backoff = Backoff(100, 1000, world.random)
    coordinator = Coordinator("billing", world.network, world.metadata, world.timers, backoff)
    refusing(world, 15, 2)
    coordinator.find(waiter.found, world.now_ms)
    world.settle()
    assert backoff.attempts == 1
    world.advance(2000)
    assert (coordinator.node, backoff.attempts) == (1, 0)


def test_old_brokers_are_asked_by_one_key() -> None:
    """client D-34."""
    world, waiter = informed(emulate="0.11"), Waiter()
    coordinator = made(world)
    coordinator.find(waiter.found, world.now_ms)
    world.advance(2000)
    ((_, version, request, _),) = [each for each in world.requests if each[0] == FIND][-1:]
    assert (version, request.key) == (1, "billing")
    assert coordinator.node == 1


def test_a_coordinator_that_is_not_available_is_asked_for_again_after_a_backoff() -> None:
    """client G-1, D-27: groups A-40."""
    world, waiter = informed(), Waiter()
    coordinator = made(world)
    refusing(world, 15, 3)
    coordinator.find(waiter.found, world.now_ms)
    world.settle()
    assert waiter.called == []
    assert coordinator.last_error is not None
    world.advance(79)
    assert world.apis().count(FIND) == 1
    world.advance(1000)
    assert world.apis().count(FIND) == 4
    assert len(waiter.called) == 1
    assert coordinator.node == 1


def test_a_refusal_for_good_ends_the_search() -> None:
    """client G-1: 30 is told to those that wait."""
    world, waiter = informed(), Waiter()
    coordinator = made(world)
    refusing(world, 30, 1)
    coordinator.find(waiter.found, world.now_ms)
    world.settle()
    assert len(waiter.called) == 1
    assert isinstance(coordinator.failure, GroupAuthorizationFailed)
    assert "billing" in str(coordinator.failure)
    coordinator.find(waiter.found, world.now_ms)
    world.settle()
    assert coordinator.node == 1, "it may be tried again"


def test_only_the_present_coordinator_can_be_lost() -> None:
    """client G-47: an answer of an older coordinator loses nothing."""
    world, waiter = informed(), Waiter()
    coordinator = made(world)
    coordinator.find(waiter.found, world.now_ms)
    world.settle()
    coordinator.lost(7)
    assert coordinator.node == 1
    coordinator.lost(1)
    assert coordinator.node is None


def test_a_search_without_waiters_ends() -> None:
    world, waiter = World(), Waiter()
    coordinator = made(world)
    world.is_down = True
    coordinator.find(waiter.found, world.now_ms)
    world.advance(3000)
    coordinator.forget(waiter.found)
    world.is_down = False
    world.advance(3000)
    assert FIND not in world.apis()
    assert waiter.called == []


def test_a_coordinator_found_again_at_the_same_place_keeps_its_connection() -> None:
    """client D-2, N 81: the first group of a cluster has three coordinator connections at most."""
    client = Client()
    client.world.create_topic("orders", 2)
    left = [20]

    def edit(api: int, answer: Any) -> Any:
        if api != 68 or not left[0]:
            return None
        left[0] -= 1
        answer.error_code = 16
        return answer

    client.world.edit = edit
    client.subscribe("orders")
    advance_together([client.world], 10_000)
    assert len(client.sent(FIND)) > 20
    lanes = {id(lane) for api, _, _, lane in client.world.requests if api == 68}
    assert len(lanes) == 1
    assert client.world.apis().count(18) <= 3
    assert len(client.member.owned) == 2
