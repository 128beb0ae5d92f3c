"""The records of `__transaction_state`: one for each transition of a transactional id.

A key is i16 0 and the id, a value its version as i16 and a body of that version; a key without a
value is the end of the id. Brokers at transaction.version 0 write version 0, later ones version 1
(produce C-101 to C-106). What this broker does not know is skipped when a log is read.
"""

from __future__ import annotations

from struct import Struct
from typing import NamedTuple

from kafkawire.broker.transactions.states import TransactionState
from kafkawire.broker.transactions.transaction import Transaction
from kafkawire.java_order import java_hash_order
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError, DecodeError
from kafkawire.protocol.messages.transaction_log_key import TransactionLogKey
from kafkawire.protocol.messages.transaction_log_value import TransactionLogValue
from kafkawire.protocol.since import EPOCH_BUMPS_SINCE

PartitionsSchema = TransactionLogValue.PartitionsSchema

_I16 = Struct(">h")
_KEY_VERSION = 0
_VALUE_VERSIONS = TransactionLogValue.VERSIONS
FLEXIBLE_SINCE = 1
"""The transaction.version from which on values have version 1."""


class TransactionRecord(NamedTuple):
    """What an id has become, None if it is forgotten."""

    transactional_id: str
    transaction: Transaction | None


def encode(record: TransactionRecord, transaction_version: int) -> tuple[bytes, bytes | None]:
    """Key and value as a broker at `transaction_version` writes them.

    Raises `ApiError` with UNSUPPORTED_VERSION for a transaction of a client that should not
    speak so there (produce C-132).
    """
    key = TransactionLogKey(transactional_id=record.transactional_id)
    head = _I16.pack(_KEY_VERSION) + key.encode(_KEY_VERSION)
    if record.transaction is None:
        return head, None
    version = min(transaction_version, FLEXIBLE_SINCE)
    if version < FLEXIBLE_SINCE and record.transaction.client_version >= EPOCH_BUMPS_SINCE:
        raise ApiError(ErrorCode.UNSUPPORTED_VERSION)
    return head, _I16.pack(version) + _value(record.transaction, version).encode(version)


def _value(transaction: Transaction, version: int) -> TransactionLogValue:
    value = TransactionLogValue(
        producer_id=transaction.producer_id,
        producer_epoch=transaction.producer_epoch,
        transaction_timeout_ms=transaction.timeout_ms,
        transaction_status=transaction.state,
        transaction_partitions=_by_topic(transaction),
        transaction_last_update_timestamp_ms=transaction.last_update_ms,
        transaction_start_timestamp_ms=transaction.start_ms,
    )
    if version >= FLEXIBLE_SINCE:
        value.previous_producer_id = transaction.previous_producer_id
        value.next_producer_id = transaction.next_producer_id
        value.client_transaction_version = transaction.client_version
    return value


def _by_topic(transaction: Transaction) -> list[PartitionsSchema] | None:
    """Null is not the same as none (produce C-102)."""
    if transaction.state is TransactionState.EMPTY:
        return None
    found: dict[str, list[int]] = {}
    for topic, partition in java_hash_order(transaction.partitions):
        found.setdefault(topic, []).append(partition)
    return [PartitionsSchema(topic=name, partition_ids=ids) for name, ids in found.items()]


def decode(key: bytes, value: bytes | None) -> TransactionRecord | None:
    """Read a record; None if its version is not known. Raises `DecodeError`."""
    if _head(key) != _KEY_VERSION:
        return None
    transactional_id = TransactionLogKey.decode(key, _KEY_VERSION, _I16.size).transactional_id
    if value is None:
        return TransactionRecord(transactional_id, None)
    version = _head(value)
    if not _VALUE_VERSIONS[0] <= version <= _VALUE_VERSIONS[1]:
        return None
    body = TransactionLogValue.decode(value, version, _I16.size)
    return TransactionRecord(transactional_id, _transaction(body))


def _transaction(value: TransactionLogValue) -> Transaction:
    try:
        state = TransactionState(value.transaction_status)
    except ValueError:
        raise DecodeError(f"a transaction in the state {value.transaction_status}") from None
    return Transaction(
        producer_id=value.producer_id,
        timeout_ms=value.transaction_timeout_ms,
        last_update_ms=value.transaction_last_update_timestamp_ms,
        state=state,
        producer_epoch=value.producer_epoch,
        previous_producer_id=value.previous_producer_id,
        next_producer_id=value.next_producer_id,
        partitions=frozenset(
            TopicPartition(each.topic, partition)
            for each in value.transaction_partitions or ()
            for partition in each.partition_ids
        ),
        start_ms=value.transaction_start_timestamp_ms,
        client_version=value.client_transaction_version,
    )


def _head(data: bytes) -> int:
    """The i16 that a key or a value starts with."""
    if len(data) < _I16.size:
        raise DecodeError(f"a transaction's record of {len(data)} bytes")
    head: int = _I16.unpack_from(data)[0]
    return head
