"""Descriptions of topics, page by page, and by brokers that have no pages."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.client.core.operations.topic_descriptions import describe_by_id, describe_by_name
from kafkawire.client.errors import UnknownTopic, UnreadableAnswer, UnsupportedVersion
from kafkawire.protocol.messages.describe_topic_partitions_response import (
    DescribeTopicPartitionsResponse as Response,
)
from tests.client.support.operations import run, sources
from tests.client.support.world import World

METADATA, DESCRIBE_TOPIC_PARTITIONS = 3, 75
LIMIT = "max.request.partition.size.limit"


def described(world: World, *names: str, has_operations: bool = False, ms: int = 5000) -> Any:
    """Describe topics; return the results and errors."""
    plan = describe_by_name(sources(world), names, include_authorized_operations=has_operations)
    return run(world, plan, ms)


def pages(world: World) -> list[Any]:
    """The requests for pages, in order."""
    return [each for api, _, each, _ in world.requests if api == DESCRIBE_TOPIC_PARTITIONS]


def cursors(world: World) -> list[tuple[str, int] | None]:
    return [
        None if each.cursor is None else (each.cursor.topic_name, each.cursor.partition_index)
        for each in pages(world)
    ]


def page(
    *topics: tuple[str, int, range] | tuple[str, int], cursor: tuple[str, int] | None = None
) -> Response:
    """A page: topics by name with a number for an id and their partitions, or with an error."""
    return Response(
        topics=[
            Response.DescribeTopicPartitionsResponseTopic(
                name=name,
                topic_id=bytes([number]) * 16,
                partitions=[
                    Response.DescribeTopicPartitionsResponsePartition(partition_index=index)
                    for index in rest[0]
                ],
            )
            if rest
            else Response.DescribeTopicPartitionsResponseTopic(name=name, error_code=number)
            for name, number, *rest in topics
        ],
        next_cursor=None
        if cursor is None
        else Response.Cursor(topic_name=cursor[0], partition_index=cursor[1]),
    )


def answering(*answers: Response) -> World:
    """A world whose broker answers with these pages, the last one again and again."""
    world, left = World(), list(answers)

    def answer(api: int, request: object) -> Response | None:
        if api != DESCRIBE_TOPIC_PARTITIONS:
            return None
        return left.pop(0) if len(left) > 1 else left[0]

    world.instead = answer
    return world


def indexes(told: Any, name: str) -> list[int]:
    return [each.partition for each in told.results[name].partitions]


@given(
    st.lists(st.integers(1, 7), min_size=1, max_size=5),
    st.integers(1, 9),
    st.integers(0, 2),
)
def test_pages_of_any_size_are_what_metadata_has_at_once(
    counts: list[int], limit: int, unknown: int
) -> None:
    """client J-4: no page is asked for twice, and no attempt waits."""
    world = World({LIMIT: str(limit), "auto.create.topics.enable": "false"})
    names = [f"topic-{number}" for number in range(len(counts))]
    for name, count in zip(names, counts, strict=True):
        world.create_topic(name, count)
    names += [f"topic-{number}-none" for number in range(unknown)]
    plan = describe_by_name(sources(world), names, include_authorized_operations=False)
    told = run(world, plan, 0)
    assert plan.instead is not None
    at_once = run(world, plan.instead, 0)
    assert told.results == at_once.results
    assert {key: type(error) for key, error in told.errors.items()} == dict.fromkeys(
        names[len(counts) :], UnknownTopic
    )
    assert len(pages(world)) <= sum(counts) // limit + 1
    asked = [(frozenset(topic.name for topic in each.topics), each.cursor) for each in pages(world)]
    assert all(asked.count(each) == 1 for each in asked)


def test_a_page_begins_where_the_one_before_has_ended() -> None:
    """client J-4: 2,000 partitions a page, or what the broker allows."""
    world = World({LIMIT: "3"})
    for name, count in (("a", 2), ("b", 5), ("c", 2)):
        world.create_topic(name, count)
    told = described(world, "c", "a", "b")
    assert [indexes(told, name) for name in "abc"] == [[0, 1], [0, 1, 2, 3, 4], [0, 1]]
    assert cursors(world) == [None, ("b", 1), ("b", 4)]
    assert [each.response_partition_limit for each in pages(world)] == [2000] * 3
    assert [sorted(topic.name for topic in each.topics) for each in pages(world)] == [
        ["a", "b", "c"],
        ["b", "c"],
        ["b", "c"],
    ]
    assert METADATA not in world.apis()[world.apis().index(DESCRIBE_TOPIC_PARTITIONS) :]


def test_a_page_that_ends_between_topics_has_no_cursor_after_it() -> None:
    """client J-4: as Kafka's Admin."""
    world = World({LIMIT: "2"})
    world.create_topic("a", 2)
    world.create_topic("b", 2)
    told = described(world, "a", "b")
    assert (indexes(told, "a"), indexes(told, "b")) == ([0, 1], [0, 1])
    assert cursors(world) == [None, None]


def test_a_topic_that_fails_hides_no_other() -> None:
    """client J-4, B-50: on a page in the middle, at once, and for good."""
    world = World({LIMIT: "1", "auto.create.topics.enable": "false"})
    world.create_topic("a", 2)
    world.create_topic("c", 2)
    told = described(world, "a", "b", "c", "d/e", ms=0)
    assert (indexes(told, "a"), indexes(told, "c")) == ([0, 1], [0, 1])
    assert isinstance(told.errors["b"], UnknownTopic)
    assert "INVALID_TOPIC_EXCEPTION: topic d/e" in str(told.errors["d/e"])
    assert set(told.errors) == {"b", "d/e"}


def test_authorized_operations_are_told_to_those_who_asked() -> None:
    """client J-4: brokers send them always."""
    world = World()
    world.create_topic("a")
    assert described(world, "a").results["a"].authorized_operations is None
    operations = described(world, "a", has_operations=True).results["a"].authorized_operations
    assert operations == sum(1 << bit for bit in (3, 4, 5, 6, 7, 8, 10, 11))


def test_leaders_and_replicas_that_may_lead_are_told() -> None:
    """client J-4, KIP-966: what Metadata does not have."""
    answer = page(("a", 1, range(2)))
    first, second = answer.topics[0].partitions
    first.leader_id = first.leader_epoch = -1
    first.replica_nodes, first.offline_replicas = [1, 2, 3], [1, 2]
    first.eligible_leader_replicas, first.last_known_elr = [2], [3]
    second.leader_id, second.leader_epoch, second.isr_nodes = 4, 7, [4]
    told = described(answering(answer), "a").results["a"].partitions
    assert told[0] == (0, None, None, (1, 2, 3), (), (1, 2), (2,), (3,))
    assert told[1] == (1, 4, 7, (), (4,), (), (), ())


def test_a_topic_deleted_between_its_pages_is_unknown() -> None:
    """client J-4."""
    world = answering(page(("a", 1, range(2)), cursor=("a", 2)), page(("a", 3), ("b", 2, range(1))))
    told = described(world, "a", "b")
    assert isinstance(told.errors["a"], UnknownTopic)
    assert (set(told.results), indexes(told, "b")) == ({"b"}, [0])


@pytest.mark.parametrize("cursor", [None, ("b", 0)])
def test_a_topic_created_again_between_its_pages_is_described_anew(
    cursor: tuple[str, int] | None,
) -> None:
    """client J-4: no description has partitions of two topics."""
    world = answering(
        page(("a", 1, range(2)), cursor=("a", 2)),
        page(("a", 2, range(2, 3)), cursor=cursor),
        page(("a", 2, range(3)), ("b", 3, range(1))),
    )
    told = described(world, "a", "b")
    assert (indexes(told, "a"), told.results["a"].id) == ([0, 1, 2], b"\2" * 16)
    assert cursors(world) == [None, ("a", 2), None]


@pytest.mark.parametrize(
    "answer",
    [
        page(cursor=("a", 0)),
        page(("a", 1, range(0)), cursor=("a", 0)),
        page(("other", 1, range(1)), cursor=("a", 0)),
        page(("a", 1, range(2)), cursor=("a", 2)),
    ],
)
def test_pages_that_lead_nowhere_end_unanswered(answer: Response) -> None:
    """client J-4: a broker cannot have them sent for ever."""
    world = answering(answer)
    told = described(world, "a", ms=0)
    assert isinstance(told.errors["a"], UnreadableAnswer)
    assert len(pages(world)) <= 2


def test_a_topic_without_an_answer_is_unanswered() -> None:
    told = described(answering(page(("a", 1, range(2)))), "a", "b")
    assert (set(told.results), set(told.errors)) == ({"a"}, {"b"})
    assert isinstance(told.errors["b"], UnreadableAnswer)


def test_a_lost_page_is_sent_again_and_those_before_it_are_kept() -> None:
    """client J-4, J-1."""
    world = World({LIMIT: "2"})
    world.create_topic("a", 5)
    lost: list[int] = []

    def lose_the_second(api: int, request: object) -> None:
        if len(pages(world)) == 2 and not lost:
            lost.append(api)
            world.swallow = lambda api: api == DESCRIBE_TOPIC_PARTITIONS

    world.instead = lose_the_second
    told = described(world, "a", ms=0)
    assert (told.results, cursors(world)) == ({}, [None, ("a", 2)])
    world.swallow = lambda api: False
    world.drop_connections()
    world.advance(5000)
    assert indexes(told, "a") == [0, 1, 2, 3, 4]
    assert cursors(world) == [None, ("a", 2), ("a", 2), ("a", 4)]


def test_brokers_without_pages_are_asked_for_metadata() -> None:
    """client J-4."""
    world = World(emulate="3.3")
    world.create_topic("a", 2)
    plan = describe_by_name(sources(world), ["a"], include_authorized_operations=True)
    assert isinstance(run(world, plan).errors["a"], UnsupportedVersion)
    assert plan.instead is not None
    told = run(world, plan.instead)
    assert indexes(told, "a") == [0, 1]
    assert told.results["a"].authorized_operations is not None


def test_ids_are_described_by_metadata() -> None:
    """client J-4: the pages have names only."""
    world = World()
    world.create_topic("a", 2)
    known = described(world, "a").results["a"]
    plan = describe_by_id(sources(world), [known.id], include_authorized_operations=False)
    assert run(world, plan).results == {known.id: known}
    old = World(emulate="2.4")
    assert isinstance(run(old, plan_of(old)).errors[b"i" * 16], UnsupportedVersion)


def plan_of(world: World) -> Any:
    return describe_by_id(sources(world), [b"i" * 16], include_authorized_operations=False)
