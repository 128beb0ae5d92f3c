"""The offset to which a follower truncates, given the end of an epoch in the leader's log.

The leader's part comes from OffsetForLeaderEpoch (KIP-101, KIP-279), or from the diverging epoch
of a Fetch response (KIP-595). Kafka: `AbstractFetcherThread.getOffsetTruncationState`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kafkawire.log.leader_epochs import LeaderEpochCache

UNDEFINED = -1


class EpochEnd(NamedTuple):
    """The largest epoch of the leader not above the follower's, and the offset after it.

    `epoch` is -1 from a leader that does not return it, `offset` if the leader has no such epoch.
    """

    epoch: int
    offset: int


class Truncation(NamedTuple):
    """The new end of the follower's log; `is_complete` if the logs agree below it."""

    offset: int
    is_complete: bool


def truncation(
    leader: EpochEnd, epochs: LeaderEpochCache, *, log_end_offset: int, initial_offset: int
) -> Truncation:
    """Return where the follower's log has to end (fetch G-50).

    Args:
        leader: The response of the leader.
        epochs: The epochs of the follower's log.
        log_end_offset: The end of the follower's log.
        initial_offset: The follower's fetch offset: its high watermark when it began to truncate.
    """
    if leader.offset == UNDEFINED:
        return Truncation(initial_offset, is_complete=True)
    if leader.epoch == UNDEFINED:
        return Truncation(min(leader.offset, log_end_offset), is_complete=True)
    epoch, end = epochs.end_offset_for(leader.epoch, log_end_offset)
    if epoch == UNDEFINED:
        return Truncation(min(leader.offset, log_end_offset), is_complete=True)
    if epoch != leader.epoch:
        # The leader's epoch is unknown here: what follows `epoch` is not in the leader's log.
        return Truncation(min(end, log_end_offset), is_complete=False)
    return Truncation(min(end, leader.offset, log_end_offset), is_complete=True)
