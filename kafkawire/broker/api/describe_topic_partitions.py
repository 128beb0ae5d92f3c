"""DescribeTopicPartitions: topics page by page, sorted by name (KIP-966, admin A-42 to A-50)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import RequestContext, Versions
from kafkawire.broker.metadata.topic_names import is_internal, is_legal
from kafkawire.broker.metadata.view import ClusterView
from kafkawire.broker.security.access import Access, access_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.broker.security.operations import topic_operations
from kafkawire.java_order import java_hash_order
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.describe_topic_partitions_request import (
    DescribeTopicPartitionsRequest,
)
from kafkawire.protocol.messages.describe_topic_partitions_response import (
    DescribeTopicPartitionsResponse,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kafkawire.broker.broker import Broker
    from kafkawire.broker.metadata.parts import PartitionImage, TopicImage

VERSIONS = Versions(0, 0)
RESTS = True

Response = DescribeTopicPartitionsResponse
Topic = Response.DescribeTopicPartitionsResponseTopic
Partition = Response.DescribeTopicPartitionsResponsePartition


def handle(
    broker: Broker, request: DescribeTopicPartitionsRequest, context: RequestContext
) -> DescribeTopicPartitionsResponse:
    """One page: as many partitions as the limit allows, and where the next page begins."""
    access = access_of(broker, context)
    asked = [topic.name for topic in request.topics] or list(broker.metadata.topics)
    # Java compares strings by UTF-16 units.
    names = sorted(set(asked), key=lambda name: name.encode("utf-16-be", "surrogatepass"))
    first_name, first_index = "", 0
    if request.cursor is None:
        _check_names(names)
    else:
        first_name, first_index = request.cursor.topic_name, request.cursor.partition_index
        _check_cursor(request, first_name, first_index)
        start = first_name.encode("utf-16-be", "surrogatepass")
        names = [n for n in names if n.encode("utf-16-be", "surrogatepass") >= start]
    limit = broker.config.int("max.request.partition.size.limit")
    page = _Page(
        broker,
        ClusterView(broker.metadata, broker.node_id, context.connection),
        max(1, min(limit, request.response_partition_limit)),
        access,
    )
    denied = (
        []
        if access is None
        else java_hash_order(
            name for name in names if not access.to_topic(Operation.DESCRIBE, name)
        )
    )
    names = [name for name in names if name not in denied]
    for name in names:
        if not page.add(name, first_index if name == first_name else 0):
            break
    if request.topics:
        page.response.topics += [_denied(name) for name in denied]
    return page.response


def error_response(
    request: DescribeTopicPartitionsRequest, context: RequestContext, error: ApiError
) -> DescribeTopicPartitionsResponse:
    """Every element fails alike."""
    topics = [Topic(error_code=int(error.code), name=topic.name) for topic in request.topics]
    return Response(topics=topics)


def _check_names(names: Sequence[str]) -> None:
    """A slip of 4.4.0: the empty name is taken for the cursor that is not there (admin A-50)."""
    if "" in names:
        raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR)


def _check_cursor(request: DescribeTopicPartitionsRequest, name: str, index: int) -> None:
    names = [topic.name for topic in request.topics]
    if index < 0 or (names and name not in names):
        raise ApiError(ErrorCode.INVALID_REQUEST)


class _Page:
    """The answer as it fills."""

    __slots__ = ("_access", "_broker", "_left", "_view", "response")

    def __init__(
        self, broker: Broker, view: ClusterView, limit: int, access: Access | None
    ) -> None:
        self._access = access
        self._broker = broker
        self._view = view
        self._left = limit
        self.response = Response()

    def add(self, name: str, first_index: int) -> bool:
        """Add a topic from `first_index` on; whether the page has room for another."""
        if self._left == 0:
            self._continue_at(name, 0)
            return False
        topic = self._broker.metadata.topics.get(name)
        if topic is None:
            self.response.topics.append(_missing(name, self._access))
            return True
        indexes = [index for index in sorted(topic.partitions) if index >= first_index]
        now, later = indexes[: self._left], indexes[self._left :]
        self.response.topics.append(self._described(topic, now))
        self._left -= len(now)
        if later:
            self._continue_at(name, later[0])
        return not later

    def _continue_at(self, name: str, index: int) -> None:
        self.response.next_cursor = Response.Cursor(topic_name=name, partition_index=index)

    def _described(self, topic: TopicImage, indexes: Sequence[int]) -> Topic:
        return Topic(
            name=topic.name,
            topic_id=topic.topic_id,
            is_internal=is_internal(topic.name),
            partitions=[self._partition(index, topic.partitions[index]) for index in indexes],
            topic_authorized_operations=topic_operations(self._access, topic.name),
        )

    def _partition(self, index: int, partition: PartitionImage) -> Partition:
        leader, _ = self._view.leader(partition)
        return Partition(
            partition_index=index,
            leader_id=leader,
            leader_epoch=partition.leader_epoch,
            replica_nodes=partition.replicas,
            isr_nodes=partition.isr,
            eligible_leader_replicas=partition.eligible_leader_replicas,
            last_known_elr=partition.last_known_elr,
            offline_replicas=self._view.offline(partition),
        )


def _denied(name: str) -> Topic:
    return Topic(error_code=int(ErrorCode.TOPIC_AUTHORIZATION_FAILED), name=name)


def _missing(name: str, access: Access | None) -> Topic:
    code = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    if not is_legal(name):
        code = ErrorCode.INVALID_TOPIC_EXCEPTION
    return Topic(
        error_code=int(code),
        name=name,
        is_internal=is_internal(name),
        topic_authorized_operations=topic_operations(access, name),
    )
