"""Requests about topics, as brokers of several releases take them."""

from __future__ import annotations

import pytest

from kafkawire.client.core.operations import topics
from kafkawire.client.descriptions import NewTopic
from kafkawire.client.errors import ServerError, UnsupportedVersion
from tests.client.support.operations import run, sources
from tests.client.support.world import World

CREATE_TOPICS, DELETE_TOPICS = 19, 20


@pytest.mark.parametrize("release", ["0.11", "2.8", "4.4"])
def test_topics_are_created_and_deleted_at_any_release(release: str) -> None:
    """client D-34, N 133."""
    world = World(emulate=release)
    wanted = [NewTopic("orders", 2, 1), NewTopic("bills", assignments={0: [1]})]
    plan = topics.create_topics(sources(world), wanted, timeout_ms=1000, validate_only=False)
    assert set(run(world, plan).results) == {"orders", "bills"}
    (request,) = [request for api, _, request, _ in world.requests if api == CREATE_TOPICS]
    assert [(each.num_partitions, each.replication_factor) for each in request.topics] == [
        (2, 1),
        (-1, -1),
    ]
    deletion = topics.delete_topics(sources(world), ["orders", "none"], timeout_ms=1000)
    told = run(world, deletion)
    assert set(told.results) == {"orders"}
    assert "UNKNOWN_TOPIC_OR_PARTITION" in str(told.errors["none"])


def test_old_brokers_cannot_delete_by_id() -> None:
    """client D-31."""
    world = World(emulate="2.4")
    told = run(world, topics.delete_topics(sources(world), [b"i" * 16], timeout_ms=1000))
    assert isinstance(told.errors[b"i" * 16], UnsupportedVersion)


@pytest.mark.parametrize("code", [41, 89])
def test_a_controller_that_moved_or_throttles_is_asked_again(code: int) -> None:
    """client N 135, J-5."""
    world = World()
    refused: list[int] = []

    def refuse(api: int, answer: object) -> object:
        if api == CREATE_TOPICS and not refused:
            refused.append(1)
            answer.topics[0].error_code = code  # type: ignore[attr-defined]
            return answer
        return None

    world.edit = refuse  # type: ignore[assignment]
    plan = topics.create_topics(
        sources(world), [NewTopic("orders")], timeout_ms=1000, validate_only=True
    )
    assert set(run(world, plan).results) == {"orders"}
    assert world.apis().count(CREATE_TOPICS) == 2


def test_what_is_wrong_for_good_is_not_tried_again() -> None:
    world = World()
    plan = topics.create_topics(
        sources(world), [NewTopic("a b")], timeout_ms=1000, validate_only=False
    )
    error = run(world, plan).errors["a b"]
    assert isinstance(error, ServerError)
    assert error.code == 17
    assert world.apis().count(CREATE_TOPICS) == 1
