"""OffsetDelete: forget offsets of topics that nobody in the group reads (KIP-496, groups B-91)."""

from __future__ import annotations

from kafkawire.broker.groups.records import offset_record
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kafkawire.broker.groups.records import Record
    from kafkawire.broker.groups.shard import GroupShard


def delete_offsets(
    shard: GroupShard, group_id: str, topics: Mapping[str, Sequence[int]], now_ms: int
) -> dict[str, ErrorCode]:
    """Delete offsets; returns a code for each topic, the same for all its partitions.

    There may be none to delete. Raises `ApiError` if the group refuses, or the tombstones cannot
    be written.
    """
    group = shard.groups.get(group_id)
    if group is None:
        raise ApiError(ErrorCode.GROUP_ID_NOT_FOUND)
    group.check_offset_deletion()
    codes: dict[str, ErrorCode] = {}
    records: list[Record] = []
    for topic, partitions in topics.items():
        if group.is_subscribed_to(topic):
            codes[topic] = ErrorCode.GROUP_SUBSCRIBED_TO_TOPIC
            continue
        codes[topic] = ErrorCode.NONE
        records += [
            offset_record(group_id, topic, partition, None)
            for partition in dict.fromkeys(partitions)
            if shard.offsets.has(group_id, topic, partition)
        ]
    shard.log.append_in_parts(records, now_ms)
    return codes
