"""What guests hear who may do little: run by `compat.oracle.authorizing`.

A guest's requests go over connections whose names begin with GUEST; the topics, and everything
that is no guest's business, are made over others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from compat.oracle.scripts import configs, replacing
from compat.oracle.scripts.fetching import BY_ID, UNKNOWN_ID, Topic, filled, request
from compat.oracle.scripts.kit import (
    Part,
    World,
    batch,
    end_offsets,
    fetch_partition,
    message,
    produce,
)
from compat.oracle.scripts.quotas import describe, entry
from compat.oracle.steps import Ask, Receive, Script, Send
from kafkawire.broker.security.authorizer import Operation, ResourceType, Rule
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.alter_client_quotas_request import AlterClientQuotasRequest
from kafkawire.protocol.messages.delete_records_request import DeleteRecordsRequest
from kafkawire.protocol.messages.describe_cluster_request import DescribeClusterRequest
from kafkawire.protocol.messages.describe_topic_partitions_request import (
    DescribeTopicPartitionsRequest,
)
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.list_config_resources_request import ListConfigResourcesRequest
from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.offset_for_leader_epoch_request import OffsetForLeaderEpochRequest
from kafkawire.protocol.messages.produce_request import ProduceRequest

GUEST = "guest"
FOLLOWER_TAG = 15
FETCHES = (4, 7, 11, 12, 13, 15, 18)
NAMES = ("open", "closed")
FOLLOW = Rule(ResourceType.CLUSTER, "kafka-cluster", Operation.CLUSTER_ACTION)


class Rights(Protocol):
    """What guests may do on one side."""

    def grant(self, *rules: Rule) -> None:
        """Let `rules` hold."""

    def revoke(self, *rules: Rule) -> None:
        """Let `rules` hold no longer."""


def may(operation: Operation, name: str = "open") -> Rule:
    """A right to a topic."""
    return Rule(ResourceType.TOPIC, name, operation)


def two_topics(world: World, prefix: str) -> Part[dict[str, Topic]]:
    """An open and a closed topic, whose names no other script has rules for."""
    found = {}
    for name in NAMES:
        found[name] = yield from filled(world, f"{prefix}-{name}", 2, 2)
    return found


def ask(found: Message, version: int, connection: str = GUEST) -> Ask:
    """A guest's request."""
    return Ask(found, version, connection)


def consumers(world: World, rights: Rights) -> Script:
    """Fetch B-3, B-8, B-10, A-16, J 41 to J 44, J 46, J 47: 29, 3 and 100; and who waits."""
    topics = yield from two_topics(world, "c")
    rights.grant(may(Operation.READ, "c-open"), may(Operation.READ, "c-nope"))
    absent = Topic("c-nope", UNKNOWN_ID)
    secret = Topic("c-secret", bytes(16))
    for version in FETCHES:
        opened, closed = (topics[name].at(version, fetch_partition(0, 4)) for name in NAMES)
        beyond = [topics[name].at(version, fetch_partition(9)) for name in NAMES]
        strange = [each.at(version, fetch_partition()) for each in (absent, secret)]
        yield ask(request(closed, *strange, opened, *beyond), version)
        yield ask(request(*beyond, closed, *strange), version)
        for epoch in (-1, 0):
            waiting = request(closed, opened, max_wait_ms=700, min_bytes=1, session_epoch=epoch)
            yield Send(waiting, version, GUEST)
            yield Receive(GUEST, waits_ms=700)
        nobody = request(closed, *strange[version < BY_ID :], max_wait_ms=9_000, min_bytes=1)
        yield ask(nobody, version)
        for isolation_level in (1, 2):
            yield ask(request(closed, isolation_level=isolation_level), version)
            yield ask(request(closed, opened, isolation_level=isolation_level), version)


def sessions(world: World, rights: Rights) -> Script:
    """Fetch E-11, E-23, E-32, J 154: rights that come and go, and sessions of others."""
    topics = yield from two_topics(world, "s")
    for version in (7, 12, 13, 18):
        both = [topics[name].at(version, fetch_partition(0, 4)) for name in NAMES]
        right = may(Operation.READ, f"s-{NAMES[0]}")
        other = may(Operation.READ, f"s-{NAMES[1]}")
        rights.grant(right)
        opened = message((yield ask(request(*both, session_epoch=0), version)), FetchResponse)
        epoch = 0

        def fetch(connection: str = GUEST, session: int = opened.session_id) -> Ask:
            nonlocal epoch
            epoch += 1
            return ask(request(session_id=session, session_epoch=epoch), version, connection)  # noqa: B023

        yield fetch()
        yield fetch()
        rights.grant(other)
        yield fetch()
        yield fetch()
        rights.revoke(right)
        yield fetch()
        yield fetch()
        yield fetch("main")
        yield fetch("main")
        yield fetch()
        rights.grant(right)
        yield fetch()
        yield fetch()
        yield ask(request(*both, session_id=opened.session_id, session_epoch=99), version)
        yield ask(request(*both, session_id=opened.session_id + 1, session_epoch=1), version)
        rights.revoke(right, other)
        yield fetch()
        yield fetch()


def followers(world: World, rights: Rights) -> Script:
    """Fetch B-5, B-6, B-7, J 45: a broker's right, for all or nothing."""
    topics = yield from two_topics(world, "f")
    for granted in (False, True):
        if granted:
            rights.grant(FOLLOW)
        for version in FETCHES:
            for replica_id in (5, -2, -3):
                wanted = [topics[name].at(version, fetch_partition(0, 2)) for name in NAMES]
                wanted.insert(1, Topic("f-nope", UNKNOWN_ID).at(version, fetch_partition(3)))
                found = request(*wanted, max_wait_ms=9_000, min_bytes=1)
                if version >= FOLLOWER_TAG:
                    found.replica_state = FetchRequest.ReplicaState(replica_id=replica_id)
                else:
                    found.replica_id = replica_id
                yield ask(found, version)
        yield from _epochs(topics)
    rights.revoke(FOLLOW)


def _epochs(topics: dict[str, Topic]) -> Part[None]:
    """Ends of epochs (produce D-60)."""
    make = OffsetForLeaderEpochRequest.OffsetForLeaderPartition
    for version in (2, 3, 4):
        wanted = OffsetForLeaderEpochRequest(
            topics=[
                OffsetForLeaderEpochRequest.OffsetForLeaderTopic(
                    topic=name,
                    partitions=[make(partition=at, leader_epoch=0) for at in (0, 9, 1)],
                )
                for name in (topics["closed"].name, topics["open"].name, "f-nope")
            ]
        )
        yield ask(wanted, version)


def producers(world: World, rights: Rights) -> Script:
    """Produce A-10, A-11, A-18, A-20, A-21, F 29: nothing is looked at before, but framing."""
    topics = yield from two_topics(world, "p")
    rights.grant(may(Operation.WRITE, "p-open"))
    bad_crc = batch(b"x")[:-1] + b"?"
    bad_magic = bytearray(batch(b"x"))
    bad_magic[16] = 3
    records = (batch(b"x"), bad_crc, b"", batch(b"x") + batch(b"y"), bytes(bad_magic))
    for version in (3, 9, 11, 12):
        for acks in (1, -1, 9):
            for data in records:
                wanted = _produce(("p-closed", 0), ("p-nope", 0), ("p-closed", 9), data=data)
                wanted.acks = acks
                yield ask(wanted, version)
        yield ask(
            _produce(("p-closed", 0), ("p-open", 0), ("p-open", 9), data=batch(b"x")), version
        )
    for topic_id in (UNKNOWN_ID, bytes(16), topics["closed"].topic_id, topics["open"].topic_id):
        yield ask(produce("", batch(b"x"), topic_id=topic_id), 13)
    yield from _transactions(rights)
    yield ask(produce("p-closed", batch(b"x"), acks=0), 9, f"{GUEST} who hears nothing")


def _produce(*places: tuple[str, int], data: bytes) -> ProduceRequest:
    found = produce(*places[0][:1], data, places[0][1])
    for name, partition in places[1:]:
        found.topic_data += produce(name, data, partition).topic_data
    return found


def _transactions(rights: Rights) -> Part[None]:
    data = batch(b"x", producer_id=7, producer_epoch=0, base_sequence=0, transactional=True)
    for transactional_id in (None, "tx"):
        wanted = _produce(("p-open", 0), ("p-closed", 0), ("p-nope", 0), data=data)
        wanted.transactional_id = transactional_id
        wanted.topic_data += produce("p-open", batch(b"plain"), 1).topic_data
        yield ask(wanted, 11)
    plain = _produce(("p-open", 0), data=batch(b"plain"))
    plain.transactional_id = "tx"
    yield ask(plain, 11)
    idempotent = batch(b"x", producer_id=8, producer_epoch=0, base_sequence=0)
    yield ask(_produce(("p-open", 0), data=idempotent), 11)


def offsets(world: World, rights: Rights) -> Script:
    """Produce D-2, D-40: the rights to describe and to delete, before anything else."""
    yield from two_topics(world, "o")
    rights.grant(may(Operation.DESCRIBE, "o-open"))
    make = ListOffsetsRequest.ListOffsetsPartition
    for version in (1, 4, 7, 11):
        for level in (0, 2) if version > 1 else (0,):
            wanted = end_offsets("o-closed", [0, 9, 0])
            wanted.isolation_level = level
            wanted.topics[0].partitions.append(make(partition_index=1, timestamp=-77))
            wanted.topics += end_offsets("o-open", [0, 9, 1, 1]).topics
            wanted.topics += end_offsets("o-nope", [0]).topics
            yield ask(wanted, version)
    rights.grant(may(Operation.DELETE, "o-open"), may(Operation.DELETE, "o-nope"))
    element, topic = DeleteRecordsRequest.DeleteRecordsPartition, DeleteRecordsRequest
    for version in (0, 1, 2):
        found = [
            topic.DeleteRecordsTopic(
                name=name, partitions=[element(partition_index=at, offset=1) for at in (0, 9)]
            )
            for name in ("o-closed", "o-open", "o-nope", "o-secret", "__consumer_offsets")
        ]
        yield ask(DeleteRecordsRequest(topics=found, timeout_ms=1_000), version)


def quotas(world: World, rights: Rights) -> Script:
    """Admin D-24: the rights to describe and to alter configurations of the cluster."""
    rule = Rule(ResourceType.CLUSTER, "kafka-cluster", Operation.ALTER_CONFIGS)
    wanted = AlterClientQuotasRequest(
        entries=[
            entry({"user": "q-rights"}, {"producer_byte_rate": 1e12}),
            entry({"user": ""}, {"producer_byte_rate": 1e12}),
        ],
        validate_only=True,
    )
    for granted in (False, True):
        if granted:
            rights.grant(rule)
        for version in (0, 1):
            yield ask(wanted, version)
            yield describe(version=version)._replace(connection=GUEST)
    rights.revoke(rule)


def discovery(world: World, rights: Rights) -> Script:
    """Admin A-21, A-22, A-36 to A-38, A-43, A-49, H 113: who hears of which topics."""
    topics = yield from two_topics(world, "d")
    rights.grant(may(Operation.READ, "d-open"), may(Operation.DESCRIBE, "d-known"))
    make = MetadataRequest.MetadataRequestTopic
    for version in world.versions(MetadataRequest):
        asks: dict[str, bool] = {}
        if version >= 8:
            asks["include_topic_authorized_operations"] = True
        if 8 <= version <= 10:
            asks["include_cluster_authorized_operations"] = True
        for names in (["d-open"], ["d-closed", "d-open"], ["d-nope", "d-known", "d-open"]):
            named = [make(name=name) for name in names]
            yield ask(MetadataRequest(topics=named, **asks), version)
        yield ask(MetadataRequest(topics=None if version else [], **asks), version)
        if version >= 12:
            ids = [each.topic_id for each in topics.values()]
            by_id = [make(name=None, topic_id=each) for each in (*ids, UNKNOWN_ID)]
            yield ask(MetadataRequest(topics=by_id, **asks), version)
    pages = DescribeTopicPartitionsRequest.TopicRequest
    for names in ([], ["d-open"], ["d-closed", "d-open", "d-known"]):
        yield ask(DescribeTopicPartitionsRequest(topics=[pages(name=name) for name in names]), 0)
    yield ask(DescribeClusterRequest(include_cluster_authorized_operations=True), 2)


def administration(world: World, rights: Rights) -> Script:
    """Admin C-2, C-23, C-43, C-45: who may see and change configurations."""
    yield from two_topics(world, "a")
    rights.grant(may(Operation.DESCRIBE_CONFIGS, "a-open"), may(Operation.ALTER_CONFIGS, "a-open"))
    resources = [(2, "a-open"), (2, "a-closed"), (4, "1"), (4, ""), (16, "m"), (32, "g")]
    change: configs.Change = ("flush.ms", 0, "5")
    asked = configs.describe(*resources[:2], *resources[4:], keys=["flush.ms"])
    yield ask(asked, 4)
    for kind, name in resources:
        yield ask(configs.alter((kind, name, [change]), validate_only=True), 1)
        yield ask(replacing.replace((kind, name, []), validate_only=True), 2)
    logger: configs.Change = ("root", 0, "INFO")
    yield ask(configs.alter((8, "1", [logger]), validate_only=True), 1)
    yield ask(ListConfigResourcesRequest(), 1)


RIGHTS_SCRIPTS: dict[str, Callable[[World, Rights], Script]] = {
    "rights-consumers": consumers,
    "rights-sessions": sessions,
    "rights-followers": followers,
    "rights-producers": producers,
    "rights-offsets": offsets,
    "rights-quotas": quotas,
    "rights-discovery": discovery,
    "rights-administration": administration,
}
