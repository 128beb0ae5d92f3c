"""The records of classic groups: what each decision about a group writes, and what it then makes.

A group has one record, `GroupMetadataValue`, which holds all that survives an unload:

    decision  made for                          record
    created   the first JoinGroup of a group    no members, generation 0 (groups A-11)
    replaced  a static member's JoinGroup to    one member under a new member id (B-36)
              a Stable group
    assigned  the leader's SyncGroup            each member with its assignment (B-51)
    emptied   a join phase without members      no members, the next generation (B-43)

These functions read a group and return a record; none of them changes the group. The caller writes
the record with `StateLog.append`, which hands it to `apply` (a reload does the same), and only then
changes what lives in memory only:

    decision  after the write                   if the write fails
    created   the JoinGroup is decided          the JoinGroup gets the error
    replaced  the JoinGroup is answered         the JoinGroup gets the error
    assigned  parked SyncGroups are answered    parked SyncGroups get the error, a rebalance begins
    emptied   -                                 the group is Empty in memory (`become_empty`)

Deletion and expiry write a tombstone (`ClassicGroup.tombstones`); a conversion from a consumer
group writes `current` of a group that it has planned.
"""

from __future__ import annotations

from kafkawire.broker.groups.member import ClassicMember, metadata_of
from kafkawire.broker.groups.records import group_record
from kafkawire.broker.groups.states import GroupState
from kafkawire.java_order import java_hash_order, java_string_hash
from kafkawire.protocol.messages.group_metadata_value import GroupMetadataValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from kafkawire.broker.groups.classic_group import ClassicGroup
    from kafkawire.broker.groups.join_call import JoinCall
    from kafkawire.broker.groups.records import GroupRecord

    MemberMetadata = GroupMetadataValue.MemberMetadata


# Decisions


def created(group_id: str, time_ms: int) -> GroupRecord:
    """The first record of a group."""
    value = GroupMetadataValue(
        protocol_type="",
        generation=0,
        protocol=None,
        leader=None,
        current_state_timestamp=time_ms,
        members=[],
    )
    return group_record(group_id, value)


def current(group: ClassicGroup) -> GroupRecord:
    """The group with the assignments that its members have."""
    members = [_member(member, group.protocol) for member in group.ordered_members()]
    return _record(group, group.leader, members)


def assigned(group: ClassicGroup, assignments: Mapping[str, bytes]) -> GroupRecord:
    """The group with new assignments by member id: a member without one gets empty bytes."""
    members = [_member(member, group.protocol) for member in group.ordered_members()]
    for member in members:
        member.assignment = assignments.get(member.member_id, b"")
    return _record(group, group.leader, members)


def replaced(group: ClassicGroup, former: ClassicMember, call: JoinCall) -> GroupRecord:
    """The group with a static member under the member id and with the protocols of `call`.

    The client id, the host and the assignment stay those of the former member (groups B-35).
    """
    members = {
        member_id: _member(member, group.protocol)
        for member_id, member in group.members.items()
        if member is not former
    }
    member = members[call.member_id] = _member(former, group.protocol)
    member.member_id = call.member_id
    member.subscription = metadata_of(call.protocols, group.protocol)
    member.session_timeout = call.session_timeout_ms
    member.rebalance_timeout = call.rebalance_timeout_ms
    leader = call.member_id if group.leader == former.member_id else group.leader

    def id_hash(member_id: str) -> int:
        known = group.members.get(member_id)
        return java_string_hash(member_id) if known is None else known.id_hash

    return _record(group, leader, [members[each] for each in java_hash_order(members, id_hash)])


def emptied(group: ClassicGroup, time_ms: int) -> GroupRecord:
    """The next generation, which has no members."""
    value = GroupMetadataValue(
        protocol_type=group.protocol_type or "",
        generation=group.generation + 1,
        protocol=None,
        leader=None,
        current_state_timestamp=time_ms,
        members=[],
    )
    return group_record(group.group_id, value)


def _record(
    group: ClassicGroup, leader: str | None, members: Sequence[MemberMetadata]
) -> GroupRecord:
    value = GroupMetadataValue(
        protocol_type=group.protocol_type or "",
        generation=group.generation,
        protocol=group.protocol,
        leader=leader,
        current_state_timestamp=group.state_timestamp_ms,
        members=list(members),
    )
    return group_record(group.group_id, value)


def _member(member: ClassicMember, protocol: str | None) -> MemberMetadata:
    return GroupMetadataValue.MemberMetadata(
        member_id=member.member_id,
        group_instance_id=member.group_instance_id,
        client_id=member.client_id,
        client_host=member.client_host,
        rebalance_timeout=member.rebalance_timeout_ms,
        session_timeout=member.session_timeout_ms,
        subscription=member.metadata(protocol),
        assignment=member.assignment,
    )


# The fold


def apply(group: ClassicGroup, value: GroupMetadataValue) -> None:
    """Make a group what its record declares, just written or read back (groups A-21).

    A record without members makes the group Empty, one with members makes it Stable. On a live
    group, members keep what no record holds: parked requests and sessions. A static member that
    the record has under a new member id keeps them, too.
    """
    group.generation = value.generation
    group.protocol_type = value.protocol_type or None
    group.protocol = value.protocol
    group.state_timestamp_ms = value.current_state_timestamp
    group.state = GroupState.STABLE if value.members else GroupState.EMPTY
    _remove_others(group, value.members)
    _rename_statics(group, value.members)
    for stored in value.members:
        _apply_member(group, stored)
    group.leader = value.leader
    if value.members:
        group.read_subscriptions()
    else:
        group.subscribed_topics = frozenset()


def _remove_others(group: ClassicGroup, stored: Collection[MemberMetadata]) -> None:
    """Keep the members that a record names, by id or by a new id for their instance id."""
    names = {(each.member_id, each.group_instance_id) for each in stored}
    new = [each for each in stored if each.member_id not in group.members]
    renamed = {each.group_instance_id for each in new} - {None}
    for member in list(group.members.values()):
        instance_id = member.group_instance_id
        if (member.member_id, instance_id) not in names and instance_id not in renamed:
            group.remove(member.member_id)


def _rename_statics(group: ClassicGroup, stored: Collection[MemberMetadata]) -> None:
    for each in stored:
        if each.group_instance_id is not None and each.member_id not in group.members:
            old_id = group.static_members.get(each.group_instance_id)
            if old_id is not None:
                group.rename(group.members[old_id], each.member_id)


def _apply_member(group: ClassicGroup, stored: MemberMetadata) -> None:
    member = group.members.get(stored.member_id)
    if member is None:
        member = ClassicMember(
            stored.member_id,
            stored.group_instance_id,
            client_id=stored.client_id,
            client_host=stored.client_host,
        )
        group.add(member)
    offer = (group.protocol or "", bytes(stored.subscription))
    if offer not in member.protocols:
        group.set_protocols(member, (offer,))
    member.client_id, member.client_host = stored.client_id, stored.client_host
    member.session_timeout_ms = stored.session_timeout
    member.rebalance_timeout_ms = stored.rebalance_timeout
    if stored.rebalance_timeout == -1:
        member.rebalance_timeout_ms = stored.session_timeout
    member.assignment = bytes(stored.assignment)
