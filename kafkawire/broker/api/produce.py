"""Produce (key 0): append to partitions, and answer as the acks ask.

The order in which things are looked at is Kafka's (produce A-10): first batches of all
partitions, topic ids, existence, framing, transactions, acks, internal topics, leadership, append.
A partition that is named twice is one entry, of which the last records win (A-12); if any of them
was badly framed it is answered so all the same.

    acks     answered
    0        never; any error closes the connection (A-70)
    1        when appended
    -1       when the in-sync replicas have it, or with REQUEST_TIMED_OUT (A-72, A-73)

Versions 0 to 2 are served as Apache Kafka up to 3.9 serves them, 13 (topic ids) as 4.x does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.context import Versions
from kafkawire.broker.fetch.resolving import absence, is_in_metadata
from kafkawire.broker.metadata.leader_hints import address_of, leader_of
from kafkawire.broker.metadata.topic_names import INTERNAL_TOPICS
from kafkawire.broker.replicas import verification
from kafkawire.broker.replicas.delayed_produce import DelayedProduce, Waiting
from kafkawire.broker.replicas.record_set import (
    NULL,
    RecordSet,
    check_framing,
    look_at,
    only_batch,
)
from kafkawire.broker.security.access import Access
from kafkawire.broker.security.authorizer import Operation
from kafkawire.log.append import RecordsRejected, Verification
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError, ProtocolError
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.protocol.since import PRODUCE_TOPIC_IDS_SINCE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.delayed import Delayed
    from kafkawire.broker.metrics.topics import TopicCounts
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.broker.replicas.verification import Cleared
    from kafkawire.log.append import AppendInfo
    from kafkawire.protocol.buffers import Buffer
    from kafkawire.protocol.messages.produce_request import ProduceRequest
    from kafkawire.records.batch import BatchHeader

    TopicKey = str | bytes
    """A topic's name, or from version 13 on its id."""

VERSIONS = Versions(0, 13)
RESTS = True

LEADER_HINTS_SINCE = 10
ACKS_ALL = -1
ADMIN_CLIENT_ID = "__admin_client"
"""The one client id that may write to internal topics (A-16)."""

Answer = ProduceResponse.PartitionProduceResponse


class PartitionRefused(ApiError):
    """A refusal, found while all partitions are looked at, that concerns only one of them."""


_HIDES_LOG_START = frozenset(
    (
        ErrorCode.CORRUPT_MESSAGE,
        ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
        ErrorCode.NOT_LEADER_OR_FOLLOWER,
        ErrorCode.MESSAGE_TOO_LARGE,
        ErrorCode.RECORD_LIST_TOO_LARGE,
        ErrorCode.KAFKA_STORAGE_ERROR,
    )
)
"""Refusals of an append whose answers have no log start offset (A-61); they are no failures."""


def handle(
    broker: Broker, request: ProduceRequest, context: RequestContext
) -> ProduceResponse | Delayed | None:
    """Append what was sent and answer; raises `ProtocolError` to close the connection."""
    call = ProduceCall(broker, request, context)
    try:
        call.append_all()
    except ApiError as error:
        call.refuse_all(error)
    if request.acks == 0:
        call.say_nothing()
        return None
    if call.waiting:
        deadline_ms = context.now_ms + request.timeout_ms
        return DelayedProduce(call, deadline_ms, broker.purgatory.expirations)
    return call.response()


class Target(NamedTuple):
    """A partition that is to be appended to; `topic_key` is its name or id, as it was sent.

    `partition` is None if it is not here, `header` where the batch's producer does not matter.
    """

    topic_key: TopicKey
    topic: str
    partition_index: int
    partition: Partition | None
    records: Buffer
    header: BatchHeader | None


class ProduceCall:
    """One request on its way: the answers so far, and what is still waited for."""

    __slots__ = (
        "_access",
        "_answers",
        "_broker",
        "_cleared",
        "_context",
        "_endpoints",
        "_is_transactional",
        "_request",
        "waiting",
    )

    def __init__(self, broker: Broker, request: ProduceRequest, context: RequestContext) -> None:
        self._broker = broker
        self._request = request
        self._context = context
        authorizer = broker.authorizer
        self._access = None if authorizer is None else Access(authorizer, context)
        self._answers: dict[TopicKey, dict[int, Answer]] = {}
        self._is_transactional = False
        self._cleared: dict[tuple[TopicKey, int], Cleared] | None = None
        self._endpoints: dict[int, ProduceResponse.NodeEndpoint] = {}
        self.waiting: list[Waiting] = []

    def append_all(self) -> None:
        """Append to each partition; raises `ApiError` where the request fails as a whole."""
        only = only_batch(self._request, self._context.api_version)
        if only is not None and self._access is None:
            topic, index, records = only
            partition = self._broker.replicas.partitions.get(TopicPartition(topic, index))
            if partition is not None:
                self._append_or_refuse(Target(topic, topic, index, partition, records, None))
                return
        targets: dict[tuple[TopicKey, int], Target] = {}
        refused: list[tuple[TopicKey, int, PartitionRefused]] = []
        has_short = False
        find = self._target if self._access is None else self._target_if_allowed
        for key, index, record_set in self._look_at_all():
            try:
                targets[key, index] = find(key, index, record_set)
                has_short = has_short or record_set.is_short
            except PartitionRefused as error:
                refused.append((key, index, error))
        if self._is_transactional or has_short:
            verification.check_producers(target.header for target in targets.values())
        if self._is_transactional:
            self._verify(targets)
        for target in targets.values():
            self._append_or_refuse(target)
        # Last, so that they hide what was appended to a partition that is named twice.
        for key, index, refusal in refused:
            self._refuse(key, index, refusal)

    def refuse_all(self, error: ApiError) -> None:
        """Answer every partition of the request with `error`."""
        for key, index, _ in self._requested():
            self._refuse(key, index, error)

    def say_nothing(self) -> None:
        """The end of a request with acks=0: silence, or the end of the connection."""
        for answers in self._answers.values():
            for answer in answers.values():
                if answer.error_code:
                    counts = self._broker.metrics.apis[ApiKey.PRODUCE]
                    counts.answered(self._request, self.response(), self._context.api_version)
                    name = ErrorCode(answer.error_code).name
                    raise ProtocolError(f"a produce request with acks=0 failed: {name}")

    def are_settled(self) -> bool:
        """Take out of `waiting` what need not be waited for any more; whether nothing is left."""
        self.waiting = [each for each in self.waiting if not self._is_settled(each)]
        return not self.waiting

    def respond(self, now_ms: int) -> ProduceResponse:
        """The answer after waiting, in time or not."""
        del now_ms
        self.are_settled()
        return self.response()

    def _is_settled(self, waiting: Waiting) -> bool:
        """Whether a partition need not be waited for any more; its answer is final then (A-75)."""
        partition, required_offset, answer = waiting
        if not partition.is_leader:
            answer.error_code = absence(partition.topic_partition, self._broker)
            if answer.error_code == ErrorCode.NOT_LEADER_OR_FOLLOWER:
                self._hint(partition.topic_partition.topic, answer)
            return True
        if partition.high_watermark < required_offset:
            return False
        is_safe = len(partition.image.isr) >= partition.min_isr
        answer.error_code = (
            ErrorCode.NONE if is_safe else ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND
        )
        return True

    def response(self) -> ProduceResponse:
        """The answers that there are, each topic once."""
        return ProduceResponse(
            responses=[
                self._topic_response(key, list(answers.values()))
                for key, answers in self._answers.items()
            ],
            node_endpoints=list(self._endpoints.values()),
        )

    def _topic_response(
        self, key: TopicKey, answers: list[Answer]
    ) -> ProduceResponse.TopicProduceResponse:
        if isinstance(key, str):
            return ProduceResponse.TopicProduceResponse(name=key, partition_responses=answers)
        return ProduceResponse.TopicProduceResponse(topic_id=key, partition_responses=answers)

    def _requested(self) -> Iterator[tuple[TopicKey, int, Buffer | None]]:
        by_id = self._context.api_version >= PRODUCE_TOPIC_IDS_SINCE
        for topic in self._request.topic_data:
            key = topic.topic_id if by_id else topic.name
            for data in topic.partition_data:
                yield key, data.index, data.records

    def _look_at_all(self) -> list[tuple[TopicKey, int, RecordSet]]:
        """Frame the first batch of every partition, and clear the transactional id.

        Kafka stops where it finds the first transactional batch, so what cannot be framed behind
        that one does not fail the request.
        """
        sent: list[tuple[TopicKey, int, RecordSet]] = []
        for key, index, records in self._requested():
            if records is None:  # of interest where the partition exists, and fatal there
                sent.append((key, index, RecordSet(b"", NULL, None)))
                continue
            record_set = look_at(records, must_be_framed=not self._is_transactional)
            if record_set.is_transactional:
                self._is_transactional = True
            sent.append((key, index, record_set))
        if self._is_transactional and not self._may_use_transactional_id():
            raise ApiError(ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED)
        return sent

    def _may_use_transactional_id(self) -> bool:
        transactional_id, access = self._request.transactional_id, self._access
        if transactional_id is None or access is None:
            return transactional_id is not None
        return access.to_transactional_id(Operation.WRITE, transactional_id)

    def _target_if_allowed(self, key: TopicKey, index: int, sent: RecordSet) -> Target:
        """Let nobody learn what exists who may not write to it (A-21)."""
        assert self._access is not None
        if not self._access.to_topic(Operation.WRITE, self._topic_name(key)):
            raise PartitionRefused(ErrorCode.TOPIC_AUTHORIZATION_FAILED)
        return self._target(key, index, sent)

    def _target(self, key: TopicKey, index: int, sent: RecordSet) -> Target:
        """Find a partition and look at the framing of what it gets."""
        topic = key if isinstance(key, str) else self._topic_name(key)
        name = TopicPartition(topic, index)
        partition = self._broker.replicas.partitions.get(name)
        if partition is None and not is_in_metadata(name.topic, name.partition, self._broker):
            raise PartitionRefused(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        code = check_framing(sent, self._context.api_version)
        if code:
            raise PartitionRefused(code)
        return Target(key, topic, index, partition, sent.records, sent.header)

    def _topic_name(self, key: TopicKey) -> str:
        if isinstance(key, str):
            return key
        topic = self._broker.metadata.topics_by_id.get(key)
        if topic is None:
            raise PartitionRefused(ErrorCode.UNKNOWN_TOPIC_ID)
        name: str = topic.name
        return name

    def _append_or_refuse(self, target: Target) -> None:
        try:
            self._append_to(target)
        except ApiError as error:
            self._refuse(target.topic_key, target.partition_index, error)

    def _append_to(self, target: Target) -> None:
        cleared = Verification.MISSING
        if self._cleared is not None:
            cleared = verification.of(self._cleared, (target.topic_key, target.partition_index))
        acks = self._request.acks
        if not ACKS_ALL <= acks <= 1:
            raise ApiError(ErrorCode.INVALID_REQUIRED_ACKS)
        partition = target.partition
        counts = None if partition is None else partition.counts
        if counts is None:
            counts = self._counts_of(target.topic, partition)
        counts.produces += 1
        if target.topic in INTERNAL_TOPICS and self._context.client_id != ADMIN_CLIENT_ID:
            raise ApiError(ErrorCode.INVALID_TOPIC_EXCEPTION)
        if partition is None:
            name = TopicPartition(target.topic, target.partition_index)
            raise ApiError(absence(name, self._broker))
        if not partition.is_leader:
            raise ApiError(ErrorCode.NOT_LEADER_OR_FOLLOWER)
        log_start_offset = partition.log.log_start_offset
        try:
            if acks == ACKS_ALL and len(partition.image.isr) < partition.min_isr:
                raise ApiError(ErrorCode.NOT_ENOUGH_REPLICAS)
            info = self._broker.replicas.append(
                partition,
                target.records,
                now_ms=self._context.now_ms,
                verification=cleared,
            )
        except ApiError as error:
            hidden = error.code in _HIDES_LOG_START
            answer = self._refuse(target.topic_key, target.partition_index, error)
            answer.log_start_offset = -1 if hidden else log_start_offset
            counts.failed_produces += not hidden
            self._broker.replicas.topic_stats.refused(error, counts, len(target.records))
        else:
            counts.produce_conversions += info.records_converted
            self._accept(target, partition, info)

    def _counts_of(self, topic: str, partition: Partition | None) -> TopicCounts:
        replicas = self._broker.replicas
        if partition is None:
            return replicas.topic_stats.of(topic)
        return replicas.counts_of(partition)

    def _verify(self, targets: Mapping[tuple[TopicKey, int], Target]) -> None:
        batches = {
            key: verification.Batch(each.header, each.partition)
            for key, each in targets.items()
            if each.partition is not None and each.header is not None
        }
        name = self._request.transactional_id or ""
        asking = verification.Asking.of(self._broker, name, self._context)
        self._cleared = verification.verify_all(batches, asking)

    def _accept(self, target: Target, partition: Partition, info: AppendInfo) -> None:
        answer = Answer(
            index=target.partition_index,
            base_offset=info.first_offset,
            log_append_time_ms=info.log_append_time_ms,
            log_start_offset=info.log_start_offset,
        )
        self._answer(target.topic_key, answer)
        if self._request.acks == ACKS_ALL and partition.high_watermark <= info.last_offset:
            answer.error_code = ErrorCode.REQUEST_TIMED_OUT
            self.waiting.append(Waiting(partition, info.last_offset + 1, answer))

    def _refuse(self, key: TopicKey, index: int, error: ApiError) -> Answer:
        answer = Answer(
            index=index, error_code=error.code, base_offset=-1, error_message=error.message
        )
        if isinstance(error, RecordsRejected):
            answer.record_errors = [
                ProduceResponse.BatchIndexAndErrorMessage(
                    batch_index=each.batch_index, batch_index_error_message=each.message
                )
                for each in error.record_errors
            ]
        if error.code == ErrorCode.NOT_LEADER_OR_FOLLOWER:
            self._hint(self._topic_name(key), answer)
        self._answer(key, answer)
        return answer

    def _answer(self, key: TopicKey, answer: Answer) -> None:
        self._answers.setdefault(key, {})[answer.index] = answer

    def _hint(self, topic: str, answer: Answer) -> None:
        """Say who leads instead (KIP-951), where the version has room for it."""
        if self._context.api_version < LEADER_HINTS_SINCE:
            return
        leader_id, leader_epoch = leader_of(TopicPartition(topic, answer.index), self._broker)
        answer.current_leader = ProduceResponse.LeaderIdAndEpoch(
            leader_id=leader_id, leader_epoch=leader_epoch
        )
        listener_name = self._context.connection.listener_name
        address = address_of(leader_id, self._broker, listener_name)
        if address is not None:
            self._endpoints[leader_id] = ProduceResponse.NodeEndpoint(
                node_id=leader_id, host=address.host, port=address.port, rack=address.rack
            )
