"""AlterConfigs, lists of resources, features, the quorum, and members of the cluster."""

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
from kafkawire.protocol.messages.add_raft_voter_request import AddRaftVoterRequest
from kafkawire.protocol.messages.alter_configs_request import AlterConfigsRequest
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.describe_quorum_request import DescribeQuorumRequest
from kafkawire.protocol.messages.list_config_resources_request import ListConfigResourcesRequest
from kafkawire.protocol.messages.list_config_resources_response import (
    ListConfigResourcesResponse,
)
from kafkawire.protocol.messages.remove_raft_voter_request import RemoveRaftVoterRequest
from kafkawire.protocol.messages.sasl_authenticate_request import SaslAuthenticateRequest
from kafkawire.protocol.messages.sasl_handshake_request import SaslHandshakeRequest
from kafkawire.protocol.messages.unregister_broker_request import UnregisterBrokerRequest
from kafkawire.protocol.messages.unregister_controller_request import UnregisterControllerRequest
from kafkawire.protocol.messages.update_features_request import UpdateFeaturesRequest

METRICS, GROUP = 16, 32
OF_TOPIC, OF_METRICS, OF_GROUP = 1, 7, 8
UPGRADE, SAFE, UNSAFE = 1, 2, 3
METADATA_TOPIC = "__cluster_metadata"
Update = tuple[str, int, int]


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


def update(*updates: Update, validate_only: bool = True) -> UpdateFeaturesRequest:
    """UpdateFeatures of some features: name, level, kind."""
    make = UpdateFeaturesRequest.FeatureUpdateKey
    found = [
        make(feature=name, max_version_level=level, upgrade_type=kind)
        for name, level, kind in updates
    ]
    return UpdateFeaturesRequest(timeout_ms=0, feature_updates=found, validate_only=validate_only)


def quorum(*topics: tuple[str, Sequence[int]]) -> DescribeQuorumRequest:
    """DescribeQuorum of some partitions."""
    make = DescribeQuorumRequest.PartitionData
    found = [
        DescribeQuorumRequest.TopicData(
            topic_name=name, partitions=[make(partition_index=each) for each in indexes]
        )
        for name, indexes in topics
    ]
    return DescribeQuorumRequest(topics=found)


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


def refused_features(world: World) -> Script:
    """Admin D-16 to D-19, H 96, 98: what may not be, and what would be allowed."""
    cases: tuple[Sequence[Update], ...] = (
        [("group.version", 1, UPGRADE)],
        [("group.version", 1, SAFE)],
        [("group.version", 1, UNSAFE)],
        [("group.version", 1, 0)],
        [("group.version", 1, 4)],
        [("group.version", 0, UPGRADE)],
        [("group.version", 0, SAFE)],
        [("group.version", -1, UPGRADE)],
        [("group.version", 2, UPGRADE)],
        [("nope", 1, UPGRADE)],
        [("nope", 0, SAFE)],
        [("nope", -1, 9)],
        [("nope", -1, SAFE)],
        [("", 1, UPGRADE)],
        [("metadata.version", 33, UPGRADE)],
        [("metadata.version", 33, SAFE)],
        [("metadata.version", 34, UPGRADE)],
        [("metadata.version", 32, UPGRADE)],
        [("metadata.version", 32, SAFE)],
        [("metadata.version", 20, SAFE)],
        [("metadata.version", 20, UNSAFE)],
        [("metadata.version", 6, SAFE)],
        [("metadata.version", 0, SAFE)],
        [("kraft.version", 1, UPGRADE)],
        [("kraft.version", 1, SAFE)],
        [("kraft.version", 0, SAFE)],
        [("kraft.version", 2, UPGRADE)],
        [("transaction.version", 0, SAFE)],
        [("transaction.version", 1, UNSAFE)],
        [("eligible.leader.replicas.version", 0, SAFE)],
        [("share.version", 1, SAFE)],
        [("streams.version", 0, SAFE)],
        [("group.version", 1, UPGRADE), ("nope", 1, UPGRADE)],
        [("nope", 1, UPGRADE), ("group.version", 9, UPGRADE), ("share.version", 9, UPGRADE)],
        [("group.version", 0, UPGRADE), ("group.version", 1, UPGRADE)],
        [("group.version", 1, UPGRADE), ("group.version", 0, UPGRADE)],
        [],
    )
    for version in world.versions(UpdateFeaturesRequest, first=1):
        for updates in cases:
            yield Ask(update(*updates), version)
    for updates in ([("group.version", 1, UPGRADE)], [("nope", 1, UPGRADE)], []):
        yield Ask(update(*updates, validate_only=False), 0)
    yield _levels({"group.version": 1})


def changed_features(world: World) -> Script:
    """Admin D-16, D-19, D-20, A-10, H 97: levels change, and back."""
    down = [("group.version", 0, SAFE), ("transaction.version", 1, SAFE)]
    yield Ask(update(*down, validate_only=False), 1)
    yield _levels({"group.version": 0, "transaction.version": 1})
    make = UpdateFeaturesRequest.FeatureUpdateKey
    allowed = make(feature="transaction.version", max_version_level=0, allow_downgrade=True)
    yield Ask(UpdateFeaturesRequest(feature_updates=[allowed]), 0)
    up = [("group.version", 1, UPGRADE), ("transaction.version", 2, UPGRADE)]
    yield Ask(update(*up, validate_only=False), 2)
    yield _levels({"group.version": 1, "transaction.version": 2})


def eligible_replicas(world: World) -> Script:
    """Admin C-30, D-20, H 77: min.insync.replicas as eligible leader replicas go and come."""
    feature = "eligible.leader.replicas.version"
    name = "min.insync.replicas"
    changes: tuple[tuple[str, Change], ...] = (
        ("1", (name, SET, "1")),
        ("1", (name, DELETE, None)),
        ("", (name, DELETE, None)),
        ("", (name, SET, "1")),
    )
    for broker, change in changes:
        yield Ask(alter((BROKER, broker, [change]), validate_only=True), 1)
    yield Ask(update((feature, 0, SAFE), validate_only=False), 2)
    yield _levels({feature: 0})
    for broker, change in changes:
        yield Ask(alter((BROKER, broker, [change]), validate_only=True), 1)
    yield Ask(alter((BROKER, "", [(name, DELETE, None)])), 1)
    yield Ask(alter((BROKER, "1", [(name, SET, "1")])), 1)
    yield shows(name, "1", 2, BROKER, "1")
    yield Ask(update((feature, 1, UPGRADE), validate_only=False), 2)
    yield _levels({feature: 1})
    yield shows(name, "1", CLUSTER, BROKER, "1")
    yield Ask(describe((BROKER, "")), 4)


def _levels(wanted: dict[str, int]) -> Ask:
    """Wait until the broker knows of these levels."""

    def is_known(found: Message) -> bool:
        levels = {
            each.name: each.max_version_level
            for each in found.finalized_features  # type: ignore[attr-defined]
        }
        return all(levels.get(name, 0) == level for name, level in wanted.items())

    request = ApiVersionsRequest(client_software_name="script", client_software_version="1")
    return Ask(request, 4, until=is_known)


def describing_the_quorum(world: World) -> Script:
    """Admin D-21, H 100: only of the metadata log, and of nothing beside it."""
    for version in world.versions(DescribeQuorumRequest):
        yield Ask(quorum(("log", [0, 1])), version)
        yield Ask(quorum((METADATA_TOPIC, [1])), version)
        yield Ask(quorum((METADATA_TOPIC, [0, 0])), version)
        yield Ask(quorum((METADATA_TOPIC, [0]), ("log", [0])), version)
        yield Ask(quorum((METADATA_TOPIC, [])), version)
        yield Ask(quorum(), version)


def voters(world: World) -> Script:
    """Admin D-23: there is one voter, and it stays."""
    some = bytes(range(16))
    make = AddRaftVoterRequest.Listener
    named = [make(name="CONTROLLER", host="localhost", port=1)]
    other = [make(name="X", host="localhost", port=1)]
    for version in world.versions(AddRaftVoterRequest):
        for cluster, voter, directory, listeners in (
            (None, 5, some, named),
            (None, 5, bytes(16), named),
            (None, -1, some, named),
            (None, 5, some, other),
            (None, 5, some, []),
            (None, 1, some, named),
        ):
            yield Ask(
                AddRaftVoterRequest(
                    cluster_id=cluster,
                    timeout_ms=1000,
                    voter_id=voter,
                    voter_directory_id=directory,
                    listeners=listeners,
                ),
                version,
            )
    for cluster, voter, directory in (
        (None, 5, some),
        (None, 5, bytes(16)),
        (None, -1, some),
        (None, 1, some),
    ):
        request = RemoveRaftVoterRequest(
            cluster_id=cluster, voter_id=voter, voter_directory_id=directory
        )
        yield Ask(request, 0)


def unregistering(world: World) -> Script:
    """Admin D-15, D-23, H 95: nobody can be forgotten who is not known, or is asked itself."""
    for node_id in (9, -1, 0):
        yield Ask(UnregisterBrokerRequest(broker_id=node_id), 0)
        yield Ask(UnregisterControllerRequest(controller_id=node_id), 0)
    yield Ask(UnregisterControllerRequest(controller_id=1), 0)


def authenticating(world: World) -> Script:
    """Admin E-9: there is nothing to authenticate, and the connection goes on."""
    for version in world.versions(SaslHandshakeRequest):
        for mechanism in ("PLAIN", "SCRAM-SHA-256", "nope", ""):
            yield Ask(SaslHandshakeRequest(mechanism=mechanism), version)
    for version in world.versions(SaslAuthenticateRequest):
        for token in (b"", b"\0user\0secret"):
            yield Ask(SaslAuthenticateRequest(auth_bytes=token), version)


SCRIPTS = {
    "admin-replace-topics": replacing_topics,
    "admin-replace-refused": refused_replacements,
    "admin-replace-brokers": replacing_brokers,
    "admin-other-resources": other_resources,
    "admin-list-resources": listing,
    "admin-features-refused": refused_features,
    "admin-features-changed": changed_features,
    "admin-features-eligible": eligible_replicas,
    "admin-quorum": describing_the_quorum,
    "admin-voters": voters,
    "admin-unregister": unregistering,
    "admin-sasl": authenticating,
}
