"""Moves about brokers, features, the quorum, replicas and where logs lie (admin D.1 to D.4)."""

from __future__ import annotations

from compat.oracle.scripts import moving
from compat.oracle.scripts.cluster import METADATA_TOPIC, Update, quorum, update
from compat.oracle.scripts.kit import Part
from compat.oracle.steps import Ask
from compat.oracle.walking.administration.sketch import (
    AdministrationSketch,
    Asked,
    Name,
    changing,
    looking,
    settled,
)
from compat.oracle.walking.ground import Act, Ground, Request
from kafkawire.protocol.messages.alter_partition_reassignments_request import (
    AlterPartitionReassignmentsRequest,
)
from kafkawire.protocol.messages.alter_replica_log_dirs_request import AlterReplicaLogDirsRequest
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.describe_cluster_request import DescribeClusterRequest
from kafkawire.protocol.messages.describe_log_dirs_request import DescribeLogDirsRequest
from kafkawire.protocol.messages.describe_quorum_request import DescribeQuorumRequest
from kafkawire.protocol.messages.elect_leaders_request import ElectLeadersRequest
from kafkawire.protocol.messages.list_partition_reassignments_request import (
    ListPartitionReassignmentsRequest,
)
from kafkawire.protocol.messages.unregister_broker_request import UnregisterBrokerRequest
from kafkawire.protocol.messages.update_features_request import UpdateFeaturesRequest

REPLICAS: tuple[list[int] | None, ...] = ([1], [1], [1], None, None, [], [9], [1, 1], [2, 1], [-1])
FEATURES = (
    "group.version",
    "streams.version",
    "share.version",
    "transaction.version",
    "metadata.version",
    "nope",
    "",
)
SOME_MAX = 3


def _some(sketch: AdministrationSketch) -> list[tuple[Name, list[int]]] | None:
    """Partitions of some topics; None for all."""
    if sketch.seldom(0.2):
        return None
    names = [sketch.name() for _ in range(sketch.random.randint(0, SOME_MAX))]
    return [(name, sketch.indexes(name)) for name in names]


def _named(
    ground: Ground, some: list[tuple[Name, list[int]]] | None
) -> list[tuple[str, list[int]]] | None:
    return None if some is None else [(name.on(ground), indexes) for name, indexes in some]


def reassign(sketch: AdministrationSketch) -> Asked:
    """Other replicas, as far as there are any."""
    version = sketch.version(AlterPartitionReassignmentsRequest)
    planned = [
        (name, {index: sketch.random.choice(REPLICAS) for index in indexes})
        for name, indexes in _some(sketch) or []
    ]
    timeout_ms = sketch.timeout_ms()
    may_change_factor = version == 0 or sketch.random.random() < 0.5

    def build(ground: Ground) -> AlterPartitionReassignmentsRequest:
        return moving.reassign(
            *((name.on(ground), wished) for name, wished in planned),
            timeout_ms=timeout_ms,
            may_change_factor=may_change_factor,
        )

    return changing(Request(build, version))


def list_reassigned(sketch: AdministrationSketch) -> Request:
    """What is on its way: nothing, on one broker."""
    version = sketch.version(ListPartitionReassignmentsRequest)
    some, timeout_ms = _some(sketch), sketch.timeout_ms()
    return Request(
        lambda ground: moving.reassigned(_named(ground, some), timeout_ms),
        version,
    )


def elect(sketch: AdministrationSketch) -> Request:
    """Leaders, which are there already."""
    version = sketch.version(ElectLeadersRequest)
    some, timeout_ms = _some(sketch), sketch.timeout_ms()
    kind = sketch.random.choice((0, 0, 1, 1, 2, -1)) if version else 0

    def build(ground: Ground) -> ElectLeadersRequest:
        return moving.elect(_named(ground, some), kind, timeout_ms)

    return Request(build, version)


def log_dirs(sketch: AdministrationSketch) -> Asked:
    """Which logs there are, and how large."""
    version = sketch.version(DescribeLogDirsRequest)
    some = _some(sketch)
    return looking(Request(lambda ground: moving.log_dirs(_named(ground, some)), version))


def move_logs(sketch: AdministrationSketch) -> Act:
    """Logs to where they are, or to where nothing is."""
    version = sketch.version(AlterReplicaLogDirsRequest)
    latest = sketch.versions(DescribeLogDirsRequest)[-1]
    planned = [
        (sketch.random.choice((True, True, False)), _some(sketch) or [])
        for _ in range(sketch.random.randint(1, 2))
    ]

    def act(ground: Ground) -> Part[None]:
        yield from settled(ground)
        home = yield from moving.the_directory(latest)
        directories = [
            (home if is_home else moving.ELSEWHERE, _named(ground, some) or [])
            for is_home, some in planned
        ]
        yield Ask(moving.move_logs(*directories), version)

    return act


def features(sketch: AdministrationSketch) -> Request:
    """Levels that nothing comes of: they are only looked at, or refused."""
    random = sketch.random
    version = sketch.version(UpdateFeaturesRequest, first=1)
    updates: list[Update] = [
        (random.choice(FEATURES), random.choice((-1, 0, 1, 1, 2, 3, 33, 34)), random.choice(kinds))
        for kinds in [(1, 1, 2, 3, 0, 9)] * random.choice((0, 1, 1, 1, 2, 3))
    ]
    return Request(lambda _: update(*updates, validate_only=True), version)


def versions(sketch: AdministrationSketch) -> Request:
    """ApiVersions, with good and bad names of software."""
    version = sketch.random.choice(list(sketch.versions(ApiVersionsRequest)))
    names = [sketch.random.choice(("walk", "1.0", "-", ".x", "", "a b")) for _ in range(2)]

    def build(_: Ground) -> ApiVersionsRequest:
        found = ApiVersionsRequest()
        if version >= 3:
            found.client_software_name, found.client_software_version = names
        return found

    return Request(build, version)


def brokers(sketch: AdministrationSketch) -> Request:
    """DescribeCluster."""
    version = sketch.version(DescribeClusterRequest)
    kind = sketch.random.choice((1, 1, 2, 3, 0, -1)) if version else 1
    operations, fenced = (sketch.random.random() < 0.5 for _ in range(2))

    def build(_: Ground) -> DescribeClusterRequest:
        found = DescribeClusterRequest(include_cluster_authorized_operations=operations)
        if version >= 1:
            found.endpoint_type = kind
        if version >= 2:
            found.include_fenced_brokers = fenced
        return found

    return Request(build, version)


def the_quorum(sketch: AdministrationSketch) -> Request:
    """Of partitions that no quorum keeps, so that nothing moves in the answer."""
    version = sketch.version(DescribeQuorumRequest)
    some = _some(sketch) or []
    if sketch.seldom(0.3):
        some.append((Name(METADATA_TOPIC, is_own=False), sketch.random.choice(([1], [0, 0], []))))
    return Request(lambda ground: quorum(*(_named(ground, some) or [])), version)


def unregister(sketch: AdministrationSketch) -> Request:
    """Brokers that are not there."""
    broker_id = sketch.random.choice((2, 9, -1, 1 << 30))
    version = sketch.version(UnregisterBrokerRequest)
    return Request(lambda _: UnregisterBrokerRequest(broker_id=broker_id), version)
