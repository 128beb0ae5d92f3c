"""What was to be read and is gone: as an error, and where one says that it does not matter."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from compat.clients.base import UnknownTopic
from compat.spark.outcomes import Outcome, attempt, rows_of
from compat.spark.world import World, until

Losing = Callable[[World, str], None]


def _end_past_log(name: str, fails: str) -> Callable[[World], Outcome]:
    def scenario(world: World) -> Outcome:
        topic = world.topic(name, 2)
        world.fill(topic, range(100), 2)
        ends = {"endingOffsets": json.dumps({topic: {"0": 90, "1": 150}})}
        options = {"failOnDataLoss": fails, **ends}
        return attempt(lambda: rows_of(world.load(topic, options)))

    return scenario


def _start_before_log(name: str, fails: str) -> Callable[[World], Outcome]:
    def scenario(world: World) -> Outcome:
        topic = world.topic(name, 1)
        world.fill(topic, range(100), 1)
        _delete_records(world, topic, 60)
        starts = {"startingOffsets": json.dumps({topic: {"0": 10}})}
        options = {"failOnDataLoss": fails, **starts}
        return attempt(lambda: rows_of(world.load(topic, options)))

    return scenario


def _delete_records(world: World, topic: str, before: int) -> None:
    from confluent_kafka import TopicPartition

    place = TopicPartition(topic, 0, before)
    admin = world.admin()  # kept until it is answered
    for found in admin.delete_records([place]).values():
        found.result(30)
    until(lambda: world.raw.list_offset(topic, 0, -2) == before, "the records are gone")


def _remade(world: World, topic: str) -> None:
    """The same name, another topic, and fewer records than were read of the first."""
    world.raw.delete_topic(topic)

    def is_gone() -> bool:
        try:
            world.raw.list_offset(topic, 0, -1)
        except UnknownTopic:
            return topic not in world.raw.topics()
        return False

    until(is_gone, "the topic is gone")
    world.topic(topic, 1)
    world.fill(topic, range(500, 520), 1)


def _cut(world: World, topic: str) -> None:
    """Read to 50, written to 100, and of these the first 80 are deleted."""
    world.fill(topic, range(50, 100), 1)
    _delete_records(world, topic, 80)


def _gone(world: World, topic: str) -> None:
    world.raw.delete_topic(topic)
    until(lambda: topic not in world.raw.topics(), "the topic is gone")


def _restarted(name: str, fails: str, lose: Losing) -> Callable[[World], Outcome]:
    """A stream that has read fifty records, and is begun again after they were lost."""

    def scenario(world: World) -> Outcome:
        topic = world.topic(name, 1)
        world.fill(topic, range(50), 1)
        options = {"failOnDataLoss": fails}
        first = world.run_available(world.stream(topic, options), name)
        lose(world, topic)
        second = attempt(lambda: world.run_available(world.stream(topic, options), name))
        found = {"first": first, "second": second, "offsets": world.offsets(name)}
        return {**found, **world.rows(name)}

    return scenario


SCENARIOS: Mapping[str, Callable[[World], Outcome]] = {
    "loss-end-past-log": _end_past_log("loss-end", "true"),
    "loss-end-past-log-ignored": _end_past_log("loss-end-ignored", "false"),
    "loss-start-before-log": _start_before_log("loss-start", "true"),
    "loss-start-before-log-ignored": _start_before_log("loss-start-ignored", "false"),
    "loss-remade-topic": _restarted("loss-remade", "true", _remade),
    "loss-remade-topic-ignored": _restarted("loss-remade-ignored", "false", _remade),
    "loss-deleted-records": _restarted("loss-deleted", "true", _cut),
    "loss-deleted-records-ignored": _restarted("loss-deleted-ignored", "false", _cut),
    "loss-deleted-topic": _restarted("loss-topic", "true", _gone),
    "loss-deleted-topic-ignored": _restarted("loss-topic-ignored", "false", _gone),
}
