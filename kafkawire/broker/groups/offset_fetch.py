"""OffsetFetch: what a group has committed.

A group that does not exist has committed nothing, and that is no error (groups C-23). Nor does
anybody check here whether topics exist: the answer is what was committed, -1 if nothing was.
"""

from __future__ import annotations

from typing import NamedTuple

from kafkawire.java_order import timeline_order
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.offset_fetch_response import OffsetFetchResponse
from kafkawire.protocol.primitives import ZERO_UUID

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from kafkawire.broker.groups.offsets import CommittedOffset
    from kafkawire.broker.groups.shard import GroupShard

FetchedPartition = OffsetFetchResponse.OffsetFetchResponsePartitions

NO_OFFSET = -1


class Wanted(NamedTuple):
    """The partitions of a topic that are asked for; the id is zero if the client gave none."""

    name: str
    topic_id: bytes
    partitions: Collection[int]


class OffsetReader:
    """Reads the offsets of one group; `require_stable` refuses those a transaction may change."""

    __slots__ = ("_group_id", "_require_stable", "_shard")

    def __init__(self, shard: GroupShard, group_id: str, *, require_stable: bool) -> None:
        self._shard = shard
        self._group_id = group_id
        self._require_stable = require_stable

    def everything(self) -> Iterable[Wanted]:
        """All that the group has committed (not what is only pending, groups C-26).

        In the order of Kafka's tables, while nothing has been taken out of them.
        """
        topics = self._shard.offsets.of_group(self._group_id)
        for name in timeline_order(topics):
            yield Wanted(name, ZERO_UUID, timeline_order(topics[name]))

    def read(self, wanted: Wanted) -> list[FetchedPartition]:
        """The offsets of one topic's partitions."""
        return [self._fetched(wanted, partition) for partition in wanted.partitions]

    def _fetched(self, wanted: Wanted, partition: int) -> FetchedPartition:
        offsets = self._shard.offsets
        if self._require_stable and offsets.is_pending(self._group_id, wanted.name, partition):
            return no_offset(partition, ErrorCode.UNSTABLE_OFFSET_COMMIT)
        committed = offsets.get(self._group_id, wanted.name, partition)
        if committed is None or _is_of_another_topic(wanted.topic_id, committed):
            return no_offset(partition, ErrorCode.NONE)
        return FetchedPartition(
            partition_index=partition,
            committed_offset=committed.offset,
            committed_leader_epoch=committed.leader_epoch,
            metadata=committed.metadata,
        )


def no_offset(partition: int, code: int) -> FetchedPartition:
    """A partition without an offset, whether that is an error or not."""
    return FetchedPartition(
        partition_index=partition,
        committed_offset=NO_OFFSET,
        committed_leader_epoch=-1,
        metadata="",
        error_code=code,
    )


def _is_of_another_topic(topic_id: bytes, committed: CommittedOffset) -> bool:
    """Whether an offset belongs to a former topic of the same name (groups C-28)."""
    return ZERO_UUID not in (topic_id, committed.topic_id) and topic_id != committed.topic_id
