"""Moves that change topics, and wait until the broker has heard of it from its controller."""

from __future__ import annotations

from compat.oracle.scripts.kit import TIMEOUT_MS, Part, create, delete, until_there
from compat.oracle.steps import Ask
from compat.oracle.walking.ground import Act, Ground, PlannedTopic
from compat.oracle.walking.sketch import Sketch
from kafkawire.protocol.messages.create_partitions_request import CreatePartitionsRequest

MORE_NAMES = ("dog", "eel")
PARTITIONS_MAX = 6


def _make(topic: PlannedTopic) -> Act:
    def act(ground: Ground) -> Part[None]:
        name = ground.name(topic)
        ground.ids[topic.key] = yield from create(ground.world, name, topic.count, topic.configs)

    return act


def _delete(topic: PlannedTopic) -> Act:
    def act(ground: Ground) -> Part[None]:
        yield from delete(ground.world, ground.name(topic))

    return act


def make_or_delete(sketch: Sketch) -> Act:
    """One more topic, or one less."""
    name = sketch.random.choice((*sketch.topics, *MORE_NAMES))
    if name not in sketch.topics:
        return _make(sketch.new_topic(name))
    if len(sketch.topics) == 1:
        return make_again(sketch)
    return _delete(sketch.forget(name))


def make_again(sketch: Sketch) -> Act:
    """Delete a topic and make one of that name at once."""
    name = sketch.random.choice(list(sketch.topics))
    acts = _delete(sketch.forget(name)), _make(sketch.new_topic(name))

    def act(ground: Ground) -> Part[None]:
        for each in acts:
            yield from each(ground)

    return act


def grow(sketch: Sketch) -> Act:
    """More partitions for a topic."""
    topic = sketch.random.choice(list(sketch.topics.values()))
    count = min(PARTITIONS_MAX, topic.partitions + sketch.random.randint(1, 2))
    topic.ends += [0] * (count - topic.partitions)

    def act(ground: Ground) -> Part[None]:
        name = ground.name(topic)
        element = CreatePartitionsRequest.CreatePartitionsTopic(
            name=name, count=count, assignments=None
        )
        request = CreatePartitionsRequest(topics=[element], timeout_ms=TIMEOUT_MS)
        yield Ask(request, ground.world.latest(CreatePartitionsRequest))
        yield from until_there(name, count)

    return act
