"""The records of `__transaction_state`, byte for byte."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.transactions.records import TransactionRecord, decode, encode
from kafkawire.broker.transactions.states import TransactionState
from kafkawire.broker.transactions.transaction import Transaction
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError, DecodeError

S = TransactionState
KEY = bytes.fromhex("0000 0002 6d6b")
NOW_MS, START_MS = 0x18BCFE56801, 0x18BCFE56800
T, S_ = "0000018bcfe56801", "0000018bcfe56800"
NONE_MS = "ffffffffffffffff"


def parts(*indexes: int) -> frozenset[TopicPartition]:
    return frozenset(TopicPartition("mX", index) for index in indexes)


def of(producer_id: int, epoch: int, state: S, **fields: object) -> Transaction:
    return Transaction(producer_id, 60_000, NOW_MS, state, epoch, **fields)  # type: ignore[arg-type]


SEVEN = "0000000000000007"
GOLDEN = [
    (
        of(7, 0, S.EMPTY, previous_producer_id=7),
        1,
        f"0001 {SEVEN} 0000 0000ea60 00 00 {T} {NONE_MS} 01 00 08 {SEVEN}",
    ),
    (
        of(7, 2, S.ONGOING, previous_producer_id=7, partitions=parts(0, 1), start_ms=START_MS),
        1,
        f"0001 {SEVEN} 0002 0000ea60 01 02 03 6d58 03 00000001 00000000 00 {T} {S_} "
        f"01 00 08 {SEVEN}",
    ),
    (
        of(
            7,
            2,
            S.ONGOING,
            previous_producer_id=7,
            partitions=parts(0),
            start_ms=START_MS,
            client_version=2,
        ),
        2,
        f"0001 {SEVEN} 0002 0000ea60 01 02 03 6d58 02 00000000 00 {T} {S_} "
        f"02 00 08 {SEVEN} 02 02 0002",
    ),
    (
        of(
            7,
            4,
            S.PREPARE_COMMIT,
            previous_producer_id=7,
            partitions=parts(0),
            start_ms=START_MS,
            client_version=2,
        ),
        2,
        f"0001 {SEVEN} 0004 0000ea60 02 02 03 6d58 02 00000000 00 {T} {S_} "
        f"02 00 08 {SEVEN} 02 02 0002",
    ),
    (
        of(7, 4, S.COMPLETE_COMMIT, previous_producer_id=7, start_ms=START_MS, client_version=2),
        2,
        f"0001 {SEVEN} 0004 0000ea60 04 01 {T} {S_} 02 00 08 {SEVEN} 02 02 0002",
    ),
    (
        of(3, 0, S.EMPTY, previous_producer_id=3),
        0,
        f"0000 0000000000000003 0000 0000ea60 00 ffffffff {T} {NONE_MS}",
    ),
    (
        of(3, 2, S.ONGOING, previous_producer_id=3, partitions=parts(0, 1), start_ms=START_MS),
        0,
        "0000 0000000000000003 0002 0000ea60 01 00000001 0002 6d58 00000002 00000001 00000000 "
        f"{T} {S_}",
    ),
    (
        of(3, 2, S.COMPLETE_COMMIT, previous_producer_id=3, start_ms=START_MS),
        0,
        f"0000 0000000000000003 0002 0000ea60 04 00000000 {T} {S_}",
    ),
]


@pytest.mark.parametrize(("transaction", "level", "expected"), GOLDEN)
def test_records_have_kafkas_bytes(transaction: Transaction, level: int, expected: str) -> None:
    """produce C-101 to C-104, C-131, F 155: null partitions in Empty, none in the others;
    partitions in the order of Java's hash table."""
    key, value = encode(TransactionRecord("mk", transaction), level)
    assert (key, value) == (KEY, bytes.fromhex(expected))


def test_a_reserved_producer_id_is_written() -> None:
    """produce C-74, C-103: tag 1."""
    transaction = of(8, 32767, S.PREPARE_ABORT, previous_producer_id=8, next_producer_id=9)
    _, value = encode(TransactionRecord("mk", transaction), 2)
    assert value is not None
    assert bytes.fromhex("02 00 08 0000000000000008 01 08 0000000000000009") in value


def test_a_tombstone_has_no_value() -> None:
    """produce C-106."""
    assert encode(TransactionRecord("mk", None), 2) == (KEY, None)
    assert decode(KEY, None) == TransactionRecord("mk", None)


def test_what_old_brokers_cannot_say_is_refused_by_them() -> None:
    """produce C-132: with 35."""
    with pytest.raises(ApiError) as raised:
        encode(TransactionRecord("mk", of(7, 2, S.ONGOING, client_version=2)), 0)
    assert raised.value.code == ErrorCode.UNSUPPORTED_VERSION


@pytest.mark.parametrize(
    ("key", "value"), [("0001 0002 6d6b", "0001"), ("0000 0002 6d6b", "0002"), ("ffff", None)]
)
def test_unknown_versions_are_skipped(key: str, value: str | None) -> None:
    """produce C-106."""
    assert decode(bytes.fromhex(key), None if value is None else bytes.fromhex(value)) is None


@pytest.mark.parametrize(
    ("key", "value"),
    [
        (b"\0", b""),
        (KEY, b"\0"),
        (KEY, bytes.fromhex(f"0000 {SEVEN} 0000 0000ea60 63 ffffffff {T} {NONE_MS}")),
    ],
)
def test_what_is_no_record_is_told(key: bytes, value: bytes) -> None:
    with pytest.raises(DecodeError):
        decode(key, value)


partitions = st.frozensets(
    st.builds(TopicPartition, st.sampled_from(["a", "b", "ü"]), st.integers(0, 50)), max_size=8
)


@st.composite
def transactions(draw: st.DrawFn) -> Transaction:
    state = draw(st.sampled_from(S))
    return Transaction(
        producer_id=draw(st.integers(0, 1 << 62)),
        timeout_ms=draw(st.integers(0, (1 << 31) - 1)),
        last_update_ms=draw(st.integers(0, 1 << 62)),
        state=state,
        producer_epoch=draw(st.integers(-1, 32767)),
        previous_producer_id=draw(st.integers(-1, 1 << 62)),
        next_producer_id=draw(st.integers(-1, 1 << 62)),
        partitions=frozenset() if state is S.EMPTY else draw(partitions),
        start_ms=draw(st.integers(-1, 1 << 62)),
        client_version=draw(st.sampled_from([0, 2])),
    )


@given(st.text(max_size=20), transactions())
def test_what_is_written_is_read(name: str, transaction: Transaction) -> None:
    """produce C-10, C-101: all but the last epoch, which is not written."""
    record = TransactionRecord(name, transaction)
    assert decode(*encode(record, 2)) == record
    if not transaction.client_version:
        old = transaction._replace(previous_producer_id=-1, next_producer_id=-1)
        assert decode(*encode(record, 0)) == TransactionRecord(name, old)
