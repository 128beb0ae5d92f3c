"""DeleteRecords (key 21): move the start of partitions up to an offset (KIP-107).

v1  as v0; v2 flexible

The answer waits until the partition's low watermark, the least log start of its live replicas, has
come so far, or for `timeout_ms` (produce D-42). With one replica that is the leader's log start,
so nothing waits. The leader's own log start has moved in any case.
A partition named twice is deleted up to its last offset and answered once; a topic without
partitions is left out. Specification: produce D.2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.context import Versions
from kafkawire.broker.delayed import Delayed
from kafkawire.broker.fetch.resolving import hosted_partition
from kafkawire.broker.metadata.topic_names import is_internal
from kafkawire.broker.replicas.replica_manager import TO_HIGH_WATERMARK
from kafkawire.broker.security.access import access_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.delete_records_response import DeleteRecordsResponse

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.protocol.messages.delete_records_request import DeleteRecordsRequest

VERSIONS = Versions(0, 2)
RESTS = True
UNKNOWN_LOW_WATERMARK = -1

PartitionResult = DeleteRecordsResponse.DeleteRecordsPartitionResult


class DelayedDeleteRecords(Delayed):
    """Waits until followers have deleted what was to be deleted."""

    __slots__ = ()

    operation = "DeleteRecords"


def handle(
    broker: Broker, request: DeleteRecordsRequest, context: RequestContext
) -> DeleteRecordsResponse | Delayed:
    """Each partition's answer stands by itself; all wait for the slowest."""
    wanted = {
        (topic.name, partition.partition_index): partition.offset
        for topic in request.topics
        for partition in topic.partitions
    }
    call = DeleteRecordsCall(broker, context)
    for (topic, index), offset in wanted.items():
        call.delete(topic, index, offset)
    if call.waiting:
        return DelayedDeleteRecords(
            [waiting.partition.topic_partition for waiting in call.waiting],
            context.now_ms + request.timeout_ms,
            call.is_replicated,
            call.respond,
        )
    return call.response()


class Waiting(NamedTuple):
    """A partition whose replicas are behind; `result` says so until they are not."""

    partition: Partition
    required_offset: int
    result: PartitionResult


class DeleteRecordsCall:
    """One request on its way: the results so far, and what is still waited for."""

    __slots__ = ("_access", "_broker", "_topics", "waiting")

    def __init__(self, broker: Broker, context: RequestContext) -> None:
        self._broker = broker
        self._access = access_of(broker, context)
        self._topics: dict[str, list[PartitionResult]] = {}
        self.waiting: list[Waiting] = []

    def delete(self, topic: str, index: int, offset: int) -> None:
        """Delete from one partition, and note what comes of it."""
        result = PartitionResult(partition_index=index)
        try:
            self._delete(topic, offset, result)
        except ApiError as error:
            result.low_watermark = UNKNOWN_LOW_WATERMARK
            result.error_code = int(error.code)
        self._topics.setdefault(topic, []).append(result)

    def is_replicated(self) -> bool:
        """Whether nothing is left to wait for."""
        self.waiting = [each for each in self.waiting if not self._is_settled(each)]
        return not self.waiting

    def respond(self, now_ms: int) -> DeleteRecordsResponse:
        """The answer after waiting, in time or not."""
        del now_ms
        self.is_replicated()
        return self.response()

    def response(self) -> DeleteRecordsResponse:
        """The results that there are, each topic once."""
        return DeleteRecordsResponse(
            topics=[
                DeleteRecordsResponse.DeleteRecordsTopicResult(name=name, partitions=results)
                for name, results in self._topics.items()
            ]
        )

    def _delete(self, topic: str, offset: int, result: PartitionResult) -> None:
        if self._access is not None and not self._access.to_topic(Operation.DELETE, topic):
            raise ApiError(ErrorCode.TOPIC_AUTHORIZATION_FAILED)
        partition = hosted_partition(topic, result.partition_index, self._broker)
        if is_internal(topic):
            raise ApiError(ErrorCode.INVALID_TOPIC_EXCEPTION)
        required = partition.high_watermark if offset == TO_HIGH_WATERMARK else offset
        self._broker.replicas.delete_records(partition, offset)
        result.low_watermark = low_watermark = _low_watermark(partition)
        if low_watermark < required:
            result.error_code = ErrorCode.REQUEST_TIMED_OUT
            self.waiting.append(Waiting(partition, required, result))

    def _is_settled(self, waiting: Waiting) -> bool:
        """Whether a partition need not be waited for any more; its result is final then.

        One that runs out of time is told with the low watermark that it had after the deletion.
        """
        partition, result = waiting.partition, waiting.result
        if not partition.is_leader:
            result.low_watermark = UNKNOWN_LOW_WATERMARK
            result.error_code = self._loss(partition)
            return True
        low_watermark = _low_watermark(partition)
        if low_watermark < waiting.required_offset:
            return False
        result.low_watermark = low_watermark
        result.error_code = ErrorCode.NONE
        return True

    def _loss(self, partition: Partition) -> ErrorCode:
        """Why a partition that was led here is so no longer."""
        if not partition.deleted:
            return ErrorCode.NOT_LEADER_OR_FOLLOWER
        if partition.topic_partition in self._broker.replicas.offline:
            return ErrorCode.KAFKA_STORAGE_ERROR
        return ErrorCode.UNKNOWN_TOPIC_OR_PARTITION


def _low_watermark(partition: Partition) -> int:
    """Up to where all live replicas have deleted, as far as they have told."""
    followers = partition.followers
    if followers is None:
        return partition.log_start_offset
    return followers.low_watermark(partition.log_start_offset)
