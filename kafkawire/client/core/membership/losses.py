"""Reasons of lost partitions, as errors of commits of their offsets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.client.errors import ClientError, CommitFailed, ServerError
from kafkawire.protocol.error_codes import ErrorCode

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.client.values import TopicPartition


def poll_interval_error(interval_ms: int, partitions: Iterable[TopicPartition]) -> CommitFailed:
    """Return why partitions are lost whose records were held longer than max.poll.interval.ms."""
    return CommitFailed(
        ErrorCode.UNKNOWN_MEMBER_ID,
        f"the application held records longer than max.poll.interval.ms={interval_ms}, so the "
        f"consumer left the group and lost {listed(partitions)}; take fewer records at once "
        "(max.poll.records), call still_working() meanwhile, or raise max.poll.interval.ms",
    )


def overdue_error(partitions: Iterable[TopicPartition]) -> CommitFailed:
    """Return why partitions are lost that the application held longer than a revocation allows."""
    return CommitFailed(
        ErrorCode.REBALANCE_IN_PROGRESS,
        "the group takes partitions away, and the application held records of them longer than "
        f"revocation_budget_ms: lost {listed(partitions)}; call poll more often, or raise it",
    )


def revoked_error(partitions: Iterable[TopicPartition]) -> CommitFailed:
    """Return why offsets of partitions cannot be committed that the group took away."""
    return CommitFailed(
        ErrorCode.REBALANCE_IN_PROGRESS,
        f"the group took {listed(partitions)} away; their records may be another member's now",
    )


def lost_error(partitions: Iterable[TopicPartition], why: ClientError) -> CommitFailed:
    """Return why offsets of partitions cannot be committed: the membership ended because of `why`.

    A reason that is one for commits already stays what it is.
    """
    if isinstance(why, CommitFailed):
        return why
    code = why.code if isinstance(why, ServerError) else ErrorCode.UNKNOWN_MEMBER_ID
    text = f"the consumer lost {listed(partitions)}, which may be another member's now: {why}"
    error = CommitFailed(code, text)
    error.__cause__ = why
    return error


def session_error(group_id: str) -> CommitFailed:
    """Return why partitions are lost if the coordinator answered no heartbeat for too long."""
    return CommitFailed(
        ErrorCode.UNKNOWN_MEMBER_ID,
        f"the coordinator of group {group_id!r} answered no heartbeat within session.timeout.ms, "
        "so the group gives the consumer's partitions to other members",
    )


def no_member_error(group_id: str) -> CommitFailed:
    """Return why a consumer that is no member of its group cannot commit."""
    return CommitFailed(
        ErrorCode.UNKNOWN_MEMBER_ID,
        f"the consumer is no member of group {group_id!r} at the moment; another member may have "
        "its partitions; call poll to join again",
    )


def listed(partitions: Iterable[TopicPartition]) -> str:
    """Return the names of partitions in order, or "no partitions"."""
    return ", ".join(map(str, sorted(partitions))) or "no partitions"
