"""What Spark refuses, word for word: before it asks the broker, and because of its answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from compat.spark.outcomes import Outcome, attempt, rows_of
from compat.spark.world import Options, World, time_of

STRINGS = "org.apache.kafka.common.serialization.StringDeserializer"


def _reading(name: str, options: Options) -> Callable[[World], Outcome]:
    def scenario(world: World) -> Outcome:
        topic = world.topic(name)
        world.fill(topic, range(100))
        chosen = {key: value.replace("TOPIC", topic) for key, value in options.items()}
        return attempt(lambda: rows_of(world.load(topic, chosen)))

    return scenario


def _without_topic(world: World) -> Outcome:
    return attempt(lambda: rows_of(world.load(None)))


def _unknown_topic(world: World) -> Outcome:
    return attempt(lambda: rows_of(world.load("nobody-made-it")))


def _no_such_partition(world: World) -> Outcome:
    topic = world.topic("refused-assigned")
    options = {"assign": json.dumps({topic: [0, 7]})}
    return attempt(lambda: rows_of(world.load(None, options)))


_OFFSETS: Mapping[str, Options] = {
    "timestamp-past-end": {"startingTimestamp": time_of(500)},
    "by-timestamp-past-end": {
        "startingOffsetsByTimestamp": json.dumps(
            {"TOPIC": {"0": int(time_of(1)), "1": int(time_of(500)), "2": int(time_of(2))}}
        )
    },
    "partition-missing": {"startingOffsets": json.dumps({"TOPIC": {"0": 0, "1": 5}})},
    "partition-too-many": {
        "startingOffsets": json.dumps({"TOPIC": {"0": 0, "1": 5, "2": 0, "3": 0}})
    },
    "start-behind-end": {
        "startingOffsets": json.dumps({"TOPIC": {"0": 60, "1": 0, "2": 0}}),
        "endingOffsets": json.dumps({"TOPIC": {"0": 50, "1": 10, "2": 10}}),
    },
    "start-at-latest": {"startingOffsets": "latest"},
    "end-at-earliest": {"endingOffsets": "earliest"},
}
_SETTINGS: Mapping[str, Options] = {
    "auto-offset-reset": {"kafka.auto.offset.reset": "earliest"},
    "auto-commit": {"kafka.enable.auto.commit": "true"},
    "interceptors": {"kafka.interceptor.classes": "a.B"},
    "key-deserializer": {"kafka.key.deserializer": STRINGS},
    "value-deserializer": {"kafka.value.deserializer": STRINGS},
}

SCENARIOS: Mapping[str, Callable[[World], Outcome]] = {
    **{
        f"refused-{name}": _reading(f"refused-{name}", options)
        for name, options in {**_OFFSETS, **_SETTINGS}.items()
    },
    "refused-without-topic": _without_topic,
    "refused-unknown-topic": _unknown_topic,
    "refused-no-such-partition": _no_such_partition,
}
