"""Requests of tests of transactions, with defaults for unimportant fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kafkawire.broker.metadata.topic_names import TRANSACTION_STATE
from kafkawire.broker.replicas.partition import Partition
from kafkawire.broker.transactions import records
from kafkawire.broker.transactions.shard import TransactionShard
from kafkawire.broker.transactions.transaction import Transaction
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.messages.add_offsets_to_txn_request import AddOffsetsToTxnRequest
from kafkawire.protocol.messages.add_partitions_to_txn_request import AddPartitionsToTxnRequest
from kafkawire.protocol.messages.describe_transactions_request import DescribeTransactionsRequest
from kafkawire.protocol.messages.end_txn_request import EndTxnRequest
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from kafkawire.protocol.messages.init_producer_id_request import InitProducerIdRequest
from kafkawire.protocol.messages.list_transactions_request import ListTransactionsRequest
from kafkawire.records.control import Marker, read_marker
from kafkawire.records.record import decode_records
from tests.support.log.batches import numbered_batch
from tests.support.requests.harness import BrokerHarness, HarnessClient
from tests.support.requests.produce import answers_of, produce_request
from tests.support.requests.stored_harness import StoredHarness

TIMEOUT_MS = 60_000
NAME = "x"
TRANSACTION = 1
"""The kind of coordinator."""

Identity = tuple[int, int]
"""Producer id and epoch."""


class Coordination(BrokerHarness):
    """What clients ask of the coordinator, and what is inside."""

    client: HarnessClient

    def find(self) -> None:
        """Have `__transaction_state`, and a connection."""
        self.client = self.connect()
        request = FindCoordinatorRequest(key=NAME, key_type=TRANSACTION)
        while self.client.request(request, 1).error_code:
            self.settle()

    # What clients ask for

    def init(
        self,
        name: str | None = NAME,
        given: Identity = (-1, -1),
        *,
        version: int = 5,
        timeout_ms: int = TIMEOUT_MS,
        **fields: Any,
    ) -> Any:
        request = InitProducerIdRequest(
            transactional_id=name,
            transaction_timeout_ms=timeout_ms,
            producer_id=given[0],
            producer_epoch=given[1],
            **fields,
        )
        return self.client.request(request, version)

    def identity(self, name: str = NAME, **options: Any) -> Identity:
        """A new identity."""
        found = self.init(name, **options)
        assert found.error_code == 0, found.error_code
        return found.producer_id, found.producer_epoch

    def add(
        self, who: Identity, *partitions: int, name: str = NAME, topic: str = "t", version: int = 3
    ) -> int:
        """Add partitions of one topic as a client does; the one code."""
        (code,) = set(self.add_all(who, {topic: partitions}, name=name, version=version).values())
        return code

    def add_all(
        self,
        who: Identity,
        topics: Mapping[str, Sequence[int]],
        *,
        name: str = NAME,
        version: int = 3,
    ) -> dict[tuple[str, int], int]:
        """The codes by topic and partition."""
        request = AddPartitionsToTxnRequest(
            v3_and_below_transactional_id=name,
            v3_and_below_producer_id=who[0],
            v3_and_below_producer_epoch=who[1],
            v3_and_below_topics=_topics(topics),
        )
        return codes(self.client.request(request, version).results_by_topic_v3_and_below)

    def add_as_broker(
        self,
        who: Identity,
        topics: Mapping[str, Sequence[int]],
        *,
        name: str = NAME,
        verify_only: bool = False,
        version: int = 5,
    ) -> dict[tuple[str, int], int]:
        """The codes by topic and partition, of one transaction."""
        response = self.client.request(
            AddPartitionsToTxnRequest(
                transactions=[broker_form(who, topics, name=name, verify_only=verify_only)]
            ),
            version,
        )
        assert response.error_code == 0
        (result,) = response.results_by_transaction
        assert result.transactional_id == name
        return codes(result.topic_results)

    def add_offsets(
        self, who: Identity, group: str = "g", *, name: str = NAME, version: int = 4
    ) -> int:
        request = AddOffsetsToTxnRequest(
            transactional_id=name, producer_id=who[0], producer_epoch=who[1], group_id=group
        )
        code: int = self.client.request(request, version).error_code
        return code

    def end(
        self, who: Identity, *, commit: bool = True, name: str = NAME, version: int = 5
    ) -> tuple[int, int, int]:
        """Error code, producer id and epoch of the answer."""
        request = EndTxnRequest(
            transactional_id=name, producer_id=who[0], producer_epoch=who[1], committed=commit
        )
        found = self.client.request(request, version)
        return found.error_code, found.producer_id, found.producer_epoch

    def end_code(self, who: Identity, **options: Any) -> int:
        return self.end(who, **options)[0]

    def describe(self, name: str = NAME) -> Any:
        request = DescribeTransactionsRequest(transactional_ids=[name])
        (state,) = self.client.request(request).transaction_states
        return state

    def state(self, name: str = NAME) -> str:
        found: str = self.describe(name).transaction_state
        return found

    def list_transactions(self, *, version: int = 2, **filters: Any) -> Any:
        return self.client.request(ListTransactionsRequest(**filters), version)

    def produce(
        self,
        who: Identity,
        sequence: int,
        index: int = 0,
        *,
        version: int = 12,
        name: str | None = NAME,
        topic: str = "t",
    ) -> Any:
        """One record of a transaction; the partition's answer."""
        batch = numbered_batch(sequence, epoch=who[1], producer=who[0])
        request = produce_request((topic, index, batch), transactional_id=name)
        (answer,) = answers_of(self.client.request(request, version), version).values()
        return answer

    # What is inside

    @property
    def shard(self) -> TransactionShard:
        return self.shard_of(NAME)

    def shard_of(self, name: str) -> TransactionShard:
        return self.broker.transactions.shard_of(name)

    def transaction(self, name: str = NAME) -> Transaction:
        return self.shard_of(name).ids[name].transaction

    def place(self, name: str = NAME, **changes: Any) -> Transaction:
        """Write a state that would take long to come to, such as one of a great epoch."""
        transaction = self.transaction(name)._replace(**changes)
        self.shard_of(name).write(name, transaction, self.now_ms)
        return transaction

    def partition(self, index: int = 0, topic: str = "t") -> Partition:
        partition: Partition | None = self.broker.replicas.get(TopicPartition(topic, index))
        assert partition is not None
        return partition

    def log_of(self, name: str = NAME) -> list[records.TransactionRecord]:
        """What is written of an id."""
        index = self.broker.transactions.partition_of(name)
        found = [
            records.decode(record.key, record.value)
            for header, batch in self.partition(index, TRANSACTION_STATE).log.iter_batches()
            for record in decode_records(batch, header=header)
            if record.key is not None
        ]
        return [each for each in found if each is not None and each.transactional_id == name]

    def states_written(self, name: str = NAME) -> list[str]:
        return [
            "tombstone" if each.transaction is None else each.transaction.state.wire_name
            for each in self.log_of(name)
        ]

    def markers(self, index: int = 0, topic: str = "t") -> list[tuple[int, int, Marker]]:
        """Producer id, epoch and marker, of all in a partition."""
        found = []
        for header, batch in self.partition(index, topic).log.iter_batches():
            if header.is_control:
                marker = read_marker(batch, header=header)
                assert marker is not None
                found.append((header.producer_id, header.producer_epoch, marker))
        return found

    def restart_coordinator(self) -> None:
        """Lose all transactional ids, and read them back from the log."""
        transactions = self.broker.transactions
        for index in list(transactions.shards):
            transactions.on_partition_resigned(index, self.now_ms)
            transactions.on_partition_elected(index, self.now_ms)
        self.settle()


class TransactionsHarness(Coordination):
    """A broker with `__transaction_state`, producer ids, and a topic `t` of four partitions."""

    def __init__(
        self,
        overrides: Mapping[str, str] | None = None,
        seed: int = 0,
        emulate: str | None = None,
    ) -> None:
        super().__init__(overrides, seed, emulate)
        self.find()
        self.create_topic("t", partitions=4)
        if emulate is None:
            assert self.init(None).error_code == 14  # the first block is on its way


class StoredTransactions(Coordination, StoredHarness):
    """The same on a disk, until it is stopped; without topics and ids to begin with."""


def broker_form(
    who: Identity,
    topics: Mapping[str, Sequence[int]],
    *,
    name: str = NAME,
    verify_only: bool = False,
) -> Any:
    """One transaction of a broker's request."""
    return AddPartitionsToTxnRequest.AddPartitionsToTxnTransaction(
        transactional_id=name,
        producer_id=who[0],
        producer_epoch=who[1],
        verify_only=verify_only,
        topics=_topics(topics),
    )


def _topics(topics: Mapping[str, Sequence[int]]) -> list[Any]:
    return [
        AddPartitionsToTxnRequest.AddPartitionsToTxnTopic(name=name, partitions=list(partitions))
        for name, partitions in topics.items()
    ]


def codes(topics: Any) -> dict[tuple[str, int], int]:
    return {
        (topic.name, each.partition_index): each.partition_error_code
        for topic in topics
        for each in topic.results_by_partition
    }
