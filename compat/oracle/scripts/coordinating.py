"""What the transaction coordinator answers in every state that lasts (produce C.3, C.4, C.6, C.11).

A transactional id of its own is brought into a state for each question, and described afterwards.
Prepare states pass too quickly in both to be asked about; an answer that tells of one (51) is not
compared, the request is repeated.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from compat.oracle.scripts.kit import Part, World, create, message
from compat.oracle.steps import Ask, Script
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.add_offsets_to_txn_request import AddOffsetsToTxnRequest
from kafkawire.protocol.messages.add_partitions_to_txn_request import AddPartitionsToTxnRequest
from kafkawire.protocol.messages.describe_transactions_request import DescribeTransactionsRequest
from kafkawire.protocol.messages.describe_transactions_response import (
    DescribeTransactionsResponse,
)
from kafkawire.protocol.messages.end_txn_request import EndTxnRequest
from kafkawire.protocol.messages.end_txn_response import EndTxnResponse
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from kafkawire.protocol.messages.init_producer_id_request import InitProducerIdRequest
from kafkawire.protocol.messages.init_producer_id_response import InitProducerIdResponse
from kafkawire.protocol.messages.list_transactions_request import ListTransactionsRequest

TRANSACTION = 1
"""The kind of coordinator."""
TIMEOUT_MS = 60_000
CLASSIC, BUMPING = 4, 5
"""Versions of EndTxn: the last before KIP-890's second part, and the first with it."""
CLIENTS, BROKERS = 3, 5
"""Versions of AddPartitionsToTxn."""
TOPIC = "taken"

BEGINNINGS = (
    "new",
    "empty",
    "again",
    "classic ongoing",
    "ongoing",
    "classic committed",
    "classic aborted",
    "committed",
    "aborted",
    "nothing aborted",
    "fenced",
)


class Id(NamedTuple):
    """A transactional id, and the identity that it has."""

    name: str
    producer_id: int
    producer_epoch: int

    def other(self, producer: int, epoch: int) -> Id:
        """The same id under a wrong identity."""
        return Id(self.name, self.producer_id + producer, self.producer_epoch + epoch)


def settled(found: Message) -> bool:
    """Whether it is not just that something is going on."""
    return found.error_code not in (14, 15, 16, 51)  # type: ignore[attr-defined]


def _entered(found: Message) -> bool:
    topics = found.results_by_topic_v3_and_below  # type: ignore[attr-defined]
    return all(
        each.partition_error_code != 51 for topic in topics for each in topic.results_by_partition
    )


def _entered_by_broker(found: Message) -> bool:
    return all(
        each.partition_error_code != 51
        for result in found.results_by_transaction  # type: ignore[attr-defined]
        for topic in result.topic_results
        for each in topic.results_by_partition
    )


def _over(found: Message) -> bool:
    assert isinstance(found, DescribeTransactionsResponse)
    return not any(
        each.transaction_state.startswith("Prepare") for each in found.transaction_states
    )


def describe(*names: str) -> Ask:
    return Ask(DescribeTransactionsRequest(transactional_ids=list(names)), 0, until=_over)


def init(who: Id, version: int = 5, timeout_ms: int = TIMEOUT_MS) -> Part[Id]:
    request = InitProducerIdRequest(
        transactional_id=who.name,
        transaction_timeout_ms=timeout_ms,
        producer_id=who.producer_id,
        producer_epoch=who.producer_epoch,
    )
    found = message((yield Ask(request, version, until=settled)), InitProducerIdResponse)
    return Id(who.name, found.producer_id, found.producer_epoch)


def new(name: str) -> Part[Id]:
    return (yield from init(Id(name, -1, -1)))


def topic(name: str = TOPIC, *partitions: int) -> AddPartitionsToTxnRequest.AddPartitionsToTxnTopic:
    return AddPartitionsToTxnRequest.AddPartitionsToTxnTopic(name=name, partitions=list(partitions))


def add(who: Id, *topics: object, version: int = CLIENTS) -> Ask:
    request = AddPartitionsToTxnRequest(
        v3_and_below_transactional_id=who.name,
        v3_and_below_producer_id=who.producer_id,
        v3_and_below_producer_epoch=who.producer_epoch,
        v3_and_below_topics=list(topics) or [topic(TOPIC, 0)],  # type: ignore[arg-type]
    )
    return Ask(request, version, until=_entered)


def add_as_broker(who: Id, *topics: object, verify_only: bool = False) -> Ask:
    transaction = AddPartitionsToTxnRequest.AddPartitionsToTxnTransaction(
        transactional_id=who.name,
        producer_id=who.producer_id,
        producer_epoch=who.producer_epoch,
        verify_only=verify_only,
        topics=list(topics) or [topic(TOPIC, 0)],  # type: ignore[arg-type]
    )
    request = AddPartitionsToTxnRequest(transactions=[transaction])
    return Ask(request, BROKERS, until=_entered_by_broker)


def end(who: Id, version: int, *, commit: bool) -> Part[Id]:
    request = EndTxnRequest(
        transactional_id=who.name,
        producer_id=who.producer_id,
        producer_epoch=who.producer_epoch,
        committed=commit,
    )
    found = message((yield Ask(request, version, until=settled)), EndTxnResponse)
    if found.error_code or version < BUMPING:
        return who
    return Id(who.name, found.producer_id, found.producer_epoch)


def begin(name: str, beginning: str) -> Part[Id]:
    """An id in one of the states, which it has come to by so many ways."""
    who = yield from new(name)
    if beginning == "new":
        return who
    for _ in range(2):  # so that there are older epochs
        who = yield from new(name)
    if beginning == "empty":
        return who
    if beginning == "again":
        return (yield from init(who))
    version = CLASSIC if beginning.startswith("classic") else BUMPING
    if beginning == "nothing aborted":
        return (yield from end(who, version, commit=False))
    yield add(who) if version == CLASSIC else add_as_broker(who)
    if beginning == "fenced":
        return (yield from init(who))
    if beginning.endswith(("committed", "aborted")):
        who = yield from end(who, version, commit=beginning.endswith("committed"))
        yield describe(name)
    return who


def _wrongs() -> Iterator[tuple[int, int]]:
    """What is added to producer id and epoch."""
    yield from ((0, 0), (0, -1), (0, -2), (0, 1), (1000, 0), (1000, -1))


def start(world: World) -> Part[None]:
    find = FindCoordinatorRequest(key="x", key_type=TRANSACTION)
    yield Ask(find, 3, until=settled)
    yield from create(world, TOPIC, 3)
    yield from new(f"{world.name}-first")


def ends(world: World) -> Script:
    """EndTxn of both kinds, with all epochs, in all states (produce C-13, C-61 to C-73)."""
    yield from start(world)
    for beginning in BEGINNINGS:
        for version in (CLASSIC, BUMPING):
            for commit in (True, False):
                for at, (producer, epoch) in enumerate(_wrongs()):
                    name = f"end-{beginning}-{version}-{commit}-{at}"
                    who = yield from begin(name, beginning)
                    yield from end(who.other(producer, epoch), version, commit=commit)
                    yield describe(name)
                    yield from end(who, version, commit=commit)
                    yield describe(name)


def beginnings(world: World) -> Script:
    """InitProducerId with all identities, in all states (produce C-26 to C-31)."""
    yield from start(world)
    for beginning in BEGINNINGS:
        for at, (producer, epoch) in enumerate(((0, None), *_wrongs())):
            name = f"{world.name}-{beginning}-{at}"
            who = yield from begin(name, beginning)
            said = Id(name, -1, -1) if epoch is None else who.other(producer, epoch)
            if said.producer_epoch < -1:
                continue
            for version in (3, 5, 5):
                yield from init(said, version, TIMEOUT_MS + version)
                yield describe(name)
            yield add(who)
            yield describe(name)


def additions(world: World) -> Script:
    """Partitions and offsets added and looked up, in all states (produce C-40 to C-50)."""
    yield from start(world)
    topics = [topic(TOPIC, 0, 9), topic("nope", 0)]
    for beginning in BEGINNINGS:
        for at, (producer, epoch) in enumerate(_wrongs()):
            name = f"add-{beginning}-{at}"
            right = yield from begin(name, beginning)
            who = right.other(producer, epoch)
            for version in (1, 2, 3):
                yield add(who, *topics, version=version)
            yield add(who, topic("__transaction_state", 0), topic(TOPIC, 1))
            for verify_only in (True, False):
                yield add_as_broker(who, *topics, verify_only=verify_only)
            yield add_as_broker(who, topic(TOPIC, 0, 1), verify_only=True)
            yield describe(name)
            yield add(who, topic(TOPIC, 1), version=1 + at % 3)
            yield describe(name)
            yield add_as_broker(who, topic(TOPIC, 2))
            yield add_as_broker(who, topic(TOPIC, 0, 1, 2), verify_only=True)
            for version in (1, 4):
                request = AddOffsetsToTxnRequest(
                    transactional_id=name,
                    producer_id=who.producer_id,
                    producer_epoch=who.producer_epoch,
                    group_id="g",
                )
                yield Ask(request, version, until=settled)
            yield describe(name)


def refusals(world: World) -> Script:
    """Ids that are unknown or empty, timeouts out of bounds, halves of identities."""
    yield from start(world)
    who = yield from new("known")
    for name in ("", "unknown"):
        other = Id(name, who.producer_id, who.producer_epoch)
        for version in (0, 3):
            yield add(other, version=version)
        yield add_as_broker(other)
        yield add_as_broker(other, verify_only=True)
        for version in (0, CLASSIC, BUMPING):
            yield from end(other, version, commit=True)
    for version in world.versions(InitProducerIdRequest):
        for timeout_ms in (0, -1, 900_001, 900_000, 1):
            yield from init(Id("known", -1, -1), version, timeout_ms)
            yield from init(Id("", -1, -1), version, timeout_ms)
    for producer_id, epoch in ((who.producer_id, -1), (-1, 0)):
        yield from init(Id("known", producer_id, epoch))
    yield from init(Id("never seen", 77, 5))
    yield describe("unknown", "", "known", "unknown")


def lists(world: World) -> Script:
    """ListTransactions by state, pattern, duration (produce C-121)."""
    yield from start(world)
    for beginning in BEGINNINGS:
        yield from begin(f"list {beginning}", beginning)
        yield describe(f"list {beginning}")
    mine = "list .*"
    for version in world.versions(ListTransactionsRequest, 2):
        for states in ([], ["Empty"], ["Ongoing", "CompleteCommit"], ["Bogus", "empty"], ["Dead"]):
            for pattern in (
                mine,
                ".*ongoing",
                "ongoing",
                "(",
                "[[:word:]",
                r"\bx",
                "list (new|empty)",
            ):
                request = ListTransactionsRequest(
                    state_filters=states, transactional_id_pattern=pattern
                )
                yield Ask(request, version)
        for duration in (0, 3_600_000, 1 << 62):
            request = ListTransactionsRequest(
                duration_filter=duration, transactional_id_pattern=mine
            )
            yield Ask(request, version)


SCRIPTS = {
    "transactional-ends": ends,
    "transactional-beginnings": beginnings,
    "transactional-additions": additions,
    "transactional-refusals": refusals,
    "transactional-lists": lists,
}
