"""Operations on groups: list, describe, delete, remove members."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kafkawire.client.core.operations.operation import Operation
from kafkawire.client.core.operations.sources import Plan, Sources, by_group, for_all, operations_of
from kafkawire.client.descriptions import GroupDescription, GroupListing, MemberDescription
from kafkawire.client.errors import ClientError, refusal
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.errors import ProtocolError
from kafkawire.protocol.messages.consumer_group_describe_request import (
    ConsumerGroupDescribeRequest,
)
from kafkawire.protocol.messages.consumer_protocol_assignment import ConsumerProtocolAssignment
from kafkawire.protocol.messages.delete_groups_request import DeleteGroupsRequest
from kafkawire.protocol.messages.describe_groups_request import DescribeGroupsRequest
from kafkawire.protocol.messages.leave_group_request import LeaveGroupRequest
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest

GROUP_ID_NOT_FOUND = 69
STATES_SINCE, TYPES_SINCE = 4, 5
SEVERAL_LEAVE_SINCE = 3
REMOVAL = "member was removed by an admin"
VERSION_BYTES = 2


def list_groups(
    sources: Sources, nodes: Sequence[int], *, states: Sequence[str], types: Sequence[str]
) -> Plan[int, tuple[GroupListing, ...]]:
    """List the groups of brokers; the keys are the brokers' ids."""

    def ask(keys: Sequence[int], version: int) -> ListGroupsRequest:
        return ListGroupsRequest(states_filter=list(states), types_filter=list(types))

    def read(
        answer: Any, keys: Sequence[int], version: int
    ) -> dict[int, tuple[GroupListing, ...] | ClientError]:
        found = tuple(
            GroupListing(each.group_id, each.protocol_type, each.group_state, each.group_type)
            for each in answer.groups
        )
        return for_all(keys, found, answer, api=ApiKey.LIST_GROUPS)

    least = TYPES_SINCE if types else STATES_SINCE if states else 0
    operation = Operation(
        ApiKey.LIST_GROUPS, "list groups", sources.nodes(), ask, read, least=least
    )
    return Plan(operation, list(nodes))


def describe_consumer_groups(
    sources: Sources, groups: Sequence[str], *, include_authorized_operations: bool
) -> Plan[str, GroupDescription]:
    """Describe groups of the consumer protocol; the keys are their ids.

    Where the broker has no such API, groups are described as classic ones.
    """

    def ask(keys: Sequence[str], version: int) -> ConsumerGroupDescribeRequest:
        return ConsumerGroupDescribeRequest(
            group_ids=list(keys), include_authorized_operations=include_authorized_operations
        )

    operation = Operation(
        ApiKey.CONSUMER_GROUP_DESCRIBE,
        "describe consumer groups",
        sources.group_coordinators(),
        ask,
        lambda answer, keys, version: by_group(
            answer.groups, _consumer_group, api=ApiKey.CONSUMER_GROUP_DESCRIBE
        ),
    )
    classic = describe_classic_groups(
        sources, groups, include_authorized_operations=include_authorized_operations
    )
    return Plan(operation, groups, instead=classic)


def describe_classic_groups(
    sources: Sources, groups: Sequence[str], *, include_authorized_operations: bool
) -> Plan[str, GroupDescription]:
    """Describe classic groups; the keys are their ids."""

    def ask(keys: Sequence[str], version: int) -> DescribeGroupsRequest:
        return DescribeGroupsRequest(
            groups=list(keys), include_authorized_operations=include_authorized_operations
        )

    def read(
        answer: Any, keys: Sequence[str], version: int
    ) -> dict[str, GroupDescription | ClientError]:
        return {group.group_id: _classic_outcome(group) for group in answer.groups}

    operation = Operation(
        ApiKey.DESCRIBE_GROUPS, "describe groups", sources.group_coordinators(), ask, read
    )
    return Plan(operation, groups)


def delete_groups(sources: Sources, groups: Sequence[str]) -> Plan[str, None]:
    """Delete groups without members; the keys are their ids."""
    operation = Operation(
        ApiKey.DELETE_GROUPS,
        "delete groups",
        sources.group_coordinators(),
        lambda keys, version: DeleteGroupsRequest(groups_names=list(keys)),
        lambda answer, keys, version: by_group(
            answer.results, lambda each: None, api=ApiKey.DELETE_GROUPS
        ),
    )
    return Plan(operation, groups)


def remove_members(
    sources: Sources,
    group: str,
    *,
    instance_ids: Sequence[str] = (),
    member_ids: Sequence[str] = (),
    reason: str = "",
) -> Plan[str, Mapping[str, ClientError]]:
    """Remove members of a group; there is one key. A result has the ids that stayed, and why."""
    why = f"{REMOVAL}: {reason}" if reason else REMOVAL
    identity = LeaveGroupRequest.MemberIdentity

    def ask(keys: Sequence[str], version: int) -> LeaveGroupRequest:
        static = [identity(group_instance_id=each, reason=why) for each in instance_ids]
        others = [identity(member_id=each, reason=why) for each in member_ids]
        return LeaveGroupRequest(group_id=group, members=static + others)

    def read(
        answer: Any, keys: Sequence[str], version: int
    ) -> dict[str, Mapping[str, ClientError] | ClientError]:
        if answer.error_code:
            what = f"group {group}"
            return {group: refusal(answer.error_code, what, api=ApiKey.LEAVE_GROUP)}
        names = [(each.group_instance_id or each.member_id, each) for each in answer.members]
        return {
            group: {
                name: refusal(
                    each.error_code, f"member {name} of group {group}", api=ApiKey.LEAVE_GROUP
                )
                for name, each in names
                if each.error_code
            }
        }

    operation = Operation(
        ApiKey.LEAVE_GROUP,
        "remove members of a group",
        sources.group_coordinators(),
        ask,
        read,
        least=SEVERAL_LEAVE_SINCE,
    )
    return Plan(operation, [group])


def _consumer_group(group: Any) -> GroupDescription:
    members = [
        MemberDescription(
            each.member_id,
            each.instance_id,
            each.client_id,
            each.client_host,
            assigned_partitions(each.assignment),
            assigned_partitions(each.target_assignment),
            each.member_epoch,
        )
        for each in group.members
    ]
    return coordinated_group(group, "consumer", members)


def coordinated_group(
    group: Any, kind: str, members: Sequence[MemberDescription]
) -> GroupDescription:
    """Return the description of a group whose partitions the coordinator assigns."""
    return GroupDescription(
        group.group_id,
        kind,
        group.group_state,
        kind,
        group.assignor_name,
        tuple(members),
        group.group_epoch,
        group.assignment_epoch,
        operations_of(group.authorized_operations),
    )


def _classic_outcome(group: Any) -> GroupDescription | ClientError:
    code = group.error_code
    # Before version 6 a group that does not exist is dead, without an error.
    if not code and group.group_state == "Dead" and not group.members:
        code = GROUP_ID_NOT_FOUND
    if code:
        what = group.error_message or f"group {group.group_id}"
        return refusal(code, what, api=ApiKey.DESCRIBE_GROUPS)
    members = [
        MemberDescription(
            each.member_id,
            each.group_instance_id,
            each.client_id,
            each.client_host,
            _classic_assignment(group.protocol_type, bytes(each.member_assignment)),
        )
        for each in group.members
    ]
    return GroupDescription(
        group.group_id,
        "classic",
        group.group_state,
        group.protocol_type,
        group.protocol_data,
        tuple(members),
        authorized_operations=operations_of(group.authorized_operations),
    )


def _classic_assignment(protocol_type: str, data: bytes) -> Mapping[str, tuple[int, ...]]:
    """The partitions of a member, none if it is not a consumer or its bytes are not Kafka's."""
    if protocol_type != "consumer" or len(data) < VERSION_BYTES:
        return {}
    version = min(
        int.from_bytes(data[:VERSION_BYTES], "big"), ConsumerProtocolAssignment.VERSIONS[1]
    )
    try:
        found = ConsumerProtocolAssignment.decode(data, version, VERSION_BYTES)
    except ProtocolError:
        return {}
    return {each.topic: tuple(each.partitions) for each in found.assigned_partitions}


def assigned_partitions(assignment: Any) -> Mapping[str, tuple[int, ...]]:
    """Return the partitions of a member's assignment by the names of their topics."""
    return {each.topic_name: tuple(each.partitions) for each in assignment.topic_partitions}
