"""The requests of a transaction, and how their answers are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.core.producing.batch import NO_PRODUCER, ProducerId
from kafkawire.client.core.producing.transaction_calls import GROUP, TRANSACTION, Ended, Step
from kafkawire.client.values import by_topic
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.add_offsets_to_txn_request import AddOffsetsToTxnRequest
from kafkawire.protocol.messages.add_partitions_to_txn_request import AddPartitionsToTxnRequest
from kafkawire.protocol.messages.add_partitions_to_txn_response import AddPartitionsToTxnResponse
from kafkawire.protocol.messages.end_txn_request import EndTxnRequest
from kafkawire.protocol.messages.init_producer_id_request import InitProducerIdRequest
from kafkawire.protocol.messages.txn_offset_commit_request import TxnOffsetCommitRequest
from kafkawire.protocol.messages.txn_offset_commit_response import TxnOffsetCommitResponse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from kafkawire.client.values import GroupMetadata, OffsetAndMetadata, TopicPartition
    from kafkawire.protocol.message import Message

INIT_BUMPS_SINCE = 3
INIT_MAX = 5
ADD_PARTITIONS_MAX = 3
ADD_OFFSETS_MAX = 4
END_CLASSIC_MAX = 4
END_BUMPS_SINCE = 5
COMMIT_MEMBER_SINCE = 3
"""Brokers compare member and generation with the group (KIP-447)."""
COMMIT_CLASSIC_MAX = 4
COMMIT_ADDS_GROUP_SINCE = 5
COMMIT_BY_NAME_MAX = 5


class Steps(NamedTuple):
    """Makes the requests of one transactional id.

    Attributes:
        transactional_id: The id.
        timeout_ms: After so long the coordinator aborts a transaction.
    """

    transactional_id: str
    timeout_ms: int

    def init(self, producer: ProducerId, done: Callable[[Ended, int], None]) -> Step:
        """Ask for a producer id, or for the next epoch of the present one."""
        request = InitProducerIdRequest(
            transactional_id=self.transactional_id,
            transaction_timeout_ms=self.timeout_ms,
            producer_id=producer.id,
            producer_epoch=producer.epoch,
        )
        first = 0 if producer == NO_PRODUCER else INIT_BUMPS_SINCE
        return self._step(ApiKey.INIT_PRODUCER_ID, request, done, (first, INIT_MAX))

    def add_partitions(
        self,
        producer: ProducerId,
        partitions: Iterable[TopicPartition],
        done: Callable[[Ended, int], None],
    ) -> Step:
        """Add partitions to the transaction."""
        request = AddPartitionsToTxnRequest(
            v3_and_below_transactional_id=self.transactional_id,
            v3_and_below_producer_id=producer.id,
            v3_and_below_producer_epoch=producer.epoch,
            v3_and_below_topics=[
                AddPartitionsToTxnRequest.AddPartitionsToTxnTopic(name=name, partitions=numbers)
                for name, numbers in by_topic(partitions).items()
            ],
        )
        versions = (0, ADD_PARTITIONS_MAX)
        key = (TRANSACTION, self.transactional_id)
        return Step(ApiKey.ADD_PARTITIONS_TO_TXN, request, _of_partitions, done, key, versions)

    def add_offsets(
        self, producer: ProducerId, group_id: str, done: Callable[[Ended, int], None]
    ) -> Step:
        """Add the offsets of a group to the transaction."""
        request = AddOffsetsToTxnRequest(
            transactional_id=self.transactional_id,
            producer_id=producer.id,
            producer_epoch=producer.epoch,
            group_id=group_id,
        )
        return self._step(ApiKey.ADD_OFFSETS_TO_TXN, request, done, (0, ADD_OFFSETS_MAX))

    def commit_offsets(
        self,
        producer: ProducerId,
        offsets: Mapping[TopicPartition, OffsetAndMetadata],
        group: GroupMetadata,
        done: Callable[[Ended, int], None],
        *,
        adds_group: bool,
    ) -> Step:
        """Commit offsets of a group with the transaction (KIP-447)."""
        topics: dict[str, list[TxnOffsetCommitRequest.TxnOffsetCommitRequestPartition]] = {}
        for (topic, number), offset in offsets.items():
            row = TxnOffsetCommitRequest.TxnOffsetCommitRequestPartition(
                partition_index=number,
                committed_offset=offset.offset,
                committed_leader_epoch=-1 if offset.leader_epoch is None else offset.leader_epoch,
                committed_metadata=offset.metadata,
            )
            topics.setdefault(topic, []).append(row)
        request = TxnOffsetCommitRequest(
            transactional_id=self.transactional_id,
            group_id=group.group_id,
            producer_id=producer.id,
            producer_epoch=producer.epoch,
            generation_id_or_member_epoch=group.generation_id,
            member_id=group.member_id,
            group_instance_id=group.group_instance_id,
            topics=[
                TxnOffsetCommitRequest.TxnOffsetCommitRequestTopic(name=name, partitions=rows)
                for name, rows in topics.items()
            ],
        )
        is_member = bool(group.member_id or group.group_instance_id or group.generation_id >= 0)
        versions = (COMMIT_MEMBER_SINCE if is_member else 0, COMMIT_CLASSIC_MAX)
        if adds_group:
            versions = (COMMIT_ADDS_GROUP_SINCE, COMMIT_BY_NAME_MAX)
        key = (GROUP, group.group_id)
        return Step(ApiKey.TXN_OFFSET_COMMIT, request, _of_offsets, done, key, versions)

    def end(
        self,
        producer: ProducerId,
        done: Callable[[Ended, int], None],
        *,
        commits: bool,
        bumps: bool,
    ) -> Step:
        """End the transaction; `bumps`: the answer has the id and epoch of the next one."""
        request = EndTxnRequest(
            transactional_id=self.transactional_id,
            producer_id=producer.id,
            producer_epoch=producer.epoch,
            committed=commits,
        )
        versions = (END_BUMPS_SINCE, END_BUMPS_SINCE) if bumps else (0, END_CLASSIC_MAX)
        return self._step(ApiKey.END_TXN, request, done, versions)

    def _step(
        self,
        api: ApiKey,
        request: Message,
        done: Callable[[Ended, int], None],
        versions: tuple[int, int],
    ) -> Step:
        return Step(api, request, _code, done, (TRANSACTION, self.transactional_id), versions)


def _code(message: Message) -> int:
    code: int = message.error_code  # type: ignore[attr-defined]
    return code


def _of_partitions(message: Message) -> int:
    assert isinstance(message, AddPartitionsToTxnResponse)
    return _worst(
        row.partition_error_code
        for topic in message.results_by_topic_v3_and_below
        for row in topic.results_by_partition
    )


def _of_offsets(message: Message) -> int:
    assert isinstance(message, TxnOffsetCommitResponse)
    return _worst(row.error_code for topic in message.topics for row in topic.partitions)


def _worst(codes: Iterable[int]) -> int:
    """Return the code that explains why a request for several partitions failed, or 0.

    Partitions that were not attempted share the request with one that failed.
    """
    found = [code for code in codes if code]
    told = [code for code in found if code != ErrorCode.OPERATION_NOT_ATTEMPTED]
    return (told or found or [0])[0]
