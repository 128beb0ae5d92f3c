"""Producer ids and transactions (KIP-98), by the first protocol, which all brokers serve.

    identity = init_producer_id(...)    fences whoever had the id, ends what it left open
    add_partitions(...)                 before the first batch to each partition
    add_offsets + txn_offset_commit     offsets that count if the transaction does
    end(identity, is_commit)            by anybody who knows the identity: it may travel

To end a transaction once more as it was ended is no error, so a lost answer is no problem. Whoever
comes with an old epoch is refused (PRODUCER_FENCED, or INVALID_PRODUCER_EPOCH of old brokers).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from kafkawire.client.core.calls import ANY
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.add_offsets_to_txn_request import AddOffsetsToTxnRequest
from kafkawire.protocol.messages.add_offsets_to_txn_response import AddOffsetsToTxnResponse
from kafkawire.protocol.messages.add_partitions_to_txn_request import AddPartitionsToTxnRequest
from kafkawire.protocol.messages.add_partitions_to_txn_response import AddPartitionsToTxnResponse
from kafkawire.protocol.messages.end_txn_request import EndTxnRequest
from kafkawire.protocol.messages.end_txn_response import EndTxnResponse
from kafkawire.protocol.messages.init_producer_id_request import InitProducerIdRequest
from kafkawire.protocol.messages.init_producer_id_response import InitProducerIdResponse
from kafkawire.protocol.messages.list_transactions_request import ListTransactionsRequest
from kafkawire.protocol.messages.list_transactions_response import ListTransactionsResponse
from kafkawire.protocol.messages.txn_offset_commit_request import TxnOffsetCommitRequest
from kafkawire.protocol.messages.txn_offset_commit_response import TxnOffsetCommitResponse
from kafkawire.spark.cluster.cluster import GROUP, TRANSACTION
from kafkawire.spark.cluster.errors import Refused
from kafkawire.spark.cluster.groups import commit_codes

if TYPE_CHECKING:
    from kafkawire.client.blocking import Deadline
    from kafkawire.spark.cluster.cluster import Cluster
    from kafkawire.spark.cluster.groups import Committed
    from kafkawire.spark.cluster.metadata import TopicPartition

ANSWERS = TypeVar("ANSWERS", bound=Message)
NO_PRODUCER_ID = -1
NO_TRANSACTION_TIMEOUT_MS = (1 << 31) - 1
"""What Java's idempotent producer says, which has no transactions."""

FENCED = frozenset(
    {
        ErrorCode.PRODUCER_FENCED,
        ErrorCode.INVALID_PRODUCER_EPOCH,
        ErrorCode.INVALID_PRODUCER_ID_MAPPING,
        ErrorCode.INVALID_TXN_STATE,
        ErrorCode.TRANSACTIONAL_ID_NOT_FOUND,
    }
)
"""How it is said that a transaction is over without us: by its limit, or by a newcomer."""


class Identity(NamedTuple):
    """Who writes; `transactional_id` is None for a producer that is idempotent only."""

    transactional_id: str | None
    producer_id: int
    epoch: int


def is_fenced(error: Refused) -> bool:
    """Whether the transaction is over, ended by somebody else."""
    return error.code in FENCED


def init_producer_id(
    cluster: Cluster, transactional_id: str | None, timeout_ms: int, deadline: Deadline
) -> Identity:
    """A producer id; for a transactional id the same one with a new epoch, as a rule."""
    if transactional_id is None:
        request = InitProducerIdRequest(
            transactional_id=None, transaction_timeout_ms=NO_TRANSACTION_TIMEOUT_MS
        )
        answer = cluster.retried(lambda: _any_producer_id(cluster, request, deadline), deadline)
    else:
        request = InitProducerIdRequest(
            transactional_id=transactional_id, transaction_timeout_ms=timeout_ms
        )
        of = (transactional_id, TRANSACTION)
        answer = cluster.ask_coordinator(of, request, InitProducerIdResponse, _code, deadline)
    return Identity(transactional_id, answer.producer_id, answer.producer_epoch)


def _any_producer_id(
    cluster: Cluster, request: InitProducerIdRequest, deadline: Deadline
) -> InitProducerIdResponse:
    answer = cluster.ask(ANY, request, InitProducerIdResponse, deadline)
    if answer.error_code:
        raise Refused(cluster.place(ANY, request.API_KEY), answer.error_code)
    return answer


def open_transactions(cluster: Cluster, deadline: Deadline) -> list[str]:
    """Transactional ids that something is going on with, as all brokers tell (KIP-664).

    Raises ClusterError, also where brokers are too old to tell.
    """
    found: list[str] = []
    for node in cluster.nodes(deadline):
        request = ListTransactionsRequest(state_filters=["Ongoing"])
        answer = cluster.ask(node, request, ListTransactionsResponse, deadline)
        found += [each.transactional_id for each in answer.transaction_states]
    return found


class Transaction:
    """One of an identity; what is asked of its coordinator."""

    def __init__(self, cluster: Cluster, identity: Identity) -> None:
        assert identity.transactional_id is not None
        self.identity = identity
        self._cluster = cluster
        self._id = identity.transactional_id

    def add_partitions(self, partitions: Iterable[TopicPartition], deadline: Deadline) -> None:
        """Before the first batch to them."""
        topics: dict[str, list[int]] = {}
        for name, partition in partitions:
            topics.setdefault(name, []).append(partition)
        request = AddPartitionsToTxnRequest(
            v3_and_below_transactional_id=self._id,
            v3_and_below_producer_id=self.identity.producer_id,
            v3_and_below_producer_epoch=self.identity.epoch,
            v3_and_below_topics=[
                AddPartitionsToTxnRequest.AddPartitionsToTxnTopic(name=name, partitions=found)
                for name, found in topics.items()
            ],
        )
        self._ask(request, AddPartitionsToTxnResponse, _partition_codes, deadline)

    def add_offsets(self, group_id: str, deadline: Deadline) -> None:
        """Before the first offsets of a group."""
        request = AddOffsetsToTxnRequest(
            transactional_id=self._id,
            producer_id=self.identity.producer_id,
            producer_epoch=self.identity.epoch,
            group_id=group_id,
        )
        self._ask(request, AddOffsetsToTxnResponse, _code, deadline)

    def commit_offsets(
        self, group_id: str, offsets: Mapping[TopicPartition, Committed], deadline: Deadline
    ) -> None:
        """Offsets of a group without members, that count if the transaction does."""
        topics: dict[str, TxnOffsetCommitRequest.TxnOffsetCommitRequestTopic] = {}
        for (name, partition), committed in offsets.items():
            part = TxnOffsetCommitRequest.TxnOffsetCommitRequestPartition(
                partition_index=partition,
                committed_offset=committed.offset,
                committed_metadata=committed.metadata,
            )
            new = TxnOffsetCommitRequest.TxnOffsetCommitRequestTopic(name=name)
            topics.setdefault(name, new).partitions.append(part)
        request = TxnOffsetCommitRequest(
            transactional_id=self._id,
            group_id=group_id,
            producer_id=self.identity.producer_id,
            producer_epoch=self.identity.epoch,
            topics=list(topics.values()),
        )
        of = (group_id, GROUP)
        kind = TxnOffsetCommitResponse
        self._cluster.ask_coordinator(of, request, kind, commit_codes, deadline)

    def end(self, is_commit: bool, deadline: Deadline) -> None:
        """Commit or abort; once more is no error. Raises Refused, `is_fenced` tells of what."""
        request = EndTxnRequest(
            transactional_id=self._id,
            producer_id=self.identity.producer_id,
            producer_epoch=self.identity.epoch,
            committed=is_commit,
        )
        self._ask(request, EndTxnResponse, _code, deadline)

    def _ask(
        self,
        request: Message,
        kind: type[ANSWERS],
        codes: Callable[[ANSWERS], list[int]],
        deadline: Deadline,
    ) -> None:
        of = (self._id, TRANSACTION)
        self._cluster.ask_coordinator(of, request, kind, codes, deadline)


def _code(answer: Any) -> list[int]:
    return [answer.error_code]


def _partition_codes(answer: AddPartitionsToTxnResponse) -> list[int]:
    """Those that say why come before those that were not tried because of them."""
    codes = [
        part.partition_error_code
        for topic in answer.results_by_topic_v3_and_below
        for part in topic.results_by_partition
    ]
    return sorted(codes, key=lambda code: code == ErrorCode.OPERATION_NOT_ATTEMPTED)
