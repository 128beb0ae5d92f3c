"""Methods of `Admin` about topics and their records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kafkawire.client.admin.runner import Runner, run_at_once, run_one
from kafkawire.client.core.operations import records, topics
from kafkawire.client.core.operations.topic_descriptions import describe_by_id, describe_by_name
from kafkawire.client.descriptions import (
    CreatedTopic,
    ListedOffset,
    NewTopic,
    ProducerState,
    TopicDescription,
    TopicListing,
)
from kafkawire.client.errors import refusal
from kafkawire.client.outcomes import Outcomes
from kafkawire.client.values import TopicPartition

LATEST, EARLIEST, MAX_TIMESTAMP = -1, -2, -3
INVALID_TOPIC = 17
NAMELESS = "the name of a topic is empty"
"""Not sent: brokers take an empty name for the place where a page begins."""


async def create_topics(
    admin: Runner,
    new_topics: Iterable[NewTopic | str],
    *,
    validate_only: bool = False,
    timeout_ms: int | None = None,
) -> Outcomes[str, CreatedTopic]:
    """Create topics, given by name or as `NewTopic`; only check them with `validate_only`."""
    wanted = [NewTopic(each) if isinstance(each, str) else each for each in new_topics]
    limit_ms = admin.limit_ms(timeout_ms)
    plan = topics.create_topics(
        admin.sources, wanted, timeout_ms=limit_ms, validate_only=validate_only
    )
    return await admin.run(plan, limit_ms)


async def delete_topics(
    admin: Runner, names_or_ids: Iterable[str | bytes], *, timeout_ms: int | None = None
) -> Outcomes[str | bytes, None]:
    """Delete topics by their names, or by ids of 16 bytes."""
    limit_ms = admin.limit_ms(timeout_ms)
    plan = topics.delete_topics(admin.sources, list(names_or_ids), timeout_ms=limit_ms)
    return await admin.run(plan, limit_ms)


async def list_topics(
    admin: Runner, *, include_internal: bool = False, timeout_ms: int | None = None
) -> dict[str, TopicListing]:
    """Return all topics by name, with Kafka's internal topics if `include_internal`."""
    plan = topics.list_topics(admin.sources)
    found = await run_one(admin, plan, admin.limit_ms(timeout_ms))
    return {topic.name: topic for topic in found if include_internal or not topic.is_internal}


async def describe_topics(
    admin: Runner,
    names_or_ids: Iterable[str | bytes],
    *,
    include_authorized_operations: bool = False,
    timeout_ms: int | None = None,
) -> Outcomes[str | bytes, TopicDescription]:
    """Describe topics by their names, or by ids of 16 bytes."""
    wanted = list(names_or_ids)
    include = include_authorized_operations
    names = [each for each in wanted if isinstance(each, str) and each]
    ids = [each for each in wanted if isinstance(each, bytes)]
    plans = [
        describe_by_name(admin.sources, names, include_authorized_operations=include),
        describe_by_id(admin.sources, ids, include_authorized_operations=include),
    ]
    found = await run_at_once(admin, plans, admin.limit_ms(timeout_ms))
    if "" not in wanted:
        return found
    return Outcomes(found, {**found.errors, "": refusal(INVALID_TOPIC, NAMELESS)})


async def create_partitions(
    admin: Runner,
    counts: Mapping[str, int],
    *,
    assignments: Mapping[str, Sequence[Sequence[int]]] | None = None,
    validate_only: bool = False,
    timeout_ms: int | None = None,
) -> Outcomes[str, None]:
    """Have topics have so many partitions in all; `assignments` has the brokers of new ones."""
    limit_ms = admin.limit_ms(timeout_ms)
    plan = topics.create_partitions(
        admin.sources,
        counts,
        assignments=assignments or {},
        timeout_ms=limit_ms,
        validate_only=validate_only,
    )
    return await admin.run(plan, limit_ms)


async def list_offsets(
    admin: Runner,
    times: Mapping[TopicPartition, int],
    *,
    isolation_level: str = "read_uncommitted",
    timeout_ms: int | None = None,
) -> Outcomes[TopicPartition, ListedOffset]:
    """Find offsets: of -1 latest, -2 earliest, -3 the greatest timestamp, or a time in ms."""
    plan = records.list_offsets(
        admin.sources, times, is_committed=isolation_level == "read_committed"
    )
    return await admin.run(plan, admin.limit_ms(timeout_ms))


async def delete_records(
    admin: Runner, before: Mapping[TopicPartition, int], *, timeout_ms: int | None = None
) -> Outcomes[TopicPartition, int]:
    """Delete the records before offsets, -1 all; return the first offsets that are left."""
    limit_ms = admin.limit_ms(timeout_ms)
    plan = records.delete_records(admin.sources, before, timeout_ms=limit_ms)
    return await admin.run(plan, limit_ms)


async def describe_producers(
    admin: Runner,
    partitions: Iterable[TopicPartition],
    *,
    broker: int | None = None,
    timeout_ms: int | None = None,
) -> Outcomes[TopicPartition, tuple[ProducerState, ...]]:
    """Describe the producers that partitions remember, at their leaders or at one broker."""
    plan = records.describe_producers(admin.sources, list(partitions), broker=broker)
    return await admin.run(plan, admin.limit_ms(timeout_ms))
