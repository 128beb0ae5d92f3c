"""Groups that do not come to rest, and those that could do better."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.dump.detectors.counting import Repeats
from kafkawire.dump.detectors.detector import (
    INFO,
    OF_GROUP,
    REBALANCES,
    RETRIES,
    Counted,
    Detector,
    Finding,
    Threshold,
    named,
    seconds,
    who,
)
from kafkawire.dump.log.words import counted
from kafkawire.dump.state.memory import Memory
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode

if TYPE_CHECKING:
    from kafkawire.dump.model import Exchange

JOIN_GROUP = ApiKey.JOIN_GROUP.value
CONSUMER_GROUP_HEARTBEAT = ApiKey.CONSUMER_GROUP_HEARTBEAT.value
SHARE_GROUP_HEARTBEAT = ApiKey.SHARE_GROUP_HEARTBEAT.value
STREAMS_GROUP_HEARTBEAT = ApiKey.STREAMS_GROUP_HEARTBEAT.value
HEARTBEATS = frozenset((CONSUMER_GROUP_HEARTBEAT, SHARE_GROUP_HEARTBEAT, STREAMS_GROUP_HEARTBEAT))
GROUPS_MAX = 4_096
COORDINATORS: dict[int, str] = {
    ErrorCode.COORDINATOR_LOAD_IN_PROGRESS: "is loading",
    ErrorCode.COORDINATOR_NOT_AVAILABLE: "is not available",
    ErrorCode.NOT_COORDINATOR: "is another broker",
}


def _group(exchange: Exchange) -> str:
    groups = () if exchange.request is None else exchange.request.facts.groups
    return groups[0] if groups else ""


class RebalanceLoop(Counted):
    """Generation after generation."""

    NAME = "rebalance-loop"
    SUBJECT = REBALANCES
    SCOPE = OF_GROUP
    WHAT = "a group has one rebalance after another"
    WHY = "While it rebalances it consumes little or nothing, and work is done twice."
    ADVICE = (
        "See why members come and go (session.timeout.ms, max.poll.interval.ms, crashes), and give "
        "them group.instance.id so that restarts do not count."
    )
    # A deployment of a few members is over with less.
    THRESHOLDS = (
        Threshold("count", 5, "new generations or epochs of a group"),
        Threshold("window_ms", 60_000, "within this time"),
    )
    APIS = frozenset((JOIN_GROUP, *HEARTBEATS))

    def start(self) -> None:
        """The latest generation by group."""
        super().start()
        self._generations: Memory[str, int] = Memory(GROUPS_MAX)

    def exchange(self, exchange: Exchange, now_ns: int) -> Finding | None:
        """Count each new generation once, whoever hears of it."""
        response = exchange.response
        if response is None or response.facts.error_codes:
            return None
        values = response.values
        generation = values.get("generationId", values.get("memberEpoch", 0))
        group = _group(exchange)
        known = self._generations.use(group)
        if generation <= 0 or generation == known:
            return None
        if known is not None and generation < known and response.api_key in HEARTBEATS:
            return None  # a member that is behind
        self._generations.keep(group, generation)
        # The first that is seen is no news.
        if known is None or not self.repeats.add(group, now_ns):
            return None
        text = f"group {group} rebalanced {self.often}, up to generation {generation}"
        return self.finding(text, now_ns, exchange)


class CooperativeChurn(Detector):
    """Cooperative rounds without a change of members."""

    NAME = "cooperative-churn"
    SUBJECT = REBALANCES
    SCOPE = OF_GROUP
    WHAT = "a cooperative group goes through round after round though its members stay the same"
    WHY = "Partitions are given back and taken again, and nothing is won by it."
    ADVICE = (
        "Let all members subscribe to the same topics with the same assignors, and make revoking "
        "fast; the protocol of KIP-848 needs no rounds."
    )
    # Each change has a second round, in which what was given back is handed out, but no third.
    THRESHOLDS = (
        Threshold("count", 3, "rounds with the same members"),
        Threshold("window_ms", 60_000, "within this time"),
    )
    APIS = frozenset((JOIN_GROUP,))

    def start(self) -> None:
        """Members and generation by group, as the leader was told."""
        self._known: Memory[str, tuple[int, int]] = Memory(GROUPS_MAX)
        self._repeats = Repeats(self.at("count"), self.at("window_ms"))

    def exchange(self, exchange: Exchange, now_ns: int) -> Finding | None:
        """Compare the members with those before; only the leader's response has them."""
        response = exchange.response
        if response is None or response.facts.error_codes:
            return None
        values = response.values
        members = values.get("members")
        if not members or "cooperative" not in (values.get("protocolName") or ""):
            return None
        group = _group(exchange)
        generation = values.get("generationId", -1)
        same = hash(frozenset(member.get("memberId") for member in members))
        known = self._known.use(group)
        self._known.keep(group, (generation, same))
        is_next = known is not None and generation - known[0] in (0, 1)
        if known is None or known[1] != same or not is_next:
            # Others may have been members of generations that were not seen.
            self._repeats.forget(group)
            return None
        if known[0] == generation or not self._repeats.add(group, now_ns):
            return None
        text = (
            f"group {group} rebalanced {self.at('count')} times within "
            f"{seconds(self.at('window_ms'))} though its {counted(len(members), 'member')} stayed "
            "the same"
        )
        return self.finding(text, now_ns, exchange)


class ClassicGroup(Counted):
    """The older group protocol where the newer one is there."""

    NAME = "classic-group"
    SEVERITY = INFO
    SUBJECT = REBALANCES
    WHAT = "a consumer group uses the classic protocol though the brokers offer that of KIP-848"
    WHY = "Each change stops the whole group; the newer protocol moves single partitions."
    ADVICE = "Set group.protocol=consumer once all members' clients know it."
    # The first join shows it.
    THRESHOLDS = (
        Threshold("count", 1, "joins of a group"),
        Threshold("window_ms", 60_000, "within this time"),
    )
    APIS = frozenset((JOIN_GROUP,))
    QUIET_MS = 3_600_000

    def exchange(self, exchange: Exchange, now_ns: int) -> Finding | None:
        """See what the broker has offered on the same connection."""
        request = exchange.request
        if request is None or CONSUMER_GROUP_HEARTBEAT not in exchange.connection.ranges:
            return None
        if request.values.get("protocolType") != "consumer":
            return None
        group = _group(exchange)
        if not self.repeats.add(group, now_ns):
            return None
        text = f"group {group} uses the classic protocol where the broker has that of KIP-848"
        return self.finding(text, now_ns, exchange)


class CoordinatorChurn(Counted):
    """Coordinators that are not where they are looked for."""

    NAME = "coordinator-churn"
    SUBJECT = RETRIES
    SCOPE = OF_GROUP
    WHAT = "a group or transaction loses its coordinator again and again"
    WHY = "Commits, heartbeats and transactions wait until it is found anew."
    ADVICE = (
        "Look for brokers that restart or lose leadership, and whether the partitions of "
        "__consumer_offsets and __transaction_state have all their replicas."
    )
    # One move is found out by a few requests that are on their way.
    THRESHOLDS = (
        Threshold("count", 5, "answers that the coordinator is elsewhere, loading or not there"),
        Threshold("window_ms", 30_000, "within this time"),
    )
    CODES = frozenset(COORDINATORS)

    def failed(self, exchange: Exchange, code: int, now_ns: int) -> Finding | None:
        """Count such answers by what they are about."""
        request = exchange.request
        if request is None:
            return None
        facts = request.facts
        names = facts.groups + facts.transactional_ids
        if not self.repeats.add(names, now_ns):
            return None
        noun = "group" if facts.groups or not names else "transactional id"
        text = (
            f"{who(exchange.connection)}: the coordinator of {named(names, noun)} "
            f"{COORDINATORS[code]}, {self.often}"
        )
        return self.finding(text, now_ns, exchange)
