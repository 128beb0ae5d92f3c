"""Habits of consumers that commit offsets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.dump.detectors.counting import MS, Silence
from kafkawire.dump.detectors.detector import (
    INFO,
    REBALANCES,
    Counted,
    Detector,
    Finding,
    Threshold,
    named,
    seconds,
    who,
)
from kafkawire.dump.state.memory import Memory
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode

if TYPE_CHECKING:
    from kafkawire.dump.model import Connection, Exchange

OFFSET_COMMIT = ApiKey.OFFSET_COMMIT.value
COMMITTERS_MAX = 4_096
Committer = tuple[int, tuple[str, ...]]
"""A connection's number and the groups that commits name."""
REFUSALS: dict[int, str] = {
    ErrorCode.ILLEGAL_GENERATION: "the group has gone on without the member",
    ErrorCode.UNKNOWN_MEMBER_ID: "the group does not know the member",
    ErrorCode.REBALANCE_IN_PROGRESS: "the group is rebalancing",
    ErrorCode.STALE_MEMBER_EPOCH: "the member is behind its group",
}


def _committer(exchange: Exchange) -> tuple[int, tuple[str, ...]] | None:
    """The connection, which is one member's, and its group."""
    request = exchange.request
    return None if request is None else (exchange.connection.number, request.facts.groups)


class Overcommit(Counted):
    """Commits after each record or so."""

    NAME = "overcommit"
    WHAT = "a consumer commits offsets many times a second"
    WHY = "Each commit is a replicated write, often dearer than the record it is for."
    ADVICE = "Commit after batches, or every few seconds; little is read again after a crash."
    # Ten a second; who commits after each poll of many records commits less.
    THRESHOLDS = (
        Threshold("count", 50, "commits on a connection"),
        Threshold("window_ms", 5_000, "within this time"),
    )
    APIS = frozenset((OFFSET_COMMIT,))

    def exchange(self, exchange: Exchange, now_ns: int) -> Finding | None:
        """Count commits."""
        key = _committer(exchange)
        if key is None or not self.often_on(exchange.connection, now_ns):
            return None
        text = (
            f"{who(exchange.connection)} commits offsets of {named(key[1], 'group')} {self.often}"
        )
        return self.finding(text, now_ns, exchange)


class AutoCommit(Detector):
    """Commits like clockwork."""

    NAME = "auto-commit-cadence"
    SEVERITY = INFO
    WHAT = "a consumer commits at a regular interval, as enable.auto.commit=true does"
    WHY = "Offsets go by time, not by work done: after a crash records are lost or done twice."
    ADVICE = "Set enable.auto.commit=false and commit once the work on the records is done."
    # Work seldom takes the same time six times over. The default interval is 5 s.
    THRESHOLDS = (
        Threshold("count", 6, "equal intervals one after another on a connection"),
        Threshold("percent", 10, "that intervals differ from each other at most"),
        Threshold("least_ms", 1_000, "of an interval"),
        Threshold("most_ms", 60_000, "of an interval"),
    )
    APIS = frozenset((OFFSET_COMMIT,))
    SEES_CLOSING = True

    def start(self) -> None:
        """By connection: who last committed, when, the first interval, how many are like it."""
        self._known: Memory[int, tuple[Committer | None, int, int, int]] = Memory(COMMITTERS_MAX)
        self._silence = Silence(3_600_000)

    def closed(self, connection: Connection) -> Finding | None:
        """Forget a connection; who commits once more begins anew."""
        self._known.pop(connection.number, None)
        return None

    def exchange(self, exchange: Exchange, now_ns: int) -> Finding | None:
        """Compare the time since the last commit with that before."""
        key = _committer(exchange)
        if key is None or exchange.request is None:
            return None
        commit_ns, number = exchange.request.time_ns, key[0]
        latest, last_ns, interval, count = self._known.get(number) or (None, commit_ns, 0, 0)
        passed = commit_ns - last_ns
        is_regular = self.at("least_ms") * MS <= passed <= self.at("most_ms") * MS
        if latest != key or not is_regular:
            self._known.keep(number, (key, commit_ns, 0, 0))
            return None
        if abs(passed - interval) * 100 > self.at("percent") * interval:
            interval, count = passed, 0
        count += 1
        self._known.keep(number, (key, commit_ns, interval, count))
        if count < self.at("count") or not self._silence.breaks(key, now_ns):
            return None
        every = seconds(round(interval / MS, -2))
        group = named(key[1], "group")
        text = (
            f"{who(exchange.connection)} commits offsets of {group} every {every}, as "
            "enable.auto.commit=true does"
        )
        return self.finding(text, now_ns, exchange)


class CommitDuringRebalance(Counted):
    """Commits that come too late for their generation."""

    NAME = "commit-during-rebalance"
    SUBJECT = REBALANCES
    WHAT = "commits are refused since the group rebalances or has gone on without the member"
    WHY = "The records are done, but their offsets are not kept: others do them again."
    ADVICE = (
        "Commit in onPartitionsRevoked, work in smaller portions, and use cooperative or KIP-848 "
        "rebalancing."
    )
    # One is on its way when any rebalance begins.
    THRESHOLDS = (
        Threshold("count", 3, "refused commits of a group"),
        Threshold("window_ms", 60_000, "within this time"),
    )
    CODES = frozenset(REFUSALS)

    def failed(self, exchange: Exchange, code: int, now_ns: int) -> Finding | None:
        """Count refusals of commits, but of nothing else."""
        request = exchange.request
        if request is None or request.api_key != OFFSET_COMMIT:
            return None
        groups = request.facts.groups
        if not self.repeats.add(groups, now_ns):
            return None
        text = f"commits of {named(groups, 'group')} are refused {self.often}: {REFUSALS[code]}"
        return self.finding(text, now_ns, exchange)
