"""First versions: as the schemas have them, and each in one place."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import kafkawire
from kafkawire.protocol import since
from kafkawire.spark.tables.documentation import declared_field

ROOT = Path(kafkawire.__file__).parent
FIELDS = {
    "PRODUCE_TRANSACTIONS_SINCE": "ProduceRequest.transactionalId",
    "PRODUCE_TOPIC_IDS_SINCE": "ProduceRequest.topicData.topicId",
    "FETCH_MAX_BYTES_SINCE": "FetchRequest.maxBytes",
    "FETCH_ISOLATION_SINCE": "FetchRequest.isolationLevel",
    "FETCH_SESSIONS_SINCE": "FetchRequest.sessionId",
    "FETCH_TOPIC_IDS_SINCE": "FetchRequest.topics.topicId",
    "FETCH_REPLICA_STATE_SINCE": "FetchRequest.replicaState",
    "OFFSET_FETCH_TOP_LEVEL_ERROR_SINCE": "OffsetFetchResponse.errorCode",
    "OFFSET_FETCH_STABLE_SINCE": "OffsetFetchRequest.requireStable",
    "OFFSET_FETCH_SEVERAL_GROUPS_SINCE": "OffsetFetchRequest.groups",
    "FIND_COORDINATOR_SEVERAL_KEYS_SINCE": "FindCoordinatorRequest.coordinatorKeys",
    "API_VERSIONS_SOFTWARE_SINCE": "ApiVersionsRequest.clientSoftwareName",
    "ADD_PARTITIONS_TO_TXN_BROKERS_SINCE": "AddPartitionsToTxnRequest.transactions",
    "DESCRIBE_CLUSTER_ENDPOINTS_SINCE": "DescribeClusterRequest.endpointType",
    "STREAMS_GRAPH_SINCE": "StreamsGroupDescribeRequest.includeTopologyDescription",
    "JOIN_GROUP_INSTANCE_SINCE": "JoinGroupRequest.groupInstanceId",
    "JOIN_GROUP_REASON_SINCE": "JoinGroupRequest.reason",
    "SYNC_GROUP_INSTANCE_SINCE": "SyncGroupRequest.groupInstanceId",
    "SYNC_GROUP_PROTOCOL_SINCE": "SyncGroupRequest.protocolType",
    "HEARTBEAT_INSTANCE_SINCE": "HeartbeatRequest.groupInstanceId",
    "LEAVE_GROUP_SEVERAL_MEMBERS_SINCE": "LeaveGroupRequest.members",
    "LEAVE_GROUP_REASON_SINCE": "LeaveGroupRequest.members.reason",
    "OFFSET_COMMIT_EPOCH_SINCE": "OffsetCommitRequest.topics.partitions.committedLeaderEpoch",
    "OFFSET_COMMIT_INSTANCE_SINCE": "OffsetCommitRequest.groupInstanceId",
    "OFFSET_COMMIT_TOPIC_IDS_SINCE": "OffsetCommitRequest.topics.topicId",
    "DELETE_TOPICS_IDS_SINCE": "DeleteTopicsRequest.topics.topicId",
    "LIST_CONFIG_RESOURCES_TYPES_SINCE": "ListConfigResourcesRequest.resourceTypes",
}
BEHAVIOUR = {
    "PRODUCE_ADDS_PARTITIONS_SINCE": 12,
    "JOIN_GROUP_MEMBER_ID_REQUIRED_SINCE": 4,
    "TXN_OFFSET_COMMIT_ADDS_GROUP_SINCE": 5,
    "EPOCH_BUMPS_SINCE": 2,
    "METADATA_RELIABLE_EPOCHS_SINCE": 9,
}
"""What no field shows: KIP-890, KIP-394, KAFKA-7440."""
VERSIONS = ("version", "api_version")
LAYOUTS = {"dump/state/heads.py", "dump/state/fetches.py"}
"""Modules that read fields of one message by place; its layout in each version is theirs alone."""


def facts() -> dict[str, int]:
    return {name: value for name, value in vars(since).items() if name.isupper()}


@pytest.mark.parametrize("name", FIELDS)
def test_a_difference_begins_where_the_schema_has_its_field(name: str) -> None:
    assert facts()[name] == declared_field(FIELDS[name]).versions.first


def test_every_difference_is_checked() -> None:
    assert facts() == BEHAVIOUR | {name: facts()[name] for name in FIELDS}


def compared_constants(path: Path) -> Iterator[str]:
    """Names of integer constants that a module defines and compares with a request's version."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    defined = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name) and isinstance(node.value.value, int)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            names = {each.id for each in sides if isinstance(each, ast.Name)}
            names_of_fields = {each.attr for each in sides if isinstance(each, ast.Attribute)}
            if names_of_fields.union(names).intersection(VERSIONS):
                yield from defined & names


@cache
def definitions() -> dict[str, set[str]]:
    """Where each such constant is defined, by its name without underscores in front."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in ROOT.rglob("*.py"):
        place = path.relative_to(ROOT).as_posix()
        if not place.startswith("protocol/"):
            for name in compared_constants(path):
                found[name.lstrip("_")].add(place)
    return found


@pytest.mark.slow
def test_clients_and_the_dump_define_no_version_of_their_own() -> None:
    """What they depend on, the broker does too, or will."""
    own = {
        (name, place)
        for name, places in definitions().items()
        for place in places - LAYOUTS
        if not place.startswith(("broker/", "log/")) and not re.search("VERSION|MAX$", name)
    }
    assert own == set()


@pytest.mark.slow
def test_outside_of_handlers_a_version_constant_is_defined_once() -> None:
    """A handler's module names the API, so `FENCED_SINCE` may stand in several of them."""
    twice = {
        name: places
        for name, places in definitions().items()
        if len([place for place in places if not place.startswith("broker/api/")]) > 1
        and not re.search("VERSION|MAX$", name)
    }
    assert twice == {}


@pytest.mark.slow
def test_a_shared_difference_is_not_defined_again() -> None:
    """`FETCH_SESSIONS_SINCE` is neither `FETCH_SESSIONS_SINCE` nor `SESSIONS_SINCE` elsewhere."""
    again = {
        (name, place)
        for name, places in definitions().items()
        for place in places
        for fact in facts()
        if fact == name
    }
    assert again == set()
