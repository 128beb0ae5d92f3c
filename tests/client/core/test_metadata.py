"""When the client asks for metadata, and how often it does not."""

from __future__ import annotations

from typing import Any

from kafkawire.client.core.metadata import MetadataOptions
from kafkawire.client.values import TopicPartition
from tests.client.support.world import World

METADATA = 3
ORDERS = TopicPartition("orders", 0)


def metadata_requests(world: World) -> list[Any]:
    return [request for api, _, request, _ in world.requests if api == METADATA]


def names(request: Any) -> list[str] | None:
    return None if request.topics is None else [topic.name for topic in request.topics]


def test_new_topics_are_asked_for_at_once_and_alone() -> None:
    """client E-3: the others stay in the view."""
    world = World()
    for topic in ("orders", "bills"):
        world.create_topic(topic)
    world.metadata.request_update(world.now_ms)
    world.settle()
    world.metadata.want(["orders"], world.now_ms)
    world.settle()
    world.metadata.want(["bills", "orders"], world.now_ms)
    world.settle()
    assert [names(request) for request in metadata_requests(world)] == [[], ["orders"], ["bills"]]
    assert set(world.metadata.view.topics) == {"orders", "bills"}
    assert world.metadata.view.leader(ORDERS) == (1, "127.0.0.1", 9092, None)


def test_topics_are_asked_for_by_name_with_a_zero_id() -> None:
    """client E-3."""
    world = World(metadata=MetadataOptions(allow_auto_create_topics=False))
    world.metadata.want(["orders"], world.now_ms)
    world.settle()
    ((_, version, request, _),) = [each for each in world.requests if each[0] == METADATA]
    assert version == 13
    assert request.topics[0].topic_id == bytes(16)
    assert not request.allow_auto_topic_creation


def test_the_view_is_renewed_when_it_is_old() -> None:
    """client E-4."""
    world = World(metadata=MetadataOptions(metadata_max_age_ms=10_000))
    world.metadata.request_update(world.now_ms)
    world.advance(9_999)
    assert len(metadata_requests(world)) == 1
    world.advance(1)
    assert len(metadata_requests(world)) == 2
    world.advance(10_000)
    assert len(metadata_requests(world)) == 3


def test_a_topic_that_is_missing_is_asked_for_with_a_growing_backoff() -> None:
    """client E-4, E-14, N 22: no hot loop."""
    world = World({"auto.create.topics.enable": "false"})
    world.metadata.want(["none"], world.now_ms)
    world.advance(10_000)
    assert 8 < len(metadata_requests(world)) < 30
    assert world.metadata.view.topics["none"].error == 3
    world.create_topic("none")
    world.advance(1300)
    assert world.metadata.view.topics["none"].error == 0
    asked = len(metadata_requests(world))
    world.advance(10_000)
    assert len(metadata_requests(world)) == asked, "all is well"


def test_an_unknown_broker_fails_nothing_but_time() -> None:
    """client E-4: a failure backs off."""
    world = World()
    world.is_down = True
    world.metadata.want(["orders"], world.now_ms)
    world.advance(5000)
    assert metadata_requests(world) == []
    assert world.metadata.last_failure is not None
    assert world.network.failures() == {"127.0.0.1:9092": "127.0.0.1:9092: connection refused"}
    world.is_down = False
    world.advance(2000)
    assert "orders" in world.metadata.view.topics


def test_an_epoch_seen_elsewhere_leaves_no_leader_until_the_update() -> None:
    """client E-13."""
    world = World()
    world.create_topic("orders")
    world.metadata.want(["orders"], world.now_ms)
    world.settle()
    seen: list[int] = []
    world.metadata.listen(lambda older, newer, now_ms: seen.append(newer.version))
    world.metadata.seen_epoch(ORDERS, 7, world.now_ms)
    assert world.metadata.view.leader(ORDERS) is None
    assert len(seen) == 1
    world.metadata.seen_epoch(ORDERS, 7, world.now_ms)
    assert len(seen) == 1


def test_all_topics_are_asked_for_by_a_pattern() -> None:
    """client E-2."""
    world = World()
    for topic in ("orders", "bills"):
        world.create_topic(topic)
    world.metadata.want_all(world.now_ms)
    world.settle()
    assert names(metadata_requests(world)[-1]) is None
    assert set(world.metadata.view.topics) >= {"orders", "bills"}
    world.metadata.want_named()
    world.metadata.want(["orders"], world.now_ms)
    world.metadata.request_update(world.now_ms)
    world.advance(2000)
    assert names(metadata_requests(world)[-1]) == ["orders"]
    assert set(world.metadata.view.topics) == {"orders"}
    world.metadata.forget(["orders"])
    world.metadata.request_update(world.now_ms)
    world.advance(2000)
    assert names(metadata_requests(world)[-1]) == []


def test_a_broker_may_ask_for_a_rebootstrap() -> None:
    """client D-16 c, N 14."""
    world = World()
    world.metadata.request_update(world.now_ms)
    world.settle()
    again: list[int] = []

    def refuse(api: int, answer: Any) -> Any:
        if api == METADATA and not again:
            answer.error_code = 129
            again.append(1)
            return answer
        return None

    world.edit = refuse
    world.metadata.request_update(world.now_ms)
    world.advance(2000)
    assert again
    assert world.metadata.view.nodes
    asked_any = [lane.node_id for api, _, _, lane in world.requests if api == METADATA]
    assert asked_any[-1] == -1, "a bootstrap address"


def test_metadata_that_does_not_come_for_too_long_leads_back_to_the_bootstrap_addresses() -> None:
    """client D-16 b (KIP-1102): though the broker takes connections, and answers nothing."""
    options = MetadataOptions(metadata_recovery_rebootstrap_trigger_ms=50_000)
    world = World(metadata=options)
    world.metadata.request_update(world.now_ms)
    world.settle()
    begun: list[int] = []
    start_over = world.metadata.on_rebootstrap

    def began_anew(now_ms: int) -> None:
        begun.append(now_ms)
        start_over(now_ms)

    world.metadata.on_rebootstrap = began_anew
    world.swallow = lambda api: api == METADATA
    since_ms = world.now_ms
    world.metadata.request_update(since_ms)
    world.advance(49_000)
    assert begun == []
    world.advance(41_000)
    assert len(begun) == 1
    assert world.metadata.view.nodes == {}
    world.swallow = lambda api: False
    world.advance(40_000)
    assert set(world.metadata.view.nodes) == {1}
    assert len(begun) == 1


def test_without_a_trigger_the_known_brokers_are_asked_for_ever() -> None:
    """client D-16: metadata.recovery.strategy=none."""
    world = World()
    world.metadata.request_update(world.now_ms)
    world.settle()
    world.swallow = lambda api: api == METADATA
    world.metadata.request_update(world.now_ms)
    world.advance(1_000_000)
    assert set(world.metadata.view.nodes) == {1}


def test_a_topic_is_asked_for_until_all_have_given_it_back() -> None:
    """client E-2: an operation that ends does not take a subscription's topic away."""
    world = World()
    for topic in ("orders", "bills"):
        world.create_topic(topic)
    world.metadata.want(["orders", "bills"], world.now_ms)
    world.metadata.want(["orders", "orders"], world.now_ms)
    world.metadata.forget(["orders", "bills", "orders"])
    world.metadata.request_update(world.now_ms)
    world.advance(1000)
    assert names(metadata_requests(world)[-1]) == ["orders"]
    world.metadata.forget(["orders"])
    world.metadata.request_update(world.now_ms)
    world.advance(2000)
    assert names(metadata_requests(world)[-1]) == []


def test_a_new_topic_that_was_given_back_is_not_asked_for_again() -> None:
    """client E-2: though the request for it failed."""
    world = World()
    world.metadata.request_update(world.now_ms)
    world.settle()
    world.swallow = lambda api: api == METADATA
    world.metadata.want(["orders"], world.now_ms)
    world.settle()
    world.metadata.forget(["orders"])
    world.swallow = lambda api: False
    world.requests.clear()
    world.drop_connections()
    world.advance(3000)
    assert all("orders" not in (names(each) or ()) for each in metadata_requests(world))
