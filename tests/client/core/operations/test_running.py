"""Operations whose keys are looked up, asked about together, and asked about again alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kafkawire.client.core.operations.lookups import (
    ByKey,
    Coordinators,
    Leaders,
    anyone,
    controller,
)
from kafkawire.client.core.operations.operation import Operation, Paged
from kafkawire.client.core.operations.running import Running, Tools
from kafkawire.client.errors import ClientError, TimedOut, UnknownTopic, refusal
from kafkawire.client.values import TopicPartition
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.describe_groups_request import DescribeGroupsRequest
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest
from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest
from tests.client.support.world import World

LIST_OFFSETS, METADATA, FIND_COORDINATOR, DESCRIBE_GROUPS, LIST_GROUPS = 2, 3, 10, 15, 16


def ask_offsets(keys: Sequence[TopicPartition], version: int) -> Message:
    topics = [
        ListOffsetsRequest.ListOffsetsTopic(
            name=key.topic,
            partitions=[
                ListOffsetsRequest.ListOffsetsPartition(partition_index=key.partition, timestamp=-1)
            ],
        )
        for key in keys
    ]
    return ListOffsetsRequest(topics=topics)


def read_offsets(
    answer: Any, keys: Sequence[TopicPartition], version: int
) -> dict[TopicPartition, int | ClientError]:
    return {
        TopicPartition(topic.name, each.partition_index): refusal(each.error_code)
        if each.error_code
        else each.offset
        for topic in answer.topics
        for each in topic.partitions
    }


def offsets(world: World) -> Operation[TopicPartition, int]:
    lookup = Leaders(world.metadata)
    return Operation(LIST_OFFSETS, "list offsets", lookup, ask_offsets, read_offsets)


def run(
    world: World, operation: Operation[Any, Any], *keys: Any
) -> tuple[Running[Any, Any], list[int]]:
    ended: list[int] = []
    tools = Tools(world.network, world.timers, world.random)
    running = Running(operation, keys, tools, lambda: ended.append(world.now_ms))
    running.begin(world.now_ms)
    world.settle()
    return running, ended


def test_partitions_of_one_leader_are_asked_about_together() -> None:
    """client J-1, J-2."""
    world = World()
    world.create_topic("a", partitions=2)
    world.create_topic("b")
    keys = [TopicPartition("a", 0), TopicPartition("a", 1), TopicPartition("b", 0)]
    running, ended = run(world, offsets(world), *keys)
    assert running.results == dict.fromkeys(keys, 0)
    assert world.apis().count(LIST_OFFSETS) == 1
    assert ended == [world.now_ms]


def test_a_key_that_met_the_wrong_broker_is_asked_about_again_alone() -> None:
    """client J-1."""
    world = World()
    world.create_topic("a", partitions=2)
    refused: list[int] = []

    def refuse_once(api: int, answer: Any) -> Any:
        if api == LIST_OFFSETS and not refused:
            refused.append(1)
            answer.topics[0].partitions[0].error_code = 6
            return answer
        return None

    world.edit = refuse_once
    first, second = TopicPartition("a", 0), TopicPartition("a", 1)
    running, ended = run(world, offsets(world), first, second)
    assert (running.results, ended) == ({second: 0}, [])
    world.advance(1000)
    assert running.results == {first: 0, second: 0}
    asked = [request for api, _, request, _ in world.requests if api == LIST_OFFSETS]
    assert [topic.name for topic in asked[1].topics] == ["a"]
    assert [each.partition_index for each in asked[1].topics[0].partitions] == [0]
    assert len(ended) == 1


def test_a_key_that_fails_hides_no_other() -> None:
    """client B-50, J-1."""
    world = World()
    world.create_topic("a", partitions=2)

    def refuse(api: int, answer: Any) -> Any:
        if api == LIST_OFFSETS:
            answer.topics[0].partitions[0].error_code = 29
            return answer
        return None

    world.edit = refuse
    first, second = TopicPartition("a", 0), TopicPartition("a", 1)
    running, _ = run(world, offsets(world), first, second)
    assert running.results == {second: 0}
    assert str(running.errors[first]) == "TOPIC_AUTHORIZATION_FAILED"


def test_when_time_is_over_the_last_error_is_told() -> None:
    """client B-6, J-1."""
    world = World({"auto.create.topics.enable": "false"})
    running, ended = run(world, offsets(world), TopicPartition("none", 0))
    world.advance(5000)
    assert ended == []
    running.give_up()
    error = running.errors[TopicPartition("none", 0)]
    assert isinstance(error, TimedOut)
    assert isinstance(error.last_error, UnknownTopic)
    assert len(ended) == 1
    sent = len(world.requests)
    world.advance(60_000)
    assert world.apis()[sent:].count(LIST_OFFSETS) == 0
    assert names_asked(world) == [], "nor is the topic asked for"


def names_asked(world: World) -> list[str]:
    """The topics of the next Metadata request."""
    world.requests.clear()
    world.metadata.request_update(world.now_ms)
    world.advance(2000)
    return [
        topic.name for api, _, request, _ in world.requests if api == 3 for topic in request.topics
    ]


def test_topics_are_asked_for_as_long_as_an_operation_runs() -> None:
    """client E-2: admin what an operation needs."""
    world = World()
    world.create_topic("a", partitions=2)
    first, second = TopicPartition("a", 0), TopicPartition("a", 1)
    running, ended = run(world, offsets(world), first, second)
    assert len(ended) == 1
    assert len(running.results) == 2
    assert names_asked(world) == []
    world.is_down = True
    world.drop_connections()
    cancelled, _ = run(world, offsets(world), TopicPartition("b", 0))
    cancelled.cancel()
    world.is_down = False
    world.advance(3000)
    assert names_asked(world) == []


def groups(world: World, known: dict[str, int]) -> Operation[str, str]:
    lookup = Coordinators(world.network, 0, known)
    return Operation(
        DESCRIBE_GROUPS,
        "describe groups",
        lookup,
        lambda keys, version: DescribeGroupsRequest(groups=list(keys)),
        lambda answer, keys, version: {each.group_id: each.group_state for each in answer.groups},
    )


def test_coordinators_are_found_together_and_remembered() -> None:
    """client J-2, G-1."""
    world = World()
    known: dict[str, int] = {}
    running, _ = run(world, groups(world, known), "g", "h")
    world.advance(5000)
    assert running.results == {"g": "Dead", "h": "Dead"}
    assert known == {"g": 1, "h": 1}
    asked = [request for api, _, request, _ in world.requests if api == FIND_COORDINATOR]
    assert asked[0].coordinator_keys == ["g", "h"]
    before = world.apis().count(FIND_COORDINATOR)
    run(world, groups(world, known), "g")
    assert world.apis().count(FIND_COORDINATOR) == before


def test_a_coordinator_that_moved_is_looked_up_again() -> None:
    """client J-1."""
    world = World()
    running, _ = run(world, groups(world, {"g": 77}), "g")
    world.advance(5000)
    assert running.results == {"g": "Dead"}


def test_a_key_with_more_to_come_is_asked_about_again_at_once() -> None:
    """client J-4: alone, and without a back-off."""
    world = World()
    asked: list[list[str]] = []

    def read(answer: Any, keys: Sequence[str], version: int) -> dict[str, int | Paged]:
        asked.append(list(keys))
        return {key: Paged.MORE if key == "long" and len(asked) < 3 else len(asked) for key in keys}

    operation: Operation[str, int] = Operation(
        LIST_GROUPS, "list groups", anyone(), lambda keys, version: ListGroupsRequest(), read
    )
    running, ended = run(world, operation, "short", "long")
    assert asked == [["short", "long"], ["long"], ["long"]]
    assert (running.results, running.errors) == ({"short": 1, "long": 3}, {})
    assert ended == [world.now_ms]


def listed(lookup: Any) -> Operation[Any, int]:
    return Operation(
        LIST_GROUPS,
        "list groups",
        lookup,
        lambda keys, version: ListGroupsRequest(),
        lambda answer, keys, version: dict.fromkeys(keys, len(answer.groups)),
    )


def test_one_broker_answers_for_all_where_any_may() -> None:
    """client J-2."""
    world = World()
    lookups: list[ByKey[str]] = [anyone(), controller(world.metadata)]
    for lookup in lookups:
        running, _ = run(world, listed(lookup), "all")
        assert running.results == {"all": 0}
    world.metadata.request_update(world.now_ms)
    world.settle()
    running, _ = run(world, listed(ByKey(lambda key: key)), 1)
    assert running.results == {1: 0}


def test_no_keys_end_at_once() -> None:
    world = World()
    running, ended = run(world, listed(anyone()))
    assert (running.results, running.errors, len(ended)) == ({}, {}, 1)


def test_a_cancelled_operation_tells_nobody() -> None:
    """client L.2: requests that were written take effect."""
    world = World()
    world.is_down = True
    running, ended = run(world, offsets(world), TopicPartition("a", 0))
    running.cancel()
    world.is_down = False
    world.advance(60_000)
    assert ended == []
    assert LIST_OFFSETS not in world.apis()
