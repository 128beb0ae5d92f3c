"""What the transaction coordinator answers in every state that lasts (produce C.3, C.4, C.6, C.11).

A transactional id of its own is brought into a state for each question, and described afterwards.
Prepare states pass too quickly in both to be asked about; an answer that tells of one (51) is not
compared, the request is repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from compat.oracle.scripts.expecting import expect
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


def _settled(found: Message) -> bool:
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


def _describe(*names: str) -> Ask:
    return Ask(DescribeTransactionsRequest(transactional_ids=list(names)), 0, until=_over)


def _init(who: Id, version: int = 5, timeout_ms: int = TIMEOUT_MS) -> Part[Id]:
    request = InitProducerIdRequest(
        transactional_id=who.name,
        transaction_timeout_ms=timeout_ms,
        producer_id=who.producer_id,
        producer_epoch=who.producer_epoch,
    )
    found = message((yield Ask(request, version, until=_settled)), InitProducerIdResponse)
    return Id(who.name, found.producer_id, found.producer_epoch)


def _new(name: str) -> Part[Id]:
    return (yield from _init(Id(name, -1, -1)))


def _topic(
    name: str = TOPIC, *partitions: int
) -> AddPartitionsToTxnRequest.AddPartitionsToTxnTopic:
    return AddPartitionsToTxnRequest.AddPartitionsToTxnTopic(name=name, partitions=list(partitions))


def _add(who: Id, *topics: object, version: int = CLIENTS) -> Ask:
    request = AddPartitionsToTxnRequest(
        v3_and_below_transactional_id=who.name,
        v3_and_below_producer_id=who.producer_id,
        v3_and_below_producer_epoch=who.producer_epoch,
        v3_and_below_topics=list(topics) or [_topic(TOPIC, 0)],  # type: ignore[arg-type]
    )
    return Ask(request, version, until=_entered)


def _add_as_broker(who: Id, *topics: object, verify_only: bool = False) -> Ask:
    transaction = AddPartitionsToTxnRequest.AddPartitionsToTxnTransaction(
        transactional_id=who.name,
        producer_id=who.producer_id,
        producer_epoch=who.producer_epoch,
        verify_only=verify_only,
        topics=list(topics) or [_topic(TOPIC, 0)],  # type: ignore[arg-type]
    )
    request = AddPartitionsToTxnRequest(transactions=[transaction])
    return Ask(request, BROKERS, until=_entered_by_broker)


def _end(who: Id, version: int, *, commit: bool) -> Part[Id]:
    request = EndTxnRequest(
        transactional_id=who.name,
        producer_id=who.producer_id,
        producer_epoch=who.producer_epoch,
        committed=commit,
    )
    found = message((yield Ask(request, version, until=_settled)), EndTxnResponse)
    if found.error_code or version < BUMPING:
        return who
    return Id(who.name, found.producer_id, found.producer_epoch)


def _begin(name: str, beginning: str) -> Part[Id]:
    """An id in one of the states, which it has come to by so many ways."""
    who = yield from _new(name)
    if beginning == "new":
        return who
    for _ in range(2):  # so that there are older epochs
        who = yield from _new(name)
    if beginning == "empty":
        return who
    if beginning == "again":
        return (yield from _init(who))
    version = CLASSIC if beginning.startswith("classic") else BUMPING
    if beginning == "nothing aborted":
        return (yield from _end(who, version, commit=False))
    yield _add(who) if version == CLASSIC else _add_as_broker(who)
    if beginning == "fenced":
        return (yield from _init(who))
    if beginning.endswith(("committed", "aborted")):
        who = yield from _end(who, version, commit=beginning.endswith("committed"))
        yield _describe(name)
    return who


def _wrongs() -> Iterator[tuple[int, int]]:
    """What is added to producer id and epoch."""
    yield from ((0, 0), (0, -1), (0, -2), (0, 1), (1000, 0), (1000, -1))


def _start(world: World) -> Part[None]:
    find = FindCoordinatorRequest(key="x", key_type=TRANSACTION)
    yield Ask(find, 3, until=_settled)
    yield from create(world, TOPIC, 3)
    yield from _new(f"{world.name}-first")


def ends(world: World) -> Script:
    """EndTxn of both kinds, with all epochs, in all states (produce C-13, C-61 to C-73)."""
    yield from _start(world)
    for beginning in BEGINNINGS:
        for version in (CLASSIC, BUMPING):
            for commit in (True, False):
                for at, (producer, epoch) in enumerate(_wrongs()):
                    name = f"end-{beginning}-{version}-{commit}-{at}"
                    who = yield from _begin(name, beginning)
                    yield from _end(who.other(producer, epoch), version, commit=commit)
                    yield _describe(name)
                    yield from _end(who, version, commit=commit)
                    yield _describe(name)


def beginnings(world: World) -> Script:
    """InitProducerId with all identities, in all states (produce C-26 to C-31)."""
    yield from _start(world)
    for beginning in BEGINNINGS:
        for at, (producer, epoch) in enumerate(((0, None), *_wrongs())):
            name = f"init-{beginning}-{at}"
            who = yield from _begin(name, beginning)
            said = Id(name, -1, -1) if epoch is None else who.other(producer, epoch)
            if said.producer_epoch < -1:
                continue
            for version in (3, 5, 5):
                yield from _init(said, version, TIMEOUT_MS + version)
                yield _describe(name)
            yield _add(who)
            yield _describe(name)


def additions(world: World) -> Script:
    """Partitions and offsets added and looked up, in all states (produce C-40 to C-50)."""
    yield from _start(world)
    topics = [_topic(TOPIC, 0, 9), _topic("nope", 0)]
    for beginning in BEGINNINGS:
        for at, (producer, epoch) in enumerate(_wrongs()):
            name = f"add-{beginning}-{at}"
            right = yield from _begin(name, beginning)
            who = right.other(producer, epoch)
            for version in (1, 2, 3):
                yield _add(who, *topics, version=version)
            yield _add(who, _topic("__transaction_state", 0), _topic(TOPIC, 1))
            for verify_only in (True, False):
                yield _add_as_broker(who, *topics, verify_only=verify_only)
            yield _add_as_broker(who, _topic(TOPIC, 0, 1), verify_only=True)
            yield _describe(name)
            yield _add(who, _topic(TOPIC, 1), version=1 + at % 3)
            yield _describe(name)
            yield _add_as_broker(who, _topic(TOPIC, 2))
            yield _add_as_broker(who, _topic(TOPIC, 0, 1, 2), verify_only=True)
            for version in (1, 4):
                request = AddOffsetsToTxnRequest(
                    transactional_id=name,
                    producer_id=who.producer_id,
                    producer_epoch=who.producer_epoch,
                    group_id="g",
                )
                yield Ask(request, version, until=_settled)
            yield _describe(name)


def refusals(world: World) -> Script:
    """Ids that are unknown or empty, timeouts out of bounds, halves of identities."""
    yield from _start(world)
    who = yield from _new("known")
    for name in ("", "unknown"):
        other = Id(name, who.producer_id, who.producer_epoch)
        for version in (0, 3):
            yield _add(other, version=version)
        yield _add_as_broker(other)
        yield _add_as_broker(other, verify_only=True)
        for version in (0, CLASSIC, BUMPING):
            yield from _end(other, version, commit=True)
    for version in world.versions(InitProducerIdRequest):
        for timeout_ms in (0, -1, 900_001, 900_000, 1):
            yield from _init(Id("known", -1, -1), version, timeout_ms)
            yield from _init(Id("", -1, -1), version, timeout_ms)
    for producer_id, epoch in ((who.producer_id, -1), (-1, 0)):
        yield from _init(Id("known", producer_id, epoch))
    yield from _init(Id("never seen", 77, 5))
    yield _describe("unknown", "", "known", "unknown")


def lists(world: World) -> Script:
    """ListTransactions by state, pattern, duration (produce C-121)."""
    yield from _start(world)
    for beginning in BEGINNINGS:
        yield from _begin(f"list {beginning}", beginning)
        yield _describe(f"list {beginning}")
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


def last_epochs(world: World) -> Script:
    """A producer id that runs out of epochs (produce C-29, C-33, C-74)."""
    yield from _start(world)
    who = yield from _worn("worn")
    yield _add(who)
    after = yield from _end(who, BUMPING, commit=True)
    for commit in (True, False):
        yield from _end(who, BUMPING, commit=commit)
    yield _describe("worn")
    yield from _init(who)
    yield from _end(after, BUMPING, commit=False)
    who = yield from _worn("fenced")
    yield _add(who)
    yield from _init(who)
    yield from _init(who)
    yield _describe("fenced")
    yield from _new("fenced")
    yield _describe("fenced")


def _worn(name: str) -> Part[Id]:
    who = yield from _new(name)
    while who.producer_epoch < 32766:
        request = InitProducerIdRequest(transactional_id=name, transaction_timeout_ms=TIMEOUT_MS)
        answer = yield Ask(request, 5, until=_settled, compared=False)
        found = message(answer, InitProducerIdResponse)
        who = Id(name, found.producer_id, found.producer_epoch)
    expect("the last epoch", who.producer_epoch, 32766)
    return who


def timeouts(world: World) -> Script:
    """A transaction that is aborted for its time, and what its producer is told (C-78 to C-81)."""
    yield from _start(world)
    questions: tuple[Callable[[Id], Part[Id | None]], ...] = (
        lambda who: _end(who, CLASSIC, commit=True),
        lambda who: _end(who, CLASSIC, commit=False),
        lambda who: _end(who, 1, commit=False),
        lambda who: _end(who, BUMPING, commit=True),
        lambda who: _end(who, BUMPING, commit=False),
        lambda who: _init(who),
        lambda who: _init(who, 3),
        lambda who: _init(Id(who.name, -1, -1)),
        lambda who: _asked(_add(who)),
        lambda who: _asked(_add(who, version=1)),
        lambda who: _asked(_add_as_broker(who)),
        lambda who: _asked(_add_as_broker(who, verify_only=True)),
    )
    for is_classic in (True, False):
        for at, question in enumerate(questions):
            name = f"late-{is_classic}-{at}"
            who = yield from _init(Id(name, -1, -1), timeout_ms=50)
            yield _add(who) if is_classic else _add_as_broker(who)
            yield Ask(DescribeTransactionsRequest(transactional_ids=[name]), 0, until=_complete)
            for _ in range(2):
                yield from question(who)
                yield _describe(name)


def _asked(ask: Ask) -> Part[Id | None]:
    yield ask
    return None


def _complete(found: Message) -> bool:
    assert isinstance(found, DescribeTransactionsResponse)
    return all(each.transaction_state.startswith("Complete") for each in found.transaction_states)


def forgotten(world: World) -> Script:
    """An id that nobody has used for long (C-82, C-83)."""
    yield from _start(world)
    kinds = ("new", "classic committed", "classic aborted", "committed", "aborted", "empty")
    left: dict[str, Id] = {}
    for beginning in kinds:
        name = f"left {beginning}"
        left[name] = yield from _begin(name, beginning)
    yield Ask(DescribeTransactionsRequest(transactional_ids=list(left)), 0, until=_unknown)
    for at, who in enumerate(left.values()):
        yield _add(who)
        yield _add_as_broker(who)
        yield from _end(who, (CLASSIC, BUMPING)[at % 2], commit=True)
        yield from _init(who)
        yield _describe(who.name)


def _unknown(found: Message) -> bool:
    assert isinstance(found, DescribeTransactionsResponse)
    return all(each.error_code == 105 for each in found.transaction_states)


def two_phase(world: World) -> Script:
    """InitProducerId v6 (C-25, C-34)."""
    yield from _start(world)
    for name in ("two", "", "two"):
        for keeps in (False, True):
            for is_two_phase in (False, True):
                for timeout_ms in (0, TIMEOUT_MS, 900_001):
                    request = InitProducerIdRequest(
                        transactional_id=name,
                        transaction_timeout_ms=timeout_ms,
                        enable2_pc=is_two_phase,
                        keep_prepared_txn=keeps,
                    )
                    yield Ask(request, 6, until=_settled)
                    yield _describe("two")


SCRIPTS = {
    "transactional-ends": ends,
    "transactional-beginnings": beginnings,
    "transactional-additions": additions,
    "transactional-refusals": refusals,
    "transactional-lists": lists,
}

IMPATIENT = {
    "transaction.abort.timed.out.transaction.cleanup.interval.ms": "300",
    "transactional.id.expiration.ms": "3000",
    "transaction.remove.expired.transaction.cleanup.interval.ms": "500",
    "unstable.api.versions.enable": "true",
    "transaction.two.phase.commit.enable": "true",
}

SPECIAL_SCRIPTS = (
    (
        IMPATIENT,
        {
            "transactional-timeouts": timeouts,
            "transactional-forgotten": forgotten,
            "transactional-two-phase": two_phase,
            "transactional-last-epochs": last_epochs,
        },
    ),
)
"""The last one takes tens of thousands of requests."""
