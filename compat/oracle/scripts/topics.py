"""CreateTopics, DeleteTopics and CreatePartitions: good and bad elements, at every version."""

from __future__ import annotations

from compat.oracle.scripts.kit import (
    TIMEOUT_MS,
    World,
    create,
    delete_topics,
    message,
    new_topic,
    until_gone,
    until_there,
)
from compat.oracle.steps import Ask, Script
from kafkawire.protocol.messages.create_partitions_request import CreatePartitionsRequest
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.create_topics_response import CreateTopicsResponse
from kafkawire.protocol.messages.delete_topics_request import DeleteTopicsRequest

BAD_NAMES = ("", ".", "..", "a b", "x" * 250, "ä", "a/b", "__cluster_metadata")
BAD_CONFIGS: tuple[dict[str, str | None], ...] = (
    {"no.such.config": "1"},
    {"retention.ms": "soon"},
    {"retention.ms": "-2"},
    {"cleanup.policy": "shred"},
    {"compression.type": "rar"},
    {"min.insync.replicas": "0"},
    {"segment.bytes": "1"},
    {"retention.ms": None},
    {"cleanup.policy": ""},
    {"max.message.bytes": "99999999999"},
    {"preallocate": "maybe"},
    {"min.cleanable.dirty.ratio": "1.5"},
    {"local.retention.ms": "5", "retention.ms": "4"},
    {"remote.storage.enable": "true"},
    {"compression.gzip.level": "10"},
    {"compression.lz4.level": "0"},
    {"message.timestamp.type": "Never"},
    {"segment.ms": "0"},
    {"min.compaction.lag.ms": "10", "max.compaction.lag.ms": "5"},
)
GOOD_CONFIGS: tuple[dict[str, str | None], ...] = (
    {"retention.ms": "1000", "cleanup.policy": "compact,delete"},
    {"segment.bytes": "2000000", "compression.type": "zstd", "compression.zstd.level": "3"},
    {"cleanup.policy": "compact", "min.cleanable.dirty.ratio": "0.25", "preallocate": "TRUE"},
    {"message.timestamp.type": "LogAppendTime", "max.message.bytes": "500"},
    {"retention.bytes": " 5 ", "retention.ms": "-1"},
)


def _create(*topics: CreateTopicsRequest.CreatableTopic, **fields: object) -> CreateTopicsRequest:
    fields.setdefault("timeout_ms", TIMEOUT_MS)
    return CreateTopicsRequest(topics=list(topics), **fields)  # type: ignore[arg-type]


def create_topics(world: World) -> Script:
    """Good ones, one after another and several in one request."""
    for version in world.versions(CreateTopicsRequest):
        stem = f"made-{version}"
        yield Ask(_create(new_topic(stem)), version)
        yield Ask(_create(new_topic(stem)), version)
        yield Ask(_create(new_topic(f"{stem}-b", 3), new_topic(f"{stem}-a", 2)), version)
        yield Ask(_create(new_topic(f"{stem}-d", -1, -1)), version)
        assigned = new_topic(f"{stem}-e", -1, -1, assignments=[(1, [1]), (0, [1])])
        yield Ask(_create(assigned), version)
        yield Ask(_create(), version)
        yield Ask(_create(new_topic(f"{stem}-v", 5), validate_only=True), version)
        for at, configs in enumerate(GOOD_CONFIGS):
            yield Ask(_create(new_topic(f"{stem}-c{at}", configs=configs)), version)


def create_topics_badly(world: World) -> Script:
    """Every refusal that one node can show."""
    yield from create(world, "there")
    yield from create(world, "c.1")
    for version in world.versions(CreateTopicsRequest):
        for name in BAD_NAMES:
            yield Ask(_create(new_topic(name)), version)
        for at, configs in enumerate(BAD_CONFIGS):
            yield Ask(_create(new_topic(f"bad-config-{at}", configs=configs)), version)
        for partitions, factor in ((0, 1), (-2, 1), (1, 0), (1, -2), (1, 2), (0, 0), (10_001, 1)):
            yield Ask(_create(new_topic("sized", partitions, factor)), version)
        yield Ask(_create(new_topic("c_1")), version)
        yield Ask(_create(new_topic("twice"), new_topic("once"), new_topic("twice")), version)
        mixed = [new_topic(each) for each in ("z1", "y 1", "x1", "x1", "there", "w1")]
        yield Ask(_create(*mixed, validate_only=True), version)
        for timeout_ms in (0, -1):
            yield Ask(_create(new_topic("late"), new_topic(""), timeout_ms=timeout_ms), version)
        yield Ask(_create(new_topic("there", configs={"no.such": "x"})), version)
        yield Ask(_create(new_topic("x", 0, 0, configs={"no.such": "x"})), version)
        yield Ask(_create(new_topic("n", configs={"a": None, "retention.ms": None})), version)
        yield Ask(delete_topics(["once"], 6), 6)
        yield from until_gone("once")


def create_with_assignments(world: World) -> Script:
    """Manual assignments, refused in the order of Kafka's checks."""
    cases: tuple[tuple[int, int, list[tuple[int, list[int]]]], ...] = (
        (1, -1, [(0, [1])]),
        (-1, 1, [(0, [1])]),
        (-1, -1, [(0, [1]), (0, [1])]),
        (-1, -1, [(0, [])]),
        (-1, -1, [(0, [9])]),
        (-1, -1, [(0, [1, 1])]),
        (-1, -1, [(0, [1]), (1, [1, 9])]),
        (-1, -1, [(0, [1, 9, 5])]),
        (-1, -1, [(1, [1])]),
        (-1, -1, [(0, [1]), (2, [1])]),
        (-1, -1, [(-1, [1])]),
    )
    for version in (world.versions(CreateTopicsRequest)[0], world.latest(CreateTopicsRequest)):
        for partitions, factor, assignments in cases:
            yield Ask(
                _create(new_topic("assigned", partitions, factor, None, assignments)), version
            )


def delete_and_create_again(world: World) -> Script:
    """Deletion by name and by id, good and bad; a recreated topic has another id."""
    state = DeleteTopicsRequest.DeleteTopicState
    for version in world.versions(DeleteTopicsRequest):
        name = f"gone-{version}"
        yield from create(world, name)
        yield Ask(delete_topics([name, "never", name, "", "a b"], version), version)
        yield Ask(delete_topics([name], version), version)
        yield from until_gone(name)
        yield from create(world, name, 2)
        yield Ask(delete_topics([name, "nope"], version), version)
        yield from until_gone(name)
        yield Ask(delete_topics([], version), version)
        yield Ask(delete_topics(["x", "y"], version, timeout_ms=0), version)
    first = yield from create(world, "by-id-1")
    second = yield from create(world, "by-id-2")
    unknown = bytes(range(16))
    for topics in (
        [state(topic_id=unknown)],
        [state(topic_id=first), state(topic_id=first)],
        [state(name="by-id-1", topic_id=first)],
        [state(name="by-id-1"), state(topic_id=first)],
        [state()],
        [state(topic_id=second), state(topic_id=unknown), state(name="other")],
        [state(topic_id=first)],
    ):
        yield Ask(DeleteTopicsRequest(topics=topics, timeout_ms=TIMEOUT_MS), 6)
    yield from until_gone("by-id-1")
    made = message((yield Ask(_create(new_topic("by-id-1")), 7)), CreateTopicsResponse)
    yield from until_there("by-id-1", 1)
    assert made.topics[0].topic_id != first


def create_partitions(world: World) -> Script:
    """More partitions, and all that is wrong with less or other."""
    topic = CreatePartitionsRequest.CreatePartitionsTopic
    assigned = CreatePartitionsRequest.CreatePartitionsAssignment

    def to(name: str, count: int, ids: list[list[int]] | None = None) -> object:
        found = None if ids is None else [assigned(broker_ids=each) for each in ids]
        return topic(name=name, count=count, assignments=found)

    for version in world.versions(CreatePartitionsRequest):
        name = f"grown-{version}"
        yield from create(world, name, 2)
        for topics in (
            [to(name, 3)],
            [to(name, 3)],
            [to(name, 2)],
            [to(name, 0)],
            [to(name, -1)],
            [to("nope", 3), to(name, 4)],
            [to(name, 5), to(name, 6), to("nope", 1)],
            [to(name, 6, [[1]])],
            [to(name, 6, [])],
            [to(name, 5, [[1], [1]])],
            [to(name, 5, [[9]])],
            [to(name, 5, [[]])],
            [to(name, 5, [[1, 1]])],
            [to(name, 5, [[1]])],
            [to(name, 20_000)],
            [],
        ):
            request = CreatePartitionsRequest(topics=topics, timeout_ms=TIMEOUT_MS)  # type: ignore[arg-type]
            yield Ask(request, version)
            request.validate_only = True
            yield Ask(request, version)
        request = CreatePartitionsRequest(topics=[to(name, 9)], timeout_ms=0)  # type: ignore[list-item]
        yield Ask(request, version)
        yield from until_there(name, 5)


SCRIPTS = {
    "create-topics": create_topics,
    "create-topics-badly": create_topics_badly,
    "create-with-assignments": create_with_assignments,
    "delete-and-create-again": delete_and_create_again,
    "create-partitions": create_partitions,
}
