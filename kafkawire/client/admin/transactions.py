"""Methods of `Admin` about transactions."""

from __future__ import annotations

from collections.abc import Iterable

from kafkawire.client.admin.runner import Runner, run_at_once
from kafkawire.client.core.operations import transactions
from kafkawire.client.descriptions import (
    FencedProducer,
    TransactionDescription,
    TransactionListing,
)
from kafkawire.client.outcomes import Outcomes
from kafkawire.client.values import TopicPartition


async def list_transactions(
    admin: Runner,
    *,
    states: Iterable[str] = (),
    producer_ids: Iterable[int] = (),
    duration_ms: int = -1,
    pattern: str | None = None,
    timeout_ms: int | None = None,
) -> Outcomes[str, TransactionListing]:
    """List the transactional ids of all brokers; `errors` names brokers that did not answer.

    States have Kafka's names ("Ongoing" ...). `duration_ms` is how long a transaction must have
    been going on, `pattern` a regular expression that the whole transactional id must match.
    """
    plan = transactions.list_transactions(
        admin.sources,
        sorted(admin.sources.metadata.view.nodes),
        states=list(states),
        producer_ids=list(producer_ids),
        duration_ms=duration_ms,
        pattern=pattern,
    )
    told = await admin.run(plan, admin.limit_ms(timeout_ms))
    found = {each.transactional_id: each for node in told for each in told[node]}
    return Outcomes(found, {f"broker {node}": error for node, error in told.errors.items()})


async def describe_transactions(
    admin: Runner, transactional_ids: Iterable[str], *, timeout_ms: int | None = None
) -> Outcomes[str, TransactionDescription]:
    """Describe transactional ids: their state, their producer, the partitions they write to."""
    plan = transactions.describe_transactions(admin.sources, list(transactional_ids))
    return await admin.run(plan, admin.limit_ms(timeout_ms))


async def fence_producers(
    admin: Runner, transactional_ids: Iterable[str], *, timeout_ms: int | None = None
) -> Outcomes[str, FencedProducer]:
    """Fence the producers of transactional ids, and abort their open transactions."""
    plans = [
        transactions.fence_producer(admin.sources, each)
        for each in dict.fromkeys(transactional_ids)
    ]
    return await run_at_once(admin, plans, admin.limit_ms(timeout_ms))


async def force_terminate_transaction(
    admin: Runner, transactional_id: str, *, timeout_ms: int | None = None
) -> None:
    """Abort the transaction of a transactional id, a prepared one, too (KIP-939)."""
    told = await fence_producers(admin, [transactional_id], timeout_ms=timeout_ms)
    told.unwrap()


async def abort_transaction(
    admin: Runner,
    partition: TopicPartition,
    *,
    producer_id: int,
    producer_epoch: int,
    coordinator_epoch: int = -1,
    timeout_ms: int | None = None,
) -> None:
    """Abort a transaction that hangs in one partition, as `describe_producers` shows it.

    Nothing but a transaction that its coordinator has forgotten needs this.
    """
    plan = transactions.abort_transaction(
        admin.sources,
        partition,
        producer_id=producer_id,
        producer_epoch=producer_epoch,
        coordinator_epoch=coordinator_epoch,
    )
    (await admin.run(plan, admin.limit_ms(timeout_ms))).unwrap()
