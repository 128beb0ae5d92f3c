"""Metadata: which topics there are, and which broker leads which partition (admin A.2 to A.4).

A topic that is missing and may be created is answered as unknown and created afterwards; clients
ask again (admin A-24).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kafkawire.broker.context import RequestContext, Versions
from kafkawire.broker.metadata.requests import OPERATIONS_NOT_ASKED, RECORDS_PER_OPERATION_MAX
from kafkawire.broker.metadata.topic_names import is_internal, is_legal
from kafkawire.broker.metadata.view import ClusterView
from kafkawire.broker.security.access import Access, access_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.broker.security.operations import cluster_operations, topic_operations
from kafkawire.java_order import immutable_set_order, java_hash_order, mutable_set_order
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.long_arrays import mapped
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from kafkawire.protocol.pacing import unhurried
from kafkawire.protocol.primitives import ZERO_UUID

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kafkawire.broker.broker import Broker
    from kafkawire.broker.metadata.image import MetadataImage
    from kafkawire.broker.metadata.parts import PartitionImage, TopicImage

VERSIONS = Versions(0, 13)
RESTS = True

ALL_IF_EMPTY_MAX = 0
"""Up to this version an empty list asks for all topics."""
IDS_MIN = 12
"""From this version on topics can be asked for by id."""
TOP_LEVEL_ERROR_MIN = 13
CREATED_PER_TICK = 256
"""So many missing topics are created at once."""
DENIED = int(ErrorCode.TOPIC_AUTHORIZATION_FAILED)
LISTENER_NOT_FOUND_MIN = 6

Topic = MetadataResponse.MetadataResponseTopic
Partition = MetadataResponse.MetadataResponsePartition


def handle(broker: Broker, request: MetadataRequest, context: RequestContext) -> MetadataResponse:
    """Describe the brokers, and the topics that were asked for."""
    view = ClusterView(broker.metadata, broker.node_id, context.connection)
    access = access_of(broker, context)
    topics = _asked_topics(broker, request, context, view, access)
    if request.include_topic_authorized_operations:
        topics = list(unhurried(topics))
        for topic in unhurried(topics):
            # Nobody is told of an unknown id, or of what he may not know of.
            if topic.name is not None and topic.error_code != DENIED:
                topic.topic_authorized_operations = topic_operations(access, topic.name)
    return MetadataResponse(
        brokers=[
            MetadataResponse.MetadataResponseBroker(
                node_id=each.node_id, host=each.host, port=each.port, rack=each.rack
            )
            for each in view.brokers()
        ],
        cluster_id=broker.cluster_id,
        controller_id=view.random_broker(broker.random),
        topics=topics,
        cluster_authorized_operations=(
            cluster_operations(access)
            if request.include_cluster_authorized_operations
            else OPERATIONS_NOT_ASKED
        ),
    )


def error_response(
    request: MetadataRequest, context: RequestContext, error: ApiError
) -> MetadataResponse:
    """Every element fails alike, and nothing is told of the cluster (admin A-15)."""
    topics = [
        Topic(error_code=int(error.code), name=each.name or "", topic_id=each.topic_id)
        for each in request.topics or ()
    ]
    # Seen on 4.4.0: the error stands at the top too, in the version that has room for it there.
    code = int(error.code) if context.api_version >= TOP_LEVEL_ERROR_MIN else 0
    return MetadataResponse(cluster_id=None, controller_id=-1, topics=topics, error_code=code)


def _asked_topics(
    broker: Broker,
    request: MetadataRequest,
    context: RequestContext,
    view: ClusterView,
    access: Access | None,
) -> list[Topic]:
    version, image = context.api_version, broker.metadata
    asked = request.topics
    if asked is None or (not asked and version <= ALL_IF_EMPTY_MAX):
        names, denied = _describable(access, image.names_as_listed())
        if denied:
            names = mutable_set_order(names)  # a smaller table may have another order
        return mapped(partial(_described_by_name, image.topics, view, version), names)
    _check(asked, version)
    if any(each.topic_id != ZERO_UUID for each in asked):
        return _by_id(broker, asked, view, version, access)
    names = list(dict.fromkeys(each.name for each in unhurried(asked) if each.name is not None))
    names, denied = _describable(access, names)
    may_create = request.allow_auto_topic_creation and broker.config.boolean(
        "auto.create.topics.enable"
    )
    existing = _existing(image, names)
    # Kafka copies the set of all names and then takes the existing ones out.
    copied = java_hash_order(immutable_set_order(names), copied=True)
    missing = [name for name in unhurried(copied) if name not in image.topics]
    kept: list[str] = []
    if may_create and missing:
        missing, kept = _creatable(access, missing)
        # Those to be created go through a map of their own.
        legal = java_hash_order(name for name in unhurried(missing) if is_legal(name))
        missing = [name for name in unhurried(missing) if not is_legal(name)] + legal
        _create_later(broker, legal, context)
    answers = _Answers(image.topics, view, version, existing, kept, denied)
    return mapped(answers.about, [*existing, *missing, *kept, *denied])


class _Answers:
    """Answers about topics that were asked for by name, made when they are encoded.

    `kept` are missing topics that the client must not create, `denied` those that it must not see;
    a name that is neither, and did not exist when the request came, is missing.
    """

    __slots__ = ("_denied", "_existing", "_kept", "_topics", "_version", "_view")

    def __init__(
        self,
        topics: Mapping[str, TopicImage],
        view: ClusterView,
        version: int,
        existing: Sequence[str],
        kept: Sequence[str],
        denied: Sequence[str],
    ) -> None:
        self._topics, self._view, self._version = topics, view, version
        self._existing = frozenset(existing)
        self._kept = frozenset(kept)
        self._denied = frozenset(denied)

    def about(self, name: str) -> Topic:
        """Return the answer about one name."""
        if name in self._existing:
            return _described_by_name(self._topics, self._view, self._version, name)
        if name in self._denied:
            return _denied(name)
        if name in self._kept:
            return _denied(name, is_internal=is_internal(name))
        return _missing(name)


def _describable(access: Access | None, names: Sequence[str]) -> tuple[list[str], list[str]]:
    """The names that the client may know of, and the others."""
    found: tuple[list[str], list[str]] = ([], [])
    for name in unhurried(names):
        is_denied = access is not None and not access.to_topic(Operation.DESCRIBE, name)
        found[is_denied].append(name)
    return found


def _creatable(access: Access | None, names: list[str]) -> tuple[list[str], list[str]]:
    """The missing names that the client may create, and the others (admin A-21)."""
    if access is None or access.to_cluster(Operation.CREATE):
        return names, []
    found: tuple[list[str], list[str]] = ([], [])
    for name in names:
        found[not access.to_topic(Operation.CREATE, name)].append(name)
    return found


def _denied(name: str | None, topic_id: bytes = ZERO_UUID, *, is_internal: bool = False) -> Topic:
    """Whether it exists is not told: nothing but what was asked (admin A-22)."""
    return Topic(
        error_code=DENIED,
        name=name,
        topic_id=topic_id,
        is_internal=is_internal,
    )


def _check(asked: Sequence[MetadataRequest.MetadataRequestTopic], version: int) -> None:
    has_id = any(each.topic_id != ZERO_UUID for each in asked)
    has_null = any(each.name is None for each in asked)
    if version < IDS_MIN and (has_id or has_null):
        raise ApiError(ErrorCode.INVALID_REQUEST)
    if has_null and not has_id:
        raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR)


def _by_id(
    broker: Broker,
    asked: Sequence[MetadataRequest.MetadataRequestTopic],
    view: ClusterView,
    version: int,
    access: Access | None,
) -> list[Topic]:
    """Only ids count here (admin A-16); unknown ones come first (A-19)."""
    ids = dict.fromkeys(each.topic_id for each in asked if each.topic_id != ZERO_UUID)
    image = broker.metadata
    known = image.topics_by_id
    unknown = [
        Topic(error_code=int(ErrorCode.UNKNOWN_TOPIC_ID), name=None, topic_id=topic_id)
        for topic_id in ids
        if topic_id not in known
    ]
    names = [known[topic_id].name for topic_id in ids if topic_id in known]
    names, denied = _describable(access, names)
    return [
        *unknown,
        *mapped(partial(_described_by_name, image.topics, view, version), _existing(image, names)),
        *(_denied(None, image.topics[name].topic_id) for name in denied),
    ]


def _described_by_name(
    topics: Mapping[str, TopicImage], view: ClusterView, version: int, name: str
) -> Topic:
    """A topic, or that it was deleted since the request began."""
    topic = topics.get(name)
    return _missing(name) if topic is None else _described(topic, view, version)


def _existing(image: MetadataImage, names: Sequence[str]) -> list[str]:
    """Return the names that exist, in the order of Kafka's answer."""
    if not any(name in image.topics for name in unhurried(names)):
        return []  # so that many unknown names need not be put in order for this
    return [name for name in unhurried(immutable_set_order(names)) if name in image.topics]


def _missing(name: str) -> Topic:
    code = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    if not is_legal(name):
        code = ErrorCode.INVALID_TOPIC_EXCEPTION
    return Topic(error_code=int(code), name=name, is_internal=is_internal(name))


def _create_later(broker: Broker, names: Sequence[str], context: RequestContext) -> None:
    # Kafka creates them as one operation, which fails if it is too large (admin B-5).
    records = len(names) * (1 + broker.config.int("num.partitions"))
    if records > RECORDS_PER_OPERATION_MAX:
        return
    charge = context.mutates(strict=False)
    # A tick does not rest, so many are created in several ticks.
    for start in range(0, len(names), CREATED_PER_TICK):
        some = names[start : start + CREATED_PER_TICK]
        create = partial(_create, broker, some, charge)
        broker.timers.at(context.now_ms + start // CREATED_PER_TICK, create)


def _create(
    broker: Broker, names: Sequence[str], charge: Callable[[int], None], now_ms: int
) -> None:
    broker.controller.auto_create_topics(names, now_ms, charge)


def _described(topic: TopicImage, view: ClusterView, version: int) -> Topic:
    describe = _partition_as_of_v0 if version == 0 else _partition
    partitions = topic.partitions
    return Topic(
        name=topic.name,
        topic_id=topic.topic_id,
        is_internal=is_internal(topic.name),
        partitions=[
            describe(index, partitions[index], view, version) for index in sorted(partitions)
        ],
    )


def _partition(index: int, partition: PartitionImage, view: ClusterView, version: int) -> Partition:
    leader, code = view.leader(partition)
    if code is ErrorCode.LISTENER_NOT_FOUND and version < LISTENER_NOT_FOUND_MIN:
        code = ErrorCode.LEADER_NOT_AVAILABLE
    return Partition(
        error_code=code,
        partition_index=index,
        leader_id=leader,
        leader_epoch=partition.leader_epoch,
        replica_nodes=partition.replicas,
        isr_nodes=partition.isr,
        offline_replicas=view.offline(partition),
    )


def _partition_as_of_v0(
    index: int, partition: PartitionImage, view: ClusterView, version: int
) -> Partition:
    """Version 0 lists reachable replicas only, and says so if there are others (admin A-32)."""
    described = _partition(index, partition, view, version)
    replicas = [node_id for node_id in partition.replicas if view.is_reachable(node_id)]
    isr = [node_id for node_id in partition.isr if view.is_reachable(node_id)]
    filtered = len(replicas) < len(partition.replicas) or len(isr) < len(partition.isr)
    if filtered and described.error_code == ErrorCode.NONE:
        described.error_code = ErrorCode.REPLICA_NOT_AVAILABLE
    described.replica_nodes, described.isr_nodes = replicas, isr
    return described
