"""A consumer group of which only classic members are left becomes a classic group (groups D-96).

The epoch becomes the generation, and each member has what it was to have: its target. So members
that stay in peace need not rebalance; but where the conversion comes of somebody's leaving, or the
targets are not those of the epoch, they share anew at once. (Kafka's `convertToClassicGroup`.)
"""

from __future__ import annotations

from kafkawire.broker.groups.classic_group import ClassicGroup
from kafkawire.broker.groups.classic_records import current
from kafkawire.broker.groups.consumer.embedded import version_of, write_assignment
from kafkawire.broker.groups.member import ClassicMember
from kafkawire.broker.groups.rebalance import prepare, restart_session
from kafkawire.broker.groups.states import GroupState
from kafkawire.broker.groups.subscription import CONSUMER_PROTOCOL_TYPE
from kafkawire.java_order import timeline_order
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError, DecodeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from kafkawire.broker.groups.consumer.group import ConsumerGroup
    from kafkawire.broker.groups.consumer.member import ConsumerMember, Profile
    from kafkawire.broker.groups.records import Record
    from kafkawire.broker.groups.shard import GroupShard


def downgrades_without(
    shard: GroupShard, group: ConsumerGroup, leaving: Collection[ConsumerMember]
) -> bool:
    """Whether those who stay when some leave are to be a classic group."""
    left = len(group.members) - len(leaving)
    return left > 0 and _is_downgrade(shard, group, leaving, left)


def downgrades_by(shard: GroupShard, group: ConsumerGroup, replaced: ConsumerMember | None) -> bool:
    """Whether the group is to be a classic one when a classic member takes a member's place."""
    if replaced is None or replaced.is_classic:
        return False
    return _is_downgrade(shard, group, [replaced], len(group.members))


def _is_downgrade(
    shard: GroupShard, group: ConsumerGroup, gone: Collection[ConsumerMember], size: int
) -> bool:
    """Whoever is left is a classic member, and they are not too many."""
    ids = {member.member_id for member in gone}
    if any(not each.is_classic for each in group.members.values() if each.member_id not in ids):
        return False
    settings = shard.settings
    return settings.migration_policy.allows_downgrade and size <= settings.max_size


def downgraded(
    shard: GroupShard,
    group: ConsumerGroup,
    leaving: Sequence[ConsumerMember],
    now_ms: int,
    *,
    joining: tuple[ConsumerMember, Profile] | None = None,
) -> tuple[ClassicGroup, list[Record]]:
    """The classic group that is left, and the records that make it so.

    `joining` is the classic member that takes the place of the one of its instance id, and what
    it says of itself. Raises `ApiError` with GROUP_ID_NOT_FOUND if a member's metadata cannot be
    read.
    """
    gone = {member.member_id for member in leaving}
    classic = ClassicGroup(group.group_id, shard.wall_clock.time_ms(now_ms))
    classic.state = GroupState.STABLE
    classic.protocol_type = CONSUMER_PROTOCOL_TYPE
    classic.generation = group.epoch
    sources: dict[str, str] = {}
    for member_id in timeline_order(group.members):
        if member_id not in gone:
            _add(classic, member_id, group.members[member_id].profile)
            sources[member_id] = member_id
    if joining is not None:
        member, profile = joining
        _add(classic, member.member_id, profile)
        assert profile.instance_id is not None
        sources[member.member_id] = group.static_members[profile.instance_id]
    classic.protocol = classic.select_protocol()
    classic.read_subscriptions()
    _assign(shard, group, classic, sources)
    tombstones = _tombstones(group, {old: new for new, old in sources.items()})
    return classic, [*tombstones, current(classic)]


def _tombstones(group: ConsumerGroup, names: dict[str, str]) -> list[Record]:
    """The end of the group and its members, of whom one has another id by now."""
    tombstones = list(group.tombstones())
    for record in tombstones:
        key = record.key
        if hasattr(key, "member_id"):
            key.member_id = names.get(key.member_id, key.member_id)
    return tombstones


def _add(classic: ClassicGroup, member_id: str, profile: Profile) -> None:
    assert profile.classic is not None
    member = ClassicMember(
        member_id,
        profile.instance_id,
        client_id=profile.client_id,
        client_host=profile.client_host,
    )
    member.rebalance_timeout_ms = profile.rebalance_timeout_ms
    member.session_timeout_ms = profile.classic.session_timeout_ms
    classic.add(member)
    classic.set_protocols(member, profile.classic.protocols)


def _assign(
    shard: GroupShard, group: ConsumerGroup, classic: ClassicGroup, sources: dict[str, str]
) -> None:
    """Give every member the target of the member that it was."""
    for member in classic.members.values():
        try:
            version = version_of(member.metadata(classic.protocol))
        except DecodeError as error:
            text = f"Cannot downgrade the classic group {group.group_id}: {error}."
            raise ApiError(ErrorCode.GROUP_ID_NOT_FOUND, text) from None
        target = group.targets.get(sources[member.member_id], {})
        member.assignment = write_assignment(version, target, shard.metadata)


def become_classic(
    shard: GroupShard, planned: ClassicGroup, records: Sequence[Record], now_ms: int
) -> ClassicGroup:
    """Write a downgrade; the group lives on with all the protocols that its members offered.

    A record has only the one that the group uses. Raises `ApiError` if it cannot be written.
    """
    shard.log.append(records, now_ms)
    group = shard.classic_group(planned.group_id)
    assert group is not None, "the last record makes it"
    for member_id, known in planned.members.items():
        group.set_protocols(group.members[member_id], known.protocols)
    for member in group.ordered_members():
        restart_session(shard, group, member, now_ms)
    return group


def downgrade(
    shard: GroupShard, group: ConsumerGroup, leaving: Sequence[ConsumerMember], now_ms: int
) -> None:
    """Let members leave, and those who stay share anew as a classic group.

    Raises `ApiError` if it cannot be written.
    """
    planned, records = downgraded(shard, group, leaving, now_ms)
    prepare(shard, become_classic(shard, planned, records, now_ms), now_ms)
