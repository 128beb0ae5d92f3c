"""Forgetting: offsets that are too old, groups without offsets, offsets of deleted topics.

How old an offset may get depends on who it belongs to (KIP-211, groups C-51):

    group                                   counted from
    never joined ("simple")                 the commit
    Empty, with a protocol type             the moment when the group became empty
    `consumer`, Stable                      the commit, and only for topics nobody subscribes to
    any other                               never
    committed with a retention of its own   the time that the commit named, in every group

Topics that a member subscribes to never lose their offsets by age.
"""

from __future__ import annotations

from functools import partial

from kafkawire.broker.groups.records import Record, offset_record
from kafkawire.protocol.errors import ApiError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.groups.group import Group
    from kafkawire.broker.groups.offsets import CommittedOffset
    from kafkawire.broker.groups.shard import GroupShard

UNKNOWN_TIMESTAMP = -1


def schedule(shard: GroupShard, now_ms: int) -> None:
    """Look for expired offsets one check interval from now, and again and again."""
    interval_ms = shard.settings.retention_check_interval_ms
    shard.expiry_timer = shard.timers.at(now_ms + interval_ms, partial(_run, shard))


def _run(shard: GroupShard, now_ms: int) -> None:
    schedule(shard, now_ms)
    expire(shard, now_ms)


def expire(shard: GroupShard, now_ms: int) -> None:
    """Write tombstones for what has expired; a failed write is tried again next time."""
    records: list[Record] = []
    time_ms = shard.wall_clock.time_ms(now_ms)
    for group in shard.groups.values():
        records += _expired(shard, group, time_ms)
    try:
        shard.log.append_in_parts(records, now_ms)
    except ApiError:
        pass


def _expired(shard: GroupShard, group: Group, time_ms: int) -> list[Record]:
    """Tombstones of a group's expired offsets, and of the group if nothing keeps it."""
    group_id = group.group_id
    records: list[Record] = []
    kept = 0
    for topic, partition in shard.offsets.partitions_of(group_id):
        offset = shard.offsets.get(group_id, topic, partition)
        is_pending = shard.offsets.is_pending(group_id, topic, partition)
        if offset is None or is_pending or not _is_expired(shard, group, (topic, offset), time_ms):
            kept += 1
        else:
            records.append(offset_record(group_id, topic, partition, None))
    if not kept and group.is_empty:
        records += group.tombstones()
    return records


def _is_expired(
    shard: GroupShard, group: Group, committed: tuple[str, CommittedOffset], time_ms: int
) -> bool:
    topic, offset = committed
    if group.is_subscribed_to(topic):
        return False
    if offset.expire_timestamp_ms != UNKNOWN_TIMESTAMP:
        return time_ms >= offset.expire_timestamp_ms
    since_ms = group.ages_from(offset)
    return since_ms is not None and time_ms - since_ms >= shard.settings.retention_ms


def forget_topic(shard: GroupShard, topic: str, existing_id: bytes | None, now_ms: int) -> None:
    """Write tombstones for the offsets of a deleted topic (groups C-47).

    If a topic of that name exists again, offsets that were committed to it stay.
    """
    records: list[Record] = []
    for group_id in shard.offsets.groups_of_topic(topic):
        for partition in shard.offsets.partitions_of_topic(group_id, topic):
            ids = shard.offsets.topic_ids_of(group_id, topic, partition)
            if ids != {existing_id}:
                records.append(offset_record(group_id, topic, partition, None))
    try:
        shard.log.append_in_parts(records, now_ms)
    except ApiError:
        pass
