"""Whether a transactional batch may go to a partition (KIP-890, produce A.13).

What can be decided here is decided first: an open transaction needs no question, a partition that
is led elsewhere gets none, an older epoch is fenced. Otherwise the coordinator of the transactional
id is asked: is the partition in the ongoing transaction (Produce up to 11), or add it to that (from
12 on). Its answers become those that producers of each version understand (A-104).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from kafkawire.broker.replicas.record_set import PRODUCER_ID_END, SEQUENCE_END
from kafkawire.log.append import Verification
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.since import PRODUCE_ADDS_PARTITIONS_SINCE

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence
    from typing import TypeVar

    from kafkawire.broker.behaviour import Behaviour
    from kafkawire.broker.config import BrokerConfig
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.broker.replicas.replica_manager import ReplicaManager
    from kafkawire.log.topic_partition import TopicPartition
    from kafkawire.records.batch import BatchHeader

    Key = TypeVar("Key", bound=Hashable)

PRODUCE_ABORTABLE_SINCE = 11
"""The Produce version whose clients understand TRANSACTION_ABORTABLE."""
NOT_ADDED = "Partition was not added to the transaction"
NOT_VERIFIED = (
    "Unable to verify the partition has been added to the transaction. Underlying error: {}"
)
MIXED_PRODUCERS = "Transactional records contained more than one producer ID"


def check_producers(headers: Iterable[BatchHeader | None]) -> None:
    """Refuse the whole request if its transactional batches have several producers (A-100).

    So it is if a batch is too short for the numbers that are looked at (A-19).
    """
    producers: set[tuple[int, int]] = set()
    for header in filter(None, headers):
        is_verified = header.is_transactional and header.producer_id >= 0
        if header.size < (SEQUENCE_END if is_verified else PRODUCER_ID_END):
            raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR)
        if is_verified:
            producers.add((header.producer_id, header.producer_epoch))
    if len(producers) > 1:
        raise ApiError(ErrorCode.INVALID_PRODUCER_ID_MAPPING, MIXED_PRODUCERS)


class Claim(NamedTuple):
    """A partition, and the transaction that a batch for it says it belongs to.

    `adds`: the partition is to be added to it, else it must be in it already.
    """

    transactional_id: str
    producer_id: int
    producer_epoch: int
    topic_partition: TopicPartition
    adds: bool
    now_ms: int = 0


class TransactionVerifier(Protocol):
    """Answers claims as AddPartitionsToTxn (v4 on) does."""

    def verify(self, claim: Claim) -> ErrorCode:
        """NONE if the claim holds now, else why it does not."""

    def verify_all(self, claims: Sequence[Claim]) -> list[ErrorCode]:
        """The same for the partitions of one request, all of one transaction."""
        return [self.verify(claim) for claim in claims]


class VerifyingBroker(Protocol):
    """What a verification needs of its broker."""

    config: BrokerConfig
    behaviour: Behaviour
    replicas: ReplicaManager

    @property
    def transactions(self) -> TransactionVerifier:
        """Who knows the transactions."""


class Asking(NamedTuple):
    """What of a request, and of its broker, a verification needs."""

    config: BrokerConfig
    transactions: TransactionVerifier
    transactional_id: str
    version: int
    now_ms: int
    checks_epoch_first: bool = True
    """Up to 3.9 an old epoch was found only when the coordinator had been asked."""
    written: dict[TopicPartition, Partition] | None = None
    """Where partitions are noted whose memory of producers must expire."""
    time_ms: int = 0
    """The wall time; a log's memory of producers expires by it."""

    @classmethod
    def of(cls, broker: VerifyingBroker, transactional_id: str, context: RequestContext) -> Asking:
        """What a request in the name of that id needs."""
        return cls(
            broker.config,
            broker.transactions,
            transactional_id,
            context.api_version,
            context.now_ms,
            broker.behaviour.checks_epoch_first,
            broker.replicas.written,
            broker.replicas.wall_clock.time_ms(context.now_ms),
        )


class Batch(NamedTuple):
    """A batch by its header, and where it is to go."""

    header: BatchHeader
    partition: Partition


Cleared = Verification | ApiError
"""What came of a batch's verification: an error refuses it."""


def verify_all(batches: Mapping[Key, Batch], asking: Asking) -> dict[Key, Cleared]:
    """Clear the transactional batches of a request; the coordinator is asked once, about all."""
    batches = {key: each for key, each in batches.items() if each.header.is_transactional}
    if asking.written is not None:
        # Something is remembered of the producer from now on, even if nothing is written.
        for batch in batches.values():
            asking.written[batch.partition.topic_partition] = batch.partition
    cleared: dict[Key, Cleared] = {}
    claims: dict[Key, Claim] = {}
    for key, batch in batches.items():
        try:
            found = _claim(batch.header, batch.partition, asking)
        except ApiError as error:
            cleared[key] = error
            continue
        if isinstance(found, Claim):
            claims[key] = found
        else:
            cleared[key] = found
    codes = asking.transactions.verify_all(list(claims.values())) if claims else []
    for key, code in zip(claims, codes, strict=True):
        is_fine = code is ErrorCode.NONE
        cleared[key] = Verification.VERIFIED if is_fine else refusal(code, asking.version)
    return cleared


def of(cleared: Mapping[Key, Cleared], key: Key) -> Verification:
    """What came of one batch; raises the `ApiError` that refuses it."""
    found = cleared.get(key, Verification.MISSING)
    if isinstance(found, ApiError):
        raise found
    return found


def _claim(header: BatchHeader, partition: Partition, asking: Asking) -> Claim | Verification:
    """What the coordinator is to be asked, or what is known without; raises `ApiError`."""
    producer_id, producer_epoch = header.producer_id, header.producer_epoch
    if producer_id < 0:
        return Verification.MISSING
    producers = partition.log.producer_state
    if producers.has_open_transaction(producer_id, producer_epoch):
        return Verification.VERIFIED
    adds = asking.version >= PRODUCE_ADDS_PARTITIONS_SINCE
    if not adds and not asking.config.boolean("transaction.partition.verification.enable"):
        return Verification.VERIFIED
    partition.check_leader()
    known = producers.get(producer_id)
    is_fenced = known is not None and producer_epoch < known.producer_epoch
    if is_fenced and asking.checks_epoch_first:
        raise ApiError(ErrorCode.INVALID_PRODUCER_EPOCH)
    producers.start_verification(header, asking.time_ms, adds=adds)
    return Claim(
        asking.transactional_id,
        producer_id,
        producer_epoch,
        partition.topic_partition,
        adds,
        asking.now_ms,
    )


def refusal(code: ErrorCode, version: int) -> ApiError:
    """What a producer is told where the coordinator has said `code` (A-104)."""
    if code in _RETRIABLE and not (
        code is ErrorCode.CONCURRENT_TRANSACTIONS and version >= PRODUCE_ADDS_PARTITIONS_SINCE
    ):
        return ApiError(ErrorCode.NOT_ENOUGH_REPLICAS, NOT_VERIFIED.format(code.name))
    if code in _NOT_IN_TRANSACTION:
        return ApiError(ErrorCode.INVALID_TXN_STATE, NOT_ADDED)
    if code is ErrorCode.TRANSACTION_ABORTABLE and version < PRODUCE_ABORTABLE_SINCE:
        return ApiError(ErrorCode.INVALID_TXN_STATE, NOT_ADDED)
    if code is ErrorCode.PRODUCER_FENCED:
        return ApiError(ErrorCode.INVALID_PRODUCER_EPOCH)
    return ApiError(code)


_RETRIABLE = frozenset(
    (
        ErrorCode.NETWORK_EXCEPTION,
        ErrorCode.COORDINATOR_LOAD_IN_PROGRESS,
        ErrorCode.COORDINATOR_NOT_AVAILABLE,
        ErrorCode.NOT_COORDINATOR,
        ErrorCode.CONCURRENT_TRANSACTIONS,
    )
)
"""Passing troubles, which become the one that old producers try again after."""
_NOT_IN_TRANSACTION = frozenset(
    (ErrorCode.INVALID_TXN_STATE, ErrorCode.CLUSTER_AUTHORIZATION_FAILED)
)
