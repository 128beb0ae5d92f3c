"""DeleteTopics through bytes."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.protocol.messages.delete_topics_request import DeleteTopicsRequest
from tests.support.requests.fetching import asked, fetch_request
from tests.support.requests.harness import BrokerHarness

State = DeleteTopicsRequest.DeleteTopicState


def delete(
    harness: BrokerHarness, *elements: str | bytes, version: int = 6, **fields: Any
) -> list[Any]:
    request = DeleteTopicsRequest(**{"timeout_ms": 1000, **fields})
    if version < 6:
        request.topic_names = [str(name) for name in elements]
    else:
        request.topics = [
            State(topic_id=each) if isinstance(each, bytes) else State(name=each)
            for each in elements
        ]
    responses: list[Any] = harness.connect().request(request, version).responses
    return responses


@pytest.mark.parametrize("version", range(7))
def test_every_version_deletes(version: int) -> None:
    """admin B-29, B-34."""
    harness = BrokerHarness()
    topic_id = harness.create_topic("a", 2)
    (result,) = delete(harness, "a", version=version)
    assert (result.name, result.error_code) == ("a", 0)
    if version == 6:
        assert (result.topic_id, result.error_message) == (topic_id, None)
    assert harness.broker.metadata.topics == {}
    assert harness.broker.replicas.partitions == {}


def test_a_topic_can_be_given_by_its_id() -> None:
    """admin B-34, H 55."""
    harness = BrokerHarness()
    topic_id = harness.create_topic("a")
    (result,) = delete(harness, topic_id)
    assert (result.name, result.topic_id, result.error_code) == ("a", topic_id, 0)


def test_a_new_topic_of_the_same_name_is_another() -> None:
    """admin B-37, H 58: without the old configurations; who knows the old id hears 100."""
    harness = BrokerHarness()
    first = harness.create_topic("a", 1, {"retention.ms": "1"})
    delete(harness, "a")
    assert harness.create_topic("a") != first
    assert harness.broker.metadata.config(2, "a") == {}
    response = harness.connect().request(fetch_request((first, asked(0))), 13)
    assert response.responses[0].partitions[0].error_code == 100


def test_errors_say_what_is_wrong() -> None:
    """admin B-31, B-32, H 56, H 57."""
    harness = BrokerHarness()
    topic_id = harness.create_topic("a")
    results = delete(harness, "a", topic_id, "", b"\7" * 16)
    found = {(each.name, each.error_code, each.error_message) for each in results}
    assert found == {
        ("a", 42, "The provided topic name maps to an ID that was already supplied."),
        ("", 3, "This server does not host this topic-partition."),
        (None, 100, "This server does not host this topic ID."),
    }
    assert list(harness.broker.metadata.topics) == ["a"]


def test_the_answer_is_shuffled() -> None:
    """admin B-35, H 60."""
    harness = BrokerHarness()
    names = [f"t{n}" for n in range(5)]
    orders = {tuple(each.name for each in delete(harness, *names)) for _ in range(10)}
    assert len(orders) > 1
    assert all(sorted(order) == names for order in orders)


@pytest.mark.parametrize("version", range(7))
def test_deletion_can_be_turned_off(version: int) -> None:
    """admin B-30, H 59: before anything else is looked at."""
    harness = BrokerHarness({"delete.topic.enable": "false"})
    harness.create_topic("a")
    results = delete(harness, "a", "nope", version=version, timeout_ms=0)
    assert [each.error_code for each in results] == [42 if version < 3 else 73] * 2
    if version >= 5:
        assert results[0].error_message is None
    assert list(harness.broker.metadata.topics) == ["a"]


def test_no_time_means_nothing_is_done() -> None:
    """admin B-2."""
    harness = BrokerHarness()
    harness.create_topic("a")
    (result,) = delete(harness, "a", timeout_ms=0)
    assert (result.name, result.error_code, result.error_message) == ("a", 7, None)
    assert list(harness.broker.metadata.topics) == ["a"]
    assert [each.error_code for each in delete(harness, "a", "a", "b", timeout_ms=0)] == [7] * 3
    # Where nothing is left to be looked for nobody asks how late it is.
    assert [each.error_code for each in delete(harness, "a", "a", timeout_ms=0)] == [42]
    unknown = b"\7" * 16
    assert [each.error_code for each in delete(harness, unknown, unknown, timeout_ms=0)] == [42]
    assert [each.error_code for each in delete(harness, unknown, timeout_ms=0)] == [7]


def test_names_may_collide_again_after_a_deletion() -> None:
    """admin B-10: only existing topics are in the game."""
    harness = BrokerHarness()
    harness.create_topic("a.b")
    delete(harness, "a.b")
    harness.create_topic("a_b")
