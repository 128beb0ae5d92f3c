"""AlterConfigs, and configurations of groups and metrics subscriptions; lists of resources."""

from __future__ import annotations

from collections.abc import Sequence

from compat.oracle.scripts.configs import (
    BROKER,
    CLUSTER,
    DEFAULT,
    DELETE,
    LOGGER,
    SET,
    TOPIC,
    Change,
    alter,
    describe,
    shows,
)
from compat.oracle.scripts.kit import World, create
from compat.oracle.steps import Ask, Script
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.alter_configs_request import AlterConfigsRequest
from kafkawire.protocol.messages.list_config_resources_request import ListConfigResourcesRequest
from kafkawire.protocol.messages.list_config_resources_response import (
    ListConfigResourcesResponse,
)

METRICS, GROUP = 16, 32
OF_TOPIC, OF_METRICS, OF_GROUP = 1, 7, 8


def replace(
    *resources: tuple[int, str, Sequence[tuple[str, str | None]]], validate_only: bool = False
) -> AlterConfigsRequest:
    """AlterConfigs of some resources."""
    config = AlterConfigsRequest.AlterableConfig
    make = AlterConfigsRequest.AlterConfigsResource
    found = [
        make(
            resource_type=kind,
            resource_name=name,
            configs=[config(name=key, value=value) for key, value in values],
        )
        for kind, name, values in resources
    ]
    return AlterConfigsRequest(resources=found, validate_only=validate_only)


def replacing_topics(world: World) -> Script:
    """Admin C-36, C-37, H 83: what is not named goes."""
    yield from create(world, "log")
    for version in world.versions(AlterConfigsRequest):
        yield Ask(replace((TOPIC, "log", [("flush.ms", "7"), ("segment.ms", "70000")])), version)
        yield shows("flush.ms", "7", OF_TOPIC)
        yield Ask(replace((TOPIC, "log", [("flush.ms", "8")]), validate_only=True), version)
        yield Ask(replace((TOPIC, "log", [("flush.ms", "8")])), version)
        yield shows("flush.ms", "8", OF_TOPIC)
        yield shows("segment.ms", "604800000", DEFAULT)
        yield Ask(replace((TOPIC, "log", [])), version)
        yield shows("flush.ms", "9223372036854775807", DEFAULT)
        yield Ask(describe((TOPIC, "log"), include_synonyms=True), 4)


def refused_replacements(world: World) -> Script:
    """Admin C-37, C-39, H 84: every refusal of AlterConfigs."""
    yield from create(world, "log")
    good = [("retention.ms", "7")]
    bad: tuple[Sequence[tuple[str, str | None]], ...] = (
        [("no.such.config", "1")],
        [("retention.ms", "soon")],
        [("retention.ms", None)],
        [("retention.ms", None), ("flush.ms", None)],
        [("retention.ms", "1"), ("retention.ms", "2")],
        [("cleanup.policy", "shred")],
        [("min.compaction.lag.ms", "10"), ("max.compaction.lag.ms", "5")],
        [("segment.bytes", "13")],
        [("", "13")],
        [],
    )
    for version in world.versions(AlterConfigsRequest):
        for values in bad:
            for name in ("log", "nope"):
                yield Ask(replace((TOPIC, name, values), validate_only=True), version)
        for name in ("nope", "", "a b"):
            yield Ask(replace((TOPIC, name, good)), version)
        mixed = replace((TOPIC, "log", good), (TOPIC, "nope", good), validate_only=True)
        yield Ask(mixed, version)
        for kind in (0, 1, 3, LOGGER, 64, -1):
            yield Ask(replace((kind, "1", good), validate_only=True), version)
        yield Ask(replace(), version)


def replacing_twice(world: World) -> Script:
    """Admin C-38: a resource named twice, which Kafka never answers."""
    yield from create(world, "log")
    some = [("retention.ms", "7")]
    for version in world.versions(AlterConfigsRequest):
        twice = replace((TOPIC, "log", some), (TOPIC, "log", some))
        yield Ask(twice, version, f"silent {version}", patience=1.0)
    yield Ask(describe((TOPIC, "log"), keys=["retention.ms"]), 4)


def replacing_brokers(world: World) -> Script:
    """Admin C-39, C-40, C-41, H 84: of one broker and of all."""
    cases: tuple[Sequence[tuple[str, str | None]], ...] = (
        [("message.max.bytes", "2000000")],
        [("message.max.bytes", "nonsense")],
        [("broker.id", "7")],
        [("no.such.config", "3")],
        [("ssl.keystore.type", "PKCS12")],
        [("log.cleaner.threads", "x")],
        [("log.cleaner.threads", "5")],
        [("min.insync.replicas", "1")],
        [("min.insync.replicas", "1"), ("message.max.bytes", "2000000")],
        [],
    )
    for name in ("1", "", "2", "x"):
        for values in cases:
            yield Ask(replace((BROKER, name, values), validate_only=True), 2)
    whole = [("min.insync.replicas", "1"), ("message.max.bytes", "2000000")]
    yield Ask(replace((BROKER, "", whole)), 2)
    yield shows("message.max.bytes", "2000000", CLUSTER, BROKER, "1")
    yield Ask(replace((BROKER, "", whole[:1])), 2)
    yield shows("message.max.bytes", "1048588", DEFAULT, BROKER, "1")


def other_resources(world: World) -> Script:
    """Admin C-5, C-17, C-33, C-34, H 67, 81, 82: groups and metrics subscriptions."""
    resources: tuple[tuple[int, str, Sequence[Change]], ...] = (
        (GROUP, "g", [("consumer.session.timeout.ms", SET, "50000")]),
        (GROUP, "g", [("consumer.session.timeout.ms", SET, "5")]),
        (GROUP, "g", [("consumer.session.timeout.ms", SET, "x")]),
        (GROUP, "g", [("consumer.heartbeat.interval.ms", SET, "60000")]),
        (GROUP, "g", [("share.session.timeout.ms", SET, "5")]),
        (GROUP, "g", [("share.record.lock.duration.ms", SET, "5")]),
        (GROUP, "g", [("share.auto.offset.reset", SET, "nope")]),
        (GROUP, "g", [("share.auto.offset.reset", SET, "by_duration:PT5M")]),
        (GROUP, "g", [("share.auto.offset.reset", SET, "by_duration:-PT5M")]),
        (GROUP, "g", [("share.delivery.count.limit", SET, "11")]),
        (GROUP, "g", [("streams.num.standby.replicas", SET, "99")]),
        (GROUP, "g", [("streams.num.warmup.replicas", SET, "99")]),
        (GROUP, "g", [("streams.task.offset.interval.ms", SET, "9")]),
        (GROUP, "g", [("streams.assignor.name", SET, "x")]),
        (GROUP, "g", [("foo", SET, "5")]),
        (GROUP, "g", [("foo", DELETE, None)]),
        (GROUP, "", [("consumer.session.timeout.ms", SET, "50000")]),
        (METRICS, "m", [("interval.ms", SET, "99")]),
        (METRICS, "m", [("interval.ms", SET, "3600001")]),
        (METRICS, "m", [("interval.ms", SET, "x")]),
        (METRICS, "m", [("interval.ms", SET, "1000"), ("metrics", SET, "a.b,c")]),
        (METRICS, "m", [("match", SET, "client_id=a.*,client_source_port=.*")]),
        (METRICS, "m", [("match", SET, "client_id")]),
        (METRICS, "m", [("match", SET, "client_id=a=b")]),
        (METRICS, "m", [("match", SET, "client_id=[")]),
        (METRICS, "m", [("match", SET, "client_id=")]),
        (METRICS, "m", [("match", SET, " client_id = x ,client_source_address=y")]),
        (METRICS, "m", [("match", SET, "foo=bar")]),
        (METRICS, "m", [("match", SET, "")]),
        (METRICS, "m", [("foo", SET, "5")]),
        (METRICS, "", [("interval.ms", SET, "1000")]),
    )
    for each in resources:
        yield Ask(alter(each, validate_only=True), 1)
        whole = [(key, value) for key, how, value in each[2] if how == SET]
        yield Ask(replace((each[0], each[1], whole), validate_only=True), 2)
    for kind, name in ((GROUP, "g"), (METRICS, "m"), (GROUP, ""), (METRICS, "")):
        yield Ask(describe((kind, name), include_synonyms=True), 4)
    yield Ask(alter((GROUP, "g", [("consumer.session.timeout.ms", SET, "50000")])), 1)
    yield shows("consumer.session.timeout.ms", "50000", OF_GROUP, GROUP, "g")
    yield Ask(alter((METRICS, "m", [("interval.ms", SET, "1000")])), 1)
    yield shows("interval.ms", "1000", OF_METRICS, METRICS, "m")
    for kind, name in ((GROUP, "g"), (METRICS, "m")):
        yield Ask(describe((kind, name), include_synonyms=True), 4)
        yield Ask(replace((kind, name, [])), 2)


def listing(world: World) -> Script:
    """Admin C-45, C-46, A-55, H 85: every list, in its order."""
    for name in ("zeta", "alpha", "mu", "B", "a.b"):
        yield from create(world, name)
    some: Sequence[Change] = [("interval.ms", SET, "1000")]
    yield Ask(alter((METRICS, "watch", some)), 1)
    session: Sequence[Change] = [("consumer.session.timeout.ms", SET, "50000")]
    yield Ask(alter((GROUP, "fans", session)), 1)
    for version in world.versions(ListConfigResourcesRequest):
        kinds: Sequence[Sequence[int]] = [[]]
        if version:
            kinds = [[], [2, 4, 8, 16, 32], [4], [16, 16], [32, 2], [99], [2, 99], [0], [1]]
        for each in kinds:
            request = ListConfigResourcesRequest(resource_types=list(each))
            yield Ask(request, version, until=_lists_both if not each else None)
    yield Ask(replace((METRICS, "watch", []), (GROUP, "fans", [])), 2)


def _lists_both(found: Message) -> bool:
    assert isinstance(found, ListConfigResourcesResponse)
    names = {each.resource_name for each in found.config_resources}
    return "watch" in names


SCRIPTS = {
    "admin-replace-topics": replacing_topics,
    "admin-replace-refused": refused_replacements,
    "admin-replace-twice": replacing_twice,
    "admin-replace-brokers": replacing_brokers,
    "admin-other-resources": other_resources,
    "admin-list-resources": listing,
}
