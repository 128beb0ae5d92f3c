"""Methods of `Admin` about share groups and streams groups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kafkawire.client.admin.runner import Runner, run_one
from kafkawire.client.core.operations import share_groups, streams_groups
from kafkawire.client.descriptions import GroupDescription
from kafkawire.client.errors import ClientError
from kafkawire.client.group_descriptions import SharePartitionOffset, StreamsGroupDescription
from kafkawire.client.outcomes import Outcomes
from kafkawire.client.values import TopicPartition


async def describe_share_groups(
    admin: Runner,
    group_ids: Iterable[str],
    *,
    include_authorized_operations: bool = False,
    timeout_ms: int | None = None,
) -> Outcomes[str, GroupDescription]:
    """Describe share groups (KIP-932)."""
    plan = share_groups.describe_share_groups(
        admin.sources,
        list(group_ids),
        include_authorized_operations=include_authorized_operations,
    )
    return await admin.run(plan, admin.limit_ms(timeout_ms))


async def list_share_group_offsets(
    admin: Runner,
    group_ids: Iterable[str] | Mapping[str, Sequence[TopicPartition] | None],
    *,
    timeout_ms: int | None = None,
) -> Outcomes[str, Mapping[TopicPartition, SharePartitionOffset | ClientError | None]]:
    """Find how far share groups are, in some partitions of a group or in all that it reads.

    A partition has None where the group has not begun, and the error where it cannot be known.
    """
    wanted = group_ids if isinstance(group_ids, Mapping) else dict.fromkeys(group_ids)
    plan = share_groups.list_share_offsets(admin.sources, wanted)
    return await admin.run(plan, admin.limit_ms(timeout_ms))


async def alter_share_group_offsets(
    admin: Runner,
    group_id: str,
    offsets: Mapping[TopicPartition, int],
    *,
    timeout_ms: int | None = None,
) -> Outcomes[TopicPartition, None]:
    """Have a share group without members go on at these offsets."""
    plan = share_groups.alter_share_offsets(admin.sources, group_id, offsets)
    failed = await run_one(admin, plan, admin.limit_ms(timeout_ms))
    return Outcomes({key: None for key in offsets if key not in failed}, failed)


async def delete_share_group_offsets(
    admin: Runner,
    group_id: str,
    topics: Iterable[str],
    *,
    timeout_ms: int | None = None,
) -> Outcomes[str, None]:
    """Have a share group without members forget topics."""
    wanted = list(dict.fromkeys(topics))
    plan = share_groups.delete_share_offsets(admin.sources, group_id, wanted)
    failed = await run_one(admin, plan, admin.limit_ms(timeout_ms))
    return Outcomes({key: None for key in wanted if key not in failed}, failed)


async def describe_streams_groups(
    admin: Runner,
    group_ids: Iterable[str],
    *,
    include_authorized_operations: bool = False,
    include_graph: bool = False,
    timeout_ms: int | None = None,
) -> Outcomes[str, StreamsGroupDescription]:
    """Describe streams groups (KIP-1071), with their processing graphs if asked (KIP-1331)."""
    plan = streams_groups.describe_streams_groups(
        admin.sources,
        list(group_ids),
        include_authorized_operations=include_authorized_operations,
        include_graph=include_graph,
    )
    return await admin.run(plan, admin.limit_ms(timeout_ms))
