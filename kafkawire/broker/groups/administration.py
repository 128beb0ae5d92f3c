"""Looking at groups from outside, and deleting them: DescribeGroups, ListGroups, DeleteGroups."""

from __future__ import annotations

from kafkawire.broker.groups.records import Record, offset_record
from kafkawire.broker.groups.states import GroupState
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.describe_groups_response import DescribeGroupsResponse
from kafkawire.protocol.messages.list_groups_response import ListGroupsResponse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from kafkawire.broker.groups.classic_group import ClassicGroup
    from kafkawire.broker.groups.group import Group
    from kafkawire.broker.groups.member import ClassicMember
    from kafkawire.broker.groups.shard import GroupShard

    DescribedGroup = DescribeGroupsResponse.DescribedGroup
    DescribedGroupMember = DescribeGroupsResponse.DescribedGroupMember
    ListedGroup = ListGroupsResponse.ListedGroup

GROUP_OPERATIONS = 1 << 3 | 1 << 6 | 1 << 8 | 1 << 10 | 1 << 11
"""READ, DELETE, DESCRIBE, DESCRIBE_CONFIGS and ALTER_CONFIGS: all that can be done (B-82)."""

UNKNOWN_IS_AN_ERROR_SINCE = 6
"""Before it DescribeGroups calls a group that does not exist Dead, and nothing is wrong."""


def describe(shard: GroupShard, group_id: str, api_version: int) -> DescribedGroup:
    """What DescribeGroups says of one group (groups B-80, B-81)."""
    group = shard.classic_group(group_id)
    if group is None:
        is_other = group_id in shard.groups
        reason = "is not a classic group." if is_other else "not found."
        return _unknown(group_id, api_version, reason)
    is_stable = group.state is GroupState.STABLE
    return DescribeGroupsResponse.DescribedGroup(
        group_id=group_id,
        group_state=group.state.value,
        protocol_type=group.protocol_type or "",
        protocol_data=(group.protocol or "") if is_stable else "",
        members=[_described(group, member) for member in group.ordered_members()],
    )


def _described(group: ClassicGroup, member: ClassicMember) -> DescribedGroupMember:
    """Only in a Stable group the metadata under the chosen protocol mean anything."""
    is_stable = group.state is GroupState.STABLE
    return DescribeGroupsResponse.DescribedGroupMember(
        member_id=member.member_id,
        group_instance_id=member.group_instance_id,
        client_id=member.client_id,
        client_host=member.client_host,
        member_metadata=member.metadata(group.protocol) if is_stable else b"",
        member_assignment=member.assignment,
    )


def _unknown(group_id: str, api_version: int, reason: str) -> DescribedGroup:
    described = DescribeGroupsResponse.DescribedGroup(
        group_id=group_id,
        group_state=GroupState.DEAD.value,
        protocol_type="",
        protocol_data="",
        members=[],
    )
    if api_version >= UNKNOWN_IS_AN_ERROR_SINCE:
        described.error_code = ErrorCode.GROUP_ID_NOT_FOUND
        described.error_message = f"Group {group_id} {reason}"
    return described


def list_groups(
    shards: Iterable[GroupShard], states: Collection[str], types: Collection[str]
) -> list[ListedGroup]:
    """The groups of some shards in any of these states and of any of these types (B-85 to B-87).

    No states means every state, no types every type. Case does not matter, nor blanks around a
    state.
    """
    wanted_states = {state.strip().lower() for state in states}
    wanted_types = {kind.lower() for kind in types}
    return [
        _listed(group)
        for shard in shards
        for group in shard.groups.values()
        if (not wanted_types or group.group_type in wanted_types)
        and (not wanted_states or group.state_name.lower() in wanted_states)
    ]


def _listed(group: Group) -> ListedGroup:
    return ListGroupsResponse.ListedGroup(
        group_id=group.group_id,
        protocol_type=group.protocol_type or "",
        group_state=group.state_name,
        group_type=group.group_type,
    )


def delete_groups(shard: GroupShard, group_ids: Sequence[str], now_ms: int) -> list[int]:
    """Delete empty groups with their offsets; returns a code for each (groups A-14, B-90).

    Raises `ApiError` if the tombstones cannot be written.
    """
    codes = [_deletion_error(shard, group_id) for group_id in group_ids]
    records: list[Record] = []
    for group_id, code in zip(group_ids, codes, strict=True):
        if code is ErrorCode.NONE:
            for topic, partition in shard.offsets.partitions_of(group_id):
                records.append(offset_record(group_id, topic, partition, None))
            records += shard.groups[group_id].tombstones()
    shard.log.append_in_parts(records, now_ms)
    return codes


def _deletion_error(shard: GroupShard, group_id: str) -> int:
    group = shard.groups.get(group_id)
    if group is None:
        return ErrorCode.GROUP_ID_NOT_FOUND
    try:
        group.check_deletion()
    except ApiError as error:
        return error.code
    return ErrorCode.NONE
