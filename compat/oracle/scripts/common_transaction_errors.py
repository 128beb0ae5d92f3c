"""The errors that users meet most, exactly as Apache Kafka gives them: transactions.

As in `common_errors.py`: every `shows` is a case, with all that the answer says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from compat.oracle.scripts import groups as classic
from compat.oracle.scripts.coordinating import BUMPING, CLASSIC, Id
from compat.oracle.scripts.expecting import expect
from compat.oracle.scripts.kit import Part, World, batch, create, message, produce
from compat.oracle.scripts.refusing import shows
from compat.oracle.steps import Ask, Script
from kafkawire.protocol.error_codes import ErrorCode as E
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.add_offsets_to_txn_request import AddOffsetsToTxnRequest
from kafkawire.protocol.messages.add_partitions_to_txn_request import AddPartitionsToTxnRequest
from kafkawire.protocol.messages.describe_transactions_request import DescribeTransactionsRequest
from kafkawire.protocol.messages.end_txn_request import EndTxnRequest
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from kafkawire.protocol.messages.init_producer_id_request import InitProducerIdRequest
from kafkawire.protocol.messages.init_producer_id_response import InitProducerIdResponse
from kafkawire.protocol.messages.txn_offset_commit_request import TxnOffsetCommitRequest

TRANSACTIONS = 1


def _is_settled(found: Message) -> bool:
    return found.error_code not in (14, 15, 16, 51)  # type: ignore[attr-defined]


def _is_over(found: Message) -> bool:
    return found.transaction_states[0].transaction_state.startswith("Complete")  # type: ignore[attr-defined,no-any-return]


def _init(
    name: str | None, producer_id: int = -1, epoch: int = -1, timeout_ms: int = 60_000
) -> Ask:
    request = InitProducerIdRequest(
        transactional_id=name,
        transaction_timeout_ms=timeout_ms,
        producer_id=producer_id,
        producer_epoch=epoch,
    )
    return Ask(request, 4, until=_is_settled)


def _new(name: str) -> Part[Id]:
    found = message((yield _init(name)), InitProducerIdResponse)
    expect("error of a producer id", found.error_code, 0)
    return Id(name, found.producer_id, found.producer_epoch)


def _add(who: Id, *topics: str, version: int = 3) -> Ask:
    make = AddPartitionsToTxnRequest.AddPartitionsToTxnTopic
    request = AddPartitionsToTxnRequest(
        v3_and_below_transactional_id=who.name,
        v3_and_below_producer_id=who.producer_id,
        v3_and_below_producer_epoch=who.producer_epoch,
        v3_and_below_topics=[make(name=each, partitions=[0]) for each in topics or ("log",)],
    )
    return Ask(request, version)


def _add_group(who: Id, version: int = 3) -> Ask:
    request = AddOffsetsToTxnRequest(
        transactional_id=who.name,
        producer_id=who.producer_id,
        producer_epoch=who.producer_epoch,
        group_id="readers",
    )
    return Ask(request, version)


def _end(who: Id, version: int = CLASSIC, *, commits: bool = True) -> Ask:
    request = EndTxnRequest(
        transactional_id=who.name,
        producer_id=who.producer_id,
        producer_epoch=who.producer_epoch,
        committed=commits,
    )
    return Ask(request, version)


def _commit_in(who: Id, version: int = 3, member_id: str = "", generation: int = -1) -> Ask:
    part = TxnOffsetCommitRequest.TxnOffsetCommitRequestPartition
    topic = TxnOffsetCommitRequest.TxnOffsetCommitRequestTopic(
        name="log", partitions=[part(partition_index=0, committed_offset=1)]
    )
    request = TxnOffsetCommitRequest(
        transactional_id=who.name,
        producer_id=who.producer_id,
        producer_epoch=who.producer_epoch,
        group_id="readers",
        member_id=member_id,
        generation_id_or_member_epoch=generation,
        topics=[topic],
    )
    return Ask(request, version)


def _put_in(who: Id, sequence: int = 0, version: int = 11) -> Ask:
    fields = {"producer_id": who.producer_id, "producer_epoch": who.producer_epoch}
    data = batch(b"x", base_sequence=sequence, transactional=True, **fields)
    request = produce("log", data)
    request.transactional_id = who.name
    return Ask(request, version)


def _prepared(world: World) -> Part[None]:
    yield from create(world, "log")
    yield from classic.coordinator_ready("readers")
    find = FindCoordinatorRequest(key="x", key_type=TRANSACTIONS)
    yield Ask(find, 3, until=_is_settled, compared=False)
    # The topic of transactions is made by the first that looks for a coordinator.
    yield from _new(f"{world.name}-first")


Asking = Callable[[Id], Ask]
CASES: Sequence[tuple[str, Asking, E]] = (
    ("adds partitions", _add, E.PRODUCER_FENCED),
    ("adds partitions, v1", lambda who: _add(who, version=1), E.INVALID_PRODUCER_EPOCH),
    ("adds offsets", _add_group, E.PRODUCER_FENCED),
    ("adds offsets, v1", lambda who: _add_group(who, 1), E.INVALID_PRODUCER_EPOCH),
    ("ends", _end, E.PRODUCER_FENCED),
    ("ends, v1", lambda who: _end(who, 1), E.INVALID_PRODUCER_EPOCH),
    ("ends, v5", lambda who: _end(who, BUMPING), E.PRODUCER_FENCED),
    ("commits offsets", _commit_in, E.INVALID_PRODUCER_EPOCH),
    ("commits offsets, v5", lambda who: _commit_in(who, 5), E.INVALID_PRODUCER_EPOCH),
    ("produces", _put_in, E.INVALID_PRODUCER_EPOCH),
    ("produces, v12", lambda who: _put_in(who, version=12), E.INVALID_PRODUCER_EPOCH),
)
"""What is asked, how, and what is said to who is fenced."""


def fenced(world: World) -> Script:
    """A producer whose transactional id is another's by now, in all it may ask."""
    yield from _prepared(world)
    for what, asking, code in CASES:
        name = f"fenced {what}"
        old = yield from _new(name)
        new = yield from _new(name)
        yield _add(new)
        yield _put_in(new)
        yield from shows(what, asking(old), code)
        yield _end(new, commits=False)
        described = DescribeTransactionsRequest(transactional_ids=[name])
        yield Ask(described, 0, until=_is_over)  # a marker is in the log before the next record
    old = yield from _new("again")
    yield from _new("again")
    again = _init("again", old.producer_id, old.producer_epoch)
    yield from shows("begins again", again, E.PRODUCER_FENCED)


def strangers(world: World) -> Script:
    """A transactional id that nobody knows, or another producer id than its own."""
    yield from _prepared(world)
    for what, asking, _ in CASES:
        yield from shows(what, asking(Id("nobody", 4711, 0)), E.INVALID_PRODUCER_ID_MAPPING)
    mine = yield from _new("mine")
    other = mine.other(1000, 0)
    yield from shows("another id ends", _end(other), E.INVALID_PRODUCER_ID_MAPPING)
    yield from shows("another id adds", _add(other), E.INVALID_PRODUCER_ID_MAPPING)
    described = DescribeTransactionsRequest(transactional_ids=["nobody"])
    yield from shows(
        "described", Ask(described, 0), E.TRANSACTIONAL_ID_NOT_FOUND, transactional_id="nobody"
    )


def states(world: World) -> Script:
    """What is asked at the wrong time, or wrongly."""
    yield from _prepared(world)
    yield from shows("no name", _init(""), E.INVALID_REQUEST)
    yield from shows("no timeout", _init("t", timeout_ms=0), E.INVALID_TRANSACTION_TIMEOUT)
    yield from shows(
        "a long timeout", _init("t", timeout_ms=900_001), E.INVALID_TRANSACTION_TIMEOUT
    )
    yield from shows("an epoch without an id", _init("t", -1, 3), E.INVALID_REQUEST)
    who = yield from _new("t")
    yield from shows("commits nothing", _end(who), E.INVALID_TXN_STATE)
    yield from shows("aborts nothing", _end(who, commits=False), E.INVALID_TXN_STATE)
    yield from shows("produces unannounced", _put_in(who), E.TRANSACTION_ABORTABLE)
    yield from shows("offsets unannounced", _commit_in(who), E.INVALID_TXN_STATE)
    yield from shows("adds no topic", _add(who, "log", "nope"), E.UNKNOWN_TOPIC_OR_PARTITION)
    yield _add(who)
    yield from shows("produces", _put_in(who), E.NONE, log_start_offset=0)
    yield from shows(
        "produces a gap", _put_in(who, 7), E.OUT_OF_ORDER_SEQUENCE_NUMBER, log_start_offset=0
    )
    yield _add_group(who)
    yield from shows("as one unknown", _commit_in(who, 3, "me", 1), E.ILLEGAL_GENERATION)
    yield from shows("in no generation", _commit_in(who, 3, "", 1), E.ILLEGAL_GENERATION)
    yield from shows("commits", _end(who), E.NONE)
    yield from shows("commits again", Ask(_end(who).request, CLASSIC, until=_is_settled), E.NONE)
    yield from shows("then aborts", _end(who, commits=False), E.INVALID_TXN_STATE)


SCRIPTS = {
    "common-errors-fenced": fenced,
    "common-errors-strangers": strangers,
    "common-errors-states": states,
}
