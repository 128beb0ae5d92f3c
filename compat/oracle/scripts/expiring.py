"""Transactions that time out, ids that are forgotten, epochs that run out (produce C.3, C.7).

The brokers of these scripts look for what has expired often. The last one takes tens of thousands
of requests.
"""

from __future__ import annotations

from collections.abc import Callable

from compat.oracle.scripts.coordinating import (
    BUMPING,
    CLASSIC,
    TIMEOUT_MS,
    Id,
    add,
    add_as_broker,
    begin,
    beginnings,
    describe,
    end,
    init,
    new,
    settled,
    start,
)
from compat.oracle.scripts.expecting import expect
from compat.oracle.scripts.kit import Part, World, message
from compat.oracle.steps import Ask, Script
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.describe_transactions_request import DescribeTransactionsRequest
from kafkawire.protocol.messages.describe_transactions_response import (
    DescribeTransactionsResponse,
)
from kafkawire.protocol.messages.init_producer_id_request import InitProducerIdRequest
from kafkawire.protocol.messages.init_producer_id_response import InitProducerIdResponse
from kafkawire.protocol.messages.update_features_request import UpdateFeaturesRequest

UPGRADE, SAFE_DOWNGRADE = 1, 2
"""How a feature may be updated."""


def last_epochs(world: World) -> Script:
    """A producer id that runs out of epochs (produce C-29, C-33, C-74)."""
    yield from start(world)
    who = yield from _worn("worn")
    yield add(who)
    after = yield from end(who, BUMPING, commit=True)
    for commit in (True, False):
        yield from end(who, BUMPING, commit=commit)
    yield describe("worn")
    yield from init(who)
    yield from end(after, BUMPING, commit=False)
    who = yield from _worn("fenced")
    yield add(who)
    yield from init(who)
    yield from init(who)
    yield describe("fenced")
    yield from new("fenced")
    yield describe("fenced")


def _worn(name: str) -> Part[Id]:
    who = yield from new(name)
    while who.producer_epoch < 32766:
        request = InitProducerIdRequest(transactional_id=name, transaction_timeout_ms=TIMEOUT_MS)
        answer = yield Ask(request, 5, until=settled, compared=False)
        found = message(answer, InitProducerIdResponse)
        who = Id(name, found.producer_id, found.producer_epoch)
    expect("the last epoch", who.producer_epoch, 32766)
    return who


def timeouts(world: World) -> Script:
    """A transaction that is aborted for its time, and what its producer is told (C-78 to C-81)."""
    yield from start(world)
    yield from _late(world)


def _late(world: World) -> Part[None]:
    questions: tuple[Callable[[Id], Part[Id | None]], ...] = (
        lambda who: end(who, CLASSIC, commit=True),
        lambda who: end(who, CLASSIC, commit=False),
        lambda who: end(who, 1, commit=False),
        lambda who: end(who, BUMPING, commit=True),
        lambda who: end(who, BUMPING, commit=False),
        lambda who: init(who),
        lambda who: init(who, 3),
        lambda who: init(Id(who.name, -1, -1)),
        lambda who: _asked(add(who)),
        lambda who: _asked(add(who, version=1)),
        lambda who: _asked(add_as_broker(who)),
        lambda who: _asked(add_as_broker(who, verify_only=True)),
    )
    for is_classic in (True, False):
        for at, question in enumerate(questions):
            name = f"{world.name}-late-{is_classic}-{at}"
            who = yield from init(Id(name, -1, -1), timeout_ms=50)
            yield add(who) if is_classic else add_as_broker(who)
            yield Ask(DescribeTransactionsRequest(transactional_ids=[name]), 0, until=_complete)
            for _ in range(2):
                yield from question(who)
                yield describe(name)


def level_1(world: World) -> Script:
    """The same where the coordinator's own aborts are not those of KIP-890 (C-31, C-131)."""
    yield _level(1, SAFE_DOWNGRADE)
    yield from beginnings(world)
    yield from _late(world)
    yield _level(2, UPGRADE)


def _level(level: int, upgrade_type: int) -> Ask:
    update = UpdateFeaturesRequest.FeatureUpdateKey(
        feature="transaction.version", max_version_level=level, upgrade_type=upgrade_type
    )
    return Ask(UpdateFeaturesRequest(feature_updates=[update]), 2, until=settled)


def _asked(ask: Ask) -> Part[Id | None]:
    yield ask
    return None


def _complete(found: Message) -> bool:
    assert isinstance(found, DescribeTransactionsResponse)
    return all(each.transaction_state.startswith("Complete") for each in found.transaction_states)


def forgotten(world: World) -> Script:
    """An id that nobody has used for long (C-82, C-83)."""
    yield from start(world)
    kinds = ("new", "classic committed", "classic aborted", "committed", "aborted", "empty")
    left: dict[str, Id] = {}
    for beginning in kinds:
        name = f"left {beginning}"
        left[name] = yield from begin(name, beginning)
    yield Ask(DescribeTransactionsRequest(transactional_ids=list(left)), 0, until=_unknown)
    for at, who in enumerate(left.values()):
        yield add(who)
        yield add_as_broker(who)
        yield from end(who, (CLASSIC, BUMPING)[at % 2], commit=True)
        yield from init(who)
        yield describe(who.name)


def _unknown(found: Message) -> bool:
    assert isinstance(found, DescribeTransactionsResponse)
    return all(each.error_code == 105 for each in found.transaction_states)


def two_phase(world: World) -> Script:
    """InitProducerId v6 (C-25, C-34)."""
    yield from start(world)
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
                    yield Ask(request, 6, until=settled)
                    yield describe("two")


IMPATIENT = {
    "transaction.abort.timed.out.transaction.cleanup.interval.ms": "300",
    "transactional.id.expiration.ms": "3000",
    "transaction.remove.expired.transaction.cleanup.interval.ms": "500",
    "unstable.api.versions.enable": "true",
    "transaction.two.phase.commit.enable": "true",
}

Scripts = dict[str, Callable[[World], Script]]

SPECIAL_SCRIPTS: tuple[tuple[dict[str, str], Scripts], ...] = (
    (
        IMPATIENT,
        {
            "transactional-timeouts": timeouts,
            "transactional-forgotten": forgotten,
            "transactional-two-phase": two_phase,
            "transactional-level-1": level_1,
            "transactional-last-epochs": last_epochs,
        },
    ),
)
