"""WriteTxnMarkers (key 27): the end of transactions, at the partitions that took part (C.8).

v1  flexible
v2  the client's transaction version, by which the epoch is judged (KIP-890)

Transaction coordinators send it, and operators who end a hanging transaction. Each partition is
answered for by itself, when its in-sync replicas have the marker.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.context import Versions
from kafkawire.broker.delayed import Delayed
from kafkawire.broker.metadata.topic_names import CONSUMER_OFFSETS
from kafkawire.broker.replicas.marking import Marker
from kafkawire.broker.security.access import access_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.write_txn_markers_response import WriteTxnMarkersResponse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.protocol.messages.write_txn_markers_request import WriteTxnMarkersRequest

    WritableTxnMarker = WriteTxnMarkersRequest.WritableTxnMarker

VERSIONS = Versions(0, 2)

Topic = WriteTxnMarkersResponse.WritableTxnMarkerTopicResult
Result = WriteTxnMarkersResponse.WritableTxnMarkerPartitionResult


class Waiting(NamedTuple):
    """A marker that is not everywhere yet; `result` says so until it is."""

    partition: Partition
    required_offset: int
    result: Result


def handle(
    broker: Broker, request: WriteTxnMarkersRequest, context: RequestContext
) -> WriteTxnMarkersResponse | Delayed:
    """Write all, and answer when that is settled."""
    access = access_of(broker, context)
    if access is not None and not (
        access.to_cluster(Operation.ALTER) or access.to_cluster(Operation.CLUSTER_ACTION)
    ):
        raise ApiError(ErrorCode.CLUSTER_AUTHORIZATION_FAILED)
    call = _Call(broker, context.now_ms)
    for marker in request.markers:
        call.write(marker)
    if call.are_settled():
        return call.response()
    watch = [each.partition.topic_partition for each in call.waiting]
    deadline_ms = context.now_ms + broker.config.int("request.timeout.ms")
    return Delayed(watch, deadline_ms, call.are_settled, call.respond)


def error_response(
    request: WriteTxnMarkersRequest, context: RequestContext, error: ApiError
) -> WriteTxnMarkersResponse:
    """Every partition has the error."""
    del context
    results = _Results()
    for marker in request.markers:
        for name in _partitions(marker):
            results.put(marker.producer_id, name, int(error.code))
    return results.response()


def _partitions(marker: WritableTxnMarker) -> Iterator[TopicPartition]:
    for topic in marker.topics:
        for index in topic.partition_indexes:
            yield TopicPartition(topic.name, index)


class _Results:
    """What has come of each partition, by producer id: its last marker there counts."""

    def __init__(self) -> None:
        self._by_producer: dict[int, dict[TopicPartition, Result]] = {}

    def put(self, producer_id: int, name: TopicPartition, code: int) -> Result:
        result = Result(partition_index=name.partition, error_code=code)
        self._by_producer.setdefault(producer_id, {})[name] = result
        return result

    def response(self) -> WriteTxnMarkersResponse:
        return WriteTxnMarkersResponse(
            markers=[
                WriteTxnMarkersResponse.WritableTxnMarkerResult(
                    producer_id=producer_id, topics=_by_topic(results)
                )
                for producer_id, results in self._by_producer.items()
            ]
        )


def _by_topic(results: dict[TopicPartition, Result]) -> list[Topic]:
    topics: dict[str, Topic] = {}
    for name, result in results.items():
        topic = topics.setdefault(name.topic, Topic(name=name.topic, partitions=[]))
        topic.partitions.append(result)
    return list(topics.values())


class _Call:
    """One request on its way."""

    def __init__(self, broker: Broker, now_ms: int) -> None:
        self._broker = broker
        self._now_ms = now_ms
        self._results = _Results()
        self.waiting: list[Waiting] = []

    def write(self, asked: WritableTxnMarker) -> None:
        """Write one marker to its partitions, as far as they are led here."""
        marker = Marker(
            asked.producer_id,
            asked.producer_epoch,
            asked.transaction_result,
            asked.coordinator_epoch,
            asked.transaction_version,
        )
        names = list(_partitions(asked))
        if not marker.has_producer and any(map(self._is_here, names)):
            # Seen on 4.4.0: the whole request fails, whatever it has written by then.
            raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR)
        for name in names:
            try:
                partition = self._broker.markers.write(marker, name, self._now_ms)
            except ApiError as error:
                self._results.put(marker.producer_id, name, int(error.code))
                continue
            result = self._results.put(marker.producer_id, name, int(ErrorCode.REQUEST_TIMED_OUT))
            self.waiting.append(Waiting(partition, partition.log_end_offset, result))

    def _is_here(self, name: TopicPartition) -> bool:
        return name.topic != CONSUMER_OFFSETS and self._broker.replicas.get(name) is not None

    def are_settled(self) -> bool:
        """Take out of `waiting` what need not be waited for any more; whether nothing is left."""
        self.waiting = [each for each in self.waiting if not _is_settled(each)]
        return not self.waiting

    def respond(self, now_ms: int) -> WriteTxnMarkersResponse:
        """The answer, in time or not."""
        del now_ms
        self.are_settled()
        return self.response()

    def response(self) -> WriteTxnMarkersResponse:
        """What has come of all so far."""
        return self._results.response()


def _is_settled(waiting: Waiting) -> bool:
    partition, required_offset, result = waiting
    if not partition.is_leader:
        result.error_code = ErrorCode.NOT_LEADER_OR_FOLLOWER
        return True
    if partition.high_watermark < required_offset:
        return False
    is_safe = len(partition.image.isr) >= partition.min_isr
    result.error_code = ErrorCode.NONE if is_safe else ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND
    return True
