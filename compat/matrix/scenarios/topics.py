"""Topics, and the errors that users of topics meet most."""

from __future__ import annotations

from compat.matrix.scenarios.base import Scenario, Seen, Topic, World, fine, refused
from kafkawire.protocol.error_codes import ErrorCode


def _topics(seen: Seen, world: World) -> None:
    fine(seen.one("created"))
    refused(seen.one("again"), ErrorCode.TOPIC_ALREADY_EXISTS)
    assert seen.one("listed")["has"]
    described = seen.one("described")
    assert (described["partitions"], described["leaders"]) == (3, 3)
    for line in seen.optional("grown"):
        fine(line)
        assert line["partitions"] == 5
    for line in seen.optional("shrunk"):
        refused(line, ErrorCode.INVALID_PARTITIONS)
    fine(seen.one("deleted"))
    assert not seen.one("gone")["has"]
    assert f"{world.prefix}-a" not in world.raw.topics()


ERRORS = {
    "no-partitions": ErrorCode.INVALID_PARTITIONS,
    "too-many-replicas": ErrorCode.INVALID_REPLICATION_FACTOR,
    "bad-value": ErrorCode.INVALID_CONFIG,
    "bad-name": ErrorCode.INVALID_CONFIG,
    "describe-unknown": ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
}


def _errors(seen: Seen, world: World) -> None:
    refused(seen.one("invalid-name"), ErrorCode.INVALID_TOPIC_EXCEPTION)
    refused(seen.one("delete-unknown"), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
    refused(seen.one("too-large"), ErrorCode.MESSAGE_TOO_LARGE)
    for step, code in ERRORS.items():
        for line in seen.optional(step):
            refused(line, code)
    there = {name for name in world.raw.topics() if name.startswith(world.prefix)}
    assert there == {world.prefix}


SCENARIOS = (
    Scenario("topics", _topics),
    Scenario("errors", _errors, (Topic(),)),
)
