"""Topics by regular expression: what members ask for, and when that is looked up (groups D.5).

Matching all topics takes its time, so it is not done within a heartbeat: it happens soon after, for
all expressions of the group at once, is written by itself, and the next heartbeats deliver. It
happens again when topics have been created, but not before ten seconds have passed, and from time
to time. The rights are those of whoever had it done. (Kafka's `maybeUpdateRegularExpressions` and
`handleRegularExpressionsResult`.)
"""

from __future__ import annotations

from kafkawire.broker.coordinated_topic import AT_NEXT_TICK
from kafkawire.broker.groups.consumer import regular_expressions
from kafkawire.broker.groups.consumer.group import METADATA_REFRESH_MS
from kafkawire.broker.groups.consumer.metadata_hash import hash_of
from kafkawire.broker.groups.consumer.records import epoch_record, regex_record
from kafkawire.broker.groups.consumer.regular_expressions import Matching
from kafkawire.broker.groups.consumer.subscriptions import ResolvedRegex
from kafkawire.broker.security.authorizer import Operation
from kafkawire.java_order import java_hash_order
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.consumer_group_regular_expression_value import (
    ConsumerGroupRegularExpressionValue,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from kafkawire.broker.groups.consumer.change import Change
    from kafkawire.broker.groups.consumer.group import ConsumerGroup
    from kafkawire.broker.groups.records import Record
    from kafkawire.broker.groups.shard import GroupShard
    from kafkawire.broker.security.access import Access

PAUSE_MS = 10_000
"""Expressions of a group are not looked up again before so much time has passed."""

MATCHES_PER_TURN = 1_000
"""Matches that are tried until others get a turn: some ten milliseconds."""


def gives_topics(change: Change) -> bool:
    """Whether the member reads other topics at once because of its expression (groups D-47).

    Raises `ApiError` with INVALID_REGULAR_EXPRESSION for one that is new to the group, and wrong.
    """
    known, said = change.member.profile.topic_regex, change.profile.topic_regex
    if said == known:
        return False
    subscriptions = change.group.subscriptions
    if not said:
        return True
    if said not in subscriptions.regexes:
        regular_expressions.check(said)
        return False
    return said in subscriptions.resolved


def are_due(shard: GroupShard, group: ConsumerGroup, wanted: Collection[str], now_ms: int) -> bool:
    """Whether it is time to look up the expressions that members have then (groups D-48)."""
    if not wanted or group.resolution is not None:
        return False
    resolved = group.subscriptions.resolved
    last = next(iter(resolved.values()), None)
    if last is None:
        return True
    age_ms = shard.wall_clock.time_ms(now_ms) - last.timestamp_ms
    if 0 <= age_ms <= PAUSE_MS:
        return False
    return (
        len(wanted) != len(resolved)
        or last.version < shard.watch.created_version
        or age_ms < 0  # the wall clock was set back
        or age_ms > shard.settings.consumer_regex_refresh_interval_ms
    )


def look_up(
    shard: GroupShard,
    group: ConsumerGroup,
    wanted: Collection[str],
    access: Access | None,
    now_ms: int,
) -> None:
    """Have the expressions matched with all topics of now, soon."""
    lookup = _LookUp(shard, group, tuple(wanted), access)
    group.resolution = shard.timers.at(now_ms, lookup.go_on)


class _LookUp:
    """Expressions of a group on their way to be resolved, a slice in each tick.

    Topics that come meanwhile are of a later version of the metadata, and so a reason to look
    again.
    """

    __slots__ = ("_access", "_group", "_matching", "_shard", "_version", "_wanted")

    def __init__(
        self,
        shard: GroupShard,
        group: ConsumerGroup,
        wanted: tuple[str, ...],
        access: Access | None,
    ) -> None:
        self._shard = shard
        self._group = group
        self._wanted = wanted
        self._access = access
        self._matching = Matching(wanted, shard.metadata.topics)
        self._version = shard.metadata.applied_offset

    def go_on(self, now_ms: int) -> None:
        if self._matching.go_on(MATCHES_PER_TURN):
            self._group.resolution = self._shard.timers.at(AT_NEXT_TICK, self.go_on)
            return
        self._group.resolution = None
        time_ms = self._shard.wall_clock.time_ms(now_ms)
        resolved = {
            regex: ResolvedRegex(self._visible(regex), self._version, time_ms)
            for regex in java_hash_order(self._wanted)
            if regex in self._group.subscriptions.regexes
        }
        try:
            _write(self._shard, self._group, resolved, now_ms)
        except ApiError as error:
            # The next heartbeat has it tried again; what is too large, only after a pause.
            if error.code == ErrorCode.UNKNOWN_SERVER_ERROR:
                pause = self._shard.timers.at(now_ms + PAUSE_MS, self._end_pause)
                self._group.resolution = pause

    def _end_pause(self, now_ms: int) -> None:
        del now_ms
        self._group.resolution = None

    def _visible(self, regex: str) -> tuple[str, ...]:
        """In order, and without those that the member may not know of (groups D-46)."""
        topics = self._matching.found.get(regex, [])
        access = self._access
        if access is not None:
            topics = [each for each in topics if access.to_topic(Operation.DESCRIBE, each)]
        return tuple(sorted(topics))


def _write(
    shard: GroupShard, group: ConsumerGroup, resolved: dict[str, ResolvedRegex], now_ms: int
) -> None:
    """Write what was found; if it is anything new, the group has reason for another epoch."""
    group_id = group.group_id
    known = group.subscriptions.resolved
    subscriptions = group.subscriptions.copy()
    records: list[Record] = []
    is_new = False
    for regex, found in resolved.items():
        before = known.get(regex)
        is_new = is_new or found.topics != (() if before is None else before.topics)
        subscriptions.resolve(regex, found)
        records.append(regex_record(group_id, regex, _value(found)))
    metadata_hash = hash_of(subscriptions.topics, shard.metadata)
    bumps = is_new or metadata_hash != group.metadata_hash
    if bumps:
        records.append(epoch_record(group_id, group.epoch + 1, metadata_hash))
    shard.log.append(records, now_ms)
    if bumps:
        shard.rebalances += 1
        group.metadata_deadline_ms = now_ms + METADATA_REFRESH_MS


def _value(found: ResolvedRegex) -> ConsumerGroupRegularExpressionValue:
    return ConsumerGroupRegularExpressionValue(
        topics=list(found.topics), version=found.version, timestamp=found.timestamp_ms
    )
