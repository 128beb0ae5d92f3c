"""Configurations, and what the cluster says of itself."""

from __future__ import annotations

from compat.matrix.scenarios.base import Scenario, Seen, Topic, World, fine, refused
from kafkawire.protocol.error_codes import ErrorCode

FIRST_WITHOUT_ZOOKEEPER = (3, 3)
FIRST_WITH_MORE_FEATURES = (4, 0)
RETENTION_DEFAULT = "604800000"


def _configs(seen: Seen, world: World) -> None:
    del world
    assert seen.one("described")["retention"] == "-1"
    altered = seen.one("altered")
    fine(altered)
    assert altered["retention"] == "3600000"
    for line in seen.optional("removed"):
        fine(line)
        assert line["retention"] == RETENTION_DEFAULT
    for line in seen.optional("bad-value"):
        refused(line, ErrorCode.INVALID_CONFIG)
    refused(seen.one("unknown"), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
    for line in seen.optional("broker"):
        assert line["value"] == "168"


def _features(release: tuple[int, ...]) -> set[str]:
    """Those that clusters of a release have settled on."""
    if release < FIRST_WITH_MORE_FEATURES:
        return {"metadata.version"} if release >= FIRST_WITHOUT_ZOOKEEPER else set()
    return {"group.version", "metadata.version", "transaction.version"}


def _cluster(seen: Seen, world: World) -> None:
    brokers = seen.one("brokers")
    assert brokers["brokers"] == [world.bootstrap]
    assert brokers["controller"] in (1, None)
    for line in seen.optional("cluster"):
        assert len(line["id"]) == 22
    for line in seen.optional("features"):
        assert _features(world.release) <= set(line["names"])
    for line in seen.optional("quorum"):
        assert line["leader"] == 1


SCENARIOS = (
    Scenario("configs", _configs, (Topic(),)),
    Scenario("cluster", _cluster),
)
