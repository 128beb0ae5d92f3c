"""Transactions without their coordinator, and offsets committed in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from kafkawire.broker.replicas.verification import Claim, TransactionVerifier
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.txn_offset_commit_request import TxnOffsetCommitRequest
from tests.support.requests.harness import HarnessClient

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.transactions.coordinator import TransactionCoordinator

REQUEST_TOPIC = TxnOffsetCommitRequest.TxnOffsetCommitRequestTopic
REQUEST_PARTITION = TxnOffsetCommitRequest.TxnOffsetCommitRequestPartition


class SaidVerifier(TransactionVerifier):
    """A transaction coordinator with prepared responses, which notes its requests."""

    def __init__(self, code: ErrorCode = ErrorCode.NONE) -> None:
        self.code = code
        self.claims: list[Claim] = []

    def verify(self, claim: Claim) -> ErrorCode:
        self.claims.append(claim)
        return self.code


def verify_by(broker: Broker, verifier: TransactionVerifier) -> None:
    """Let `verifier` stand for the broker's transaction coordinator."""
    broker.transactions = cast("TransactionCoordinator", verifier)


def commit_in_transaction(
    client: HarnessClient,
    *offsets: tuple[str, int, int],
    version: int = 5,
    metadata: str | None = "",
    producer: int = 7,
    epoch: int = 0,
    **fields: Any,
) -> list[tuple[int, int]]:
    """TxnOffsetCommit of (topic, partition, offset) triples: (partition, code) as answered."""
    images = client.harness.broker.metadata.topics
    topics: dict[str, list[Any]] = {}
    for topic, partition, offset in offsets:
        wanted = REQUEST_PARTITION(
            partition_index=partition, committed_offset=offset, committed_metadata=metadata
        )
        topics.setdefault(topic, []).append(wanted)
    said = {"transactional_id": "x", "group_id": "g", **fields}
    request = TxnOffsetCommitRequest(
        producer_id=producer,
        producer_epoch=epoch,
        topics=[
            REQUEST_TOPIC(
                name="" if version >= 6 else name,
                topic_id=images[name].topic_id if version >= 6 and name in images else bytes(16),
                partitions=partitions,
            )
            for name, partitions in topics.items()
        ],
        **said,
    )
    response = client.request(request, version)
    return [
        (each.partition_index, each.error_code)
        for topic in response.topics
        for each in topic.partitions
    ]
