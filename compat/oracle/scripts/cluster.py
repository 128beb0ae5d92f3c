"""The cluster: levels of features, the quorum, its members; authentication where there is none."""

from __future__ import annotations

from collections.abc import Sequence

from compat.oracle.scripts.configs import (
    BROKER,
    CLUSTER,
    DELETE,
    SET,
    Change,
    alter,
    describe,
    shows,
)
from compat.oracle.scripts.kit import World
from compat.oracle.steps import Ask, Script
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.add_raft_voter_request import AddRaftVoterRequest
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.describe_quorum_request import DescribeQuorumRequest
from kafkawire.protocol.messages.remove_raft_voter_request import RemoveRaftVoterRequest
from kafkawire.protocol.messages.sasl_authenticate_request import SaslAuthenticateRequest
from kafkawire.protocol.messages.sasl_handshake_request import SaslHandshakeRequest
from kafkawire.protocol.messages.unregister_broker_request import UnregisterBrokerRequest
from kafkawire.protocol.messages.unregister_controller_request import UnregisterControllerRequest
from kafkawire.protocol.messages.update_features_request import UpdateFeaturesRequest

UPGRADE, SAFE, UNSAFE = 1, 2, 3
METADATA_TOPIC = "__cluster_metadata"
Update = tuple[str, int, int]


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


def cordons(world: World) -> Script:
    """Admin C-44: which directories may be cordoned."""
    for broker in ("1", ""):
        for value in ("*", "nope", "", "*,nope", "nope,nope"):
            change: Change = ("cordoned.log.dirs", SET, value)
            yield Ask(alter((BROKER, broker, [change]), validate_only=True), 1)


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
    "admin-features-refused": refused_features,
    "admin-features-changed": changed_features,
    "admin-features-eligible": eligible_replicas,
    "admin-cordons": cordons,
    "admin-quorum": describing_the_quorum,
    "admin-voters": voters,
    "admin-unregister": unregistering,
    "admin-sasl": authenticating,
}
