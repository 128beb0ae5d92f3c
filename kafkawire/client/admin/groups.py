"""Methods of `Admin` about groups and their committed offsets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kafkawire.client.admin.runner import Runner, run_one
from kafkawire.client.core.operations import group_offsets, groups
from kafkawire.client.descriptions import GroupDescription, GroupListing
from kafkawire.client.errors import ClientError
from kafkawire.client.outcomes import Outcomes
from kafkawire.client.values import OffsetAndMetadata, TopicPartition

_CONSUMER_TYPES = ("", "classic", "consumer")
"""Of groups; empty where the broker is too old to say."""


async def list_groups(
    admin: Runner,
    *,
    states: Iterable[str] = (),
    types: Iterable[str] = (),
    timeout_ms: int | None = None,
) -> Outcomes[str, GroupListing]:
    """List the groups of all brokers; `errors` names brokers that did not answer."""
    nodes = sorted(admin.sources.metadata.view.nodes)
    plan = groups.list_groups(admin.sources, nodes, states=list(states), types=list(types))
    told = await admin.run(plan, admin.limit_ms(timeout_ms))
    found = {group.group_id: group for node in told for group in told[node]}
    return Outcomes(found, {f"broker {node}": error for node, error in told.errors.items()})


async def list_consumer_groups(
    admin: Runner,
    *,
    states: Iterable[str] = (),
    types: Iterable[str] = (),
    timeout_ms: int | None = None,
) -> Outcomes[str, GroupListing]:
    """List the groups of consumers, of either protocol, and those that only commit offsets."""
    told = await list_groups(admin, states=states, types=types, timeout_ms=timeout_ms)
    found = {
        group_id: group
        for group_id, group in told.items()
        if group.protocol_type in ("", "consumer") and group.type.lower() in _CONSUMER_TYPES
    }
    return Outcomes(found, told.errors)


async def describe_consumer_groups(
    admin: Runner,
    group_ids: Iterable[str],
    *,
    include_authorized_operations: bool = False,
    timeout_ms: int | None = None,
) -> Outcomes[str, GroupDescription]:
    """Describe groups of either protocol."""
    plan = groups.describe_consumer_groups(
        admin.sources,
        list(group_ids),
        include_authorized_operations=include_authorized_operations,
    )
    return await admin.run(plan, admin.limit_ms(timeout_ms))


async def describe_classic_groups(
    admin: Runner,
    group_ids: Iterable[str],
    *,
    include_authorized_operations: bool = False,
    timeout_ms: int | None = None,
) -> Outcomes[str, GroupDescription]:
    """Describe classic groups, those of Kafka Connect, for instance."""
    plan = groups.describe_classic_groups(
        admin.sources,
        list(group_ids),
        include_authorized_operations=include_authorized_operations,
    )
    return await admin.run(plan, admin.limit_ms(timeout_ms))


async def delete_consumer_groups(
    admin: Runner, group_ids: Iterable[str], *, timeout_ms: int | None = None
) -> Outcomes[str, None]:
    """Delete groups that have no members, and their offsets."""
    plan = groups.delete_groups(admin.sources, list(group_ids))
    return await admin.run(plan, admin.limit_ms(timeout_ms))


async def remove_members_from_consumer_group(
    admin: Runner,
    group_id: str,
    instance_ids: Iterable[str] | None = None,
    *,
    member_ids: Iterable[str] = (),
    reason: str = "",
    timeout_ms: int | None = None,
) -> Outcomes[str, None]:
    """Remove members by their group instance ids (group.instance.id) or by their member ids.

    Without either all members are removed. The keys are the ids; a member of all that has a group
    instance id goes by that.
    """
    limit_ms = admin.limit_ms(timeout_ms)
    others = list(member_ids)
    if instance_ids is None and not others:
        described = await describe_consumer_groups(admin, [group_id], timeout_ms=timeout_ms)
        members = described[group_id].members
        instance_ids = [each.group_instance_id for each in members if each.group_instance_id]
        others = [each.member_id for each in members if not each.group_instance_id]
    names = list(instance_ids or ())
    if not names and not others:
        return Outcomes({}, {})
    plan = groups.remove_members(
        admin.sources, group_id, instance_ids=names, member_ids=others, reason=reason
    )
    failed = await run_one(admin, plan, limit_ms)
    return Outcomes({key: None for key in names + others if key not in failed}, failed)


async def list_consumer_group_offsets(
    admin: Runner,
    group_ids: Iterable[str] | Mapping[str, Sequence[TopicPartition] | None],
    *,
    require_stable: bool = False,
    timeout_ms: int | None = None,
) -> Outcomes[str, Mapping[TopicPartition, OffsetAndMetadata | None]]:
    """Read committed offsets, of some partitions of a group, or of all that it has."""
    wanted = group_ids if isinstance(group_ids, Mapping) else dict.fromkeys(group_ids)
    plan = group_offsets.list_group_offsets(admin.sources, wanted, require_stable=require_stable)
    return await admin.run(plan, admin.limit_ms(timeout_ms))


async def alter_consumer_group_offsets(
    admin: Runner,
    group_id: str,
    offsets: Mapping[TopicPartition, int | OffsetAndMetadata],
    *,
    timeout_ms: int | None = None,
) -> Outcomes[TopicPartition, None]:
    """Commit offsets of a group that has no members."""
    given = {
        key: OffsetAndMetadata(value) if isinstance(value, int) else value
        for key, value in offsets.items()
    }
    plan = group_offsets.alter_group_offsets(admin.sources, group_id, given)
    failed = await run_one(admin, plan, admin.limit_ms(timeout_ms))
    return _by_partition(given, failed)


async def delete_consumer_group_offsets(
    admin: Runner,
    group_id: str,
    partitions: Iterable[TopicPartition],
    *,
    timeout_ms: int | None = None,
) -> Outcomes[TopicPartition, None]:
    """Delete committed offsets of partitions that no member of the group is subscribed to."""
    wanted = list(partitions)
    plan = group_offsets.delete_group_offsets(admin.sources, group_id, wanted)
    failed = await run_one(admin, plan, admin.limit_ms(timeout_ms))
    return _by_partition(wanted, failed)


def _by_partition(
    wanted: Iterable[TopicPartition], failed: Mapping[TopicPartition, ClientError]
) -> Outcomes[TopicPartition, None]:
    return Outcomes({key: None for key in wanted if key not in failed}, failed)
