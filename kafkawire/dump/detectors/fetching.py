"""Habits of consumers that fetch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.dump.detectors.counting import MS, Repeats
from kafkawire.dump.detectors.detector import (
    ERROR,
    SESSIONS,
    Counted,
    Detector,
    Finding,
    Threshold,
    client_of,
    named,
    seconds,
    who,
)
from kafkawire.dump.detectors.naming import topics_with
from kafkawire.dump.detectors.peeking import FETCH, fetch_of
from kafkawire.dump.log.words import counted
from kafkawire.dump.state.memory import Memory
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode

if TYPE_CHECKING:
    from kafkawire.dump.model import Exchange

CONNECTIONS_MAX = 4_096
LEAVE_GROUP = ApiKey.LEAVE_GROUP.value
POLL_REASON = "poll timeout"
"""What Java's consumer gives as its reason to leave when the application did not poll."""

_SESSION_ERRORS: dict[int, str] = {
    ErrorCode.FETCH_SESSION_ID_NOT_FOUND: "fetch session",
    ErrorCode.INVALID_FETCH_SESSION_EPOCH: "fetch session",
    ErrorCode.SHARE_SESSION_NOT_FOUND: "share session",
    ErrorCode.INVALID_SHARE_SESSION_EPOCH: "share session",
}
_OUT_OF_STEP = (ErrorCode.INVALID_FETCH_SESSION_EPOCH, ErrorCode.INVALID_SHARE_SESSION_EPOCH)


class TightFetchPolling(Counted):
    """Fetches that come back empty at once."""

    NAME = "tight-fetch-polling"
    SUBJECT = SESSIONS
    WHAT = "a consumer asks again and again, and gets nothing each time"
    WHY = "Broker and consumer burn CPU and network on empty answers."
    ADVICE = "Raise fetch.max.wait.ms (500) and fetch.min.bytes, and poll with a timeout above 0."
    # By default a fetch waits half a second for something: two a second; twenty hardly wait.
    THRESHOLDS = (
        Threshold("count", 100, "empty answers on a connection"),
        Threshold("window_ms", 5_000, "within this time"),
    )
    APIS = frozenset((FETCH,))

    def exchange(self, exchange: Exchange, now_ns: int) -> Finding | None:
        """Count answers without records and errors."""
        response = exchange.response
        if response is None:
            return None
        facts = response.facts
        if facts.records_bytes or facts.error_codes or response.problem is not None:
            return None
        if not self.often_on(exchange.connection, now_ns):
            return None
        peek = None if exchange.request is None else fetch_of(exchange.request)
        waits = (
            ""
            if peek is None
            else f", waiting {peek.max_wait_ms} ms for {counted(peek.min_bytes, 'byte')}"
        )
        text = f"{who(exchange.connection)} fetched nothing {self.often}{waits}"
        return self.finding(text, now_ns, exchange)


class SlowPoll(Detector):
    """Consumers that take long for what they got."""

    NAME = "slow-poll"
    WHAT = "a consumer takes very long between a fetch with records and the next"
    WHY = "Past max.poll.interval.ms it is thrown out of its group, and its work is done twice."
    ADVICE = (
        "Lower max.poll.records or do the work elsewhere (pause, then resume), and raise "
        "max.poll.interval.ms only if the work must take that long."
    )
    # A tenth of the default of max.poll.interval.ms; once may be a pause, twice is how it works.
    THRESHOLDS = (
        Threshold("gap_ms", 30_000, "from an answer with records to the next fetch"),
        Threshold("count", 2, "gaps of a client"),
        Threshold("window_ms", 600_000, "within this time"),
    )
    APIS = frozenset((FETCH, LEAVE_GROUP))

    def start(self) -> None:
        """When records came, by connection; gaps by client."""
        self._records_ns: Memory[int, int] = Memory(CONNECTIONS_MAX)
        self._gap_ns = self.at("gap_ms") * MS
        self._repeats = Repeats(self.at("count"), self.at("window_ms"))

    def exchange(self, exchange: Exchange, now_ns: int) -> Finding | None:
        """See how long the last records took, and remember when these came."""
        request, response = exchange.request, exchange.response
        if exchange.message.api_key == LEAVE_GROUP:
            return self._leaving(exchange, now_ns)
        number = exchange.connection.number
        since = self._records_ns.get(number)
        if response is not None and response.facts.records_bytes:
            self._records_ns.keep(number, now_ns)
        elif since is not None:
            del self._records_ns[number]
        if since is None or request is None or request.time_ns - since < self._gap_ns:
            return None
        if not exchange.connection.is_unbroken(since):
            return None  # There may have been a fetch among what was lost.
        return self._slow(exchange, request.time_ns, since)

    def not_decoded(self, exchange: Exchange) -> None:
        """A fetch all the same: no gap reaches over it."""
        self._records_ns.pop(exchange.connection.number, None)

    def _slow(self, exchange: Exchange, asked_ns: int, since_ns: int) -> Finding | None:
        connection = exchange.connection
        if not self._repeats.add(client_of(connection), asked_ns):
            return None
        taken = seconds((asked_ns - since_ns) // MS)
        text = f"{who(connection)} fetched again only {taken} after it got records"
        return self.finding(text, asked_ns, exchange)

    def _leaving(self, exchange: Exchange, now_ns: int) -> Finding | None:
        members = exchange.message.values.get("members") or ()
        if not any(POLL_REASON in (member.get("reason") or "") for member in members):
            return None
        group = named(exchange.message.facts.groups, "group")
        text = f"{who(exchange.connection)} leaves {group}: it did not poll in time"
        return self.finding(text, now_ns, exchange)


class FetchSessionCascade(Counted):
    """Fetch sessions that the broker does not know, one after another."""

    NAME = "fetch-session-cascade"
    SUBJECT = SESSIONS
    WHAT = "fetch sessions are lost again and again"
    WHY = "Each time the client starts over with a full fetch of all its partitions."
    ADVICE = (
        "Raise max.incremental.fetch.session.cache.slots of the brokers, or run fewer consumers; "
        "look for clients that share a connection wrongly if epochs are out of step."
    )
    # A broker that restarts loses each session once.
    THRESHOLDS = (
        Threshold("count", 3, "session errors of a client"),
        Threshold("window_ms", 30_000, "within this time"),
    )
    CODES = frozenset(_SESSION_ERRORS)

    def failed(self, exchange: Exchange, code: int, now_ns: int) -> Finding | None:
        """Count session errors."""
        if not self.repeats.add(client_of(exchange.connection), now_ns):
            return None
        text = (
            f"the {_SESSION_ERRORS[code]} of {who(exchange.connection)} "
            f"{'is out of step' if code in _OUT_OF_STEP else 'is not known to the broker'}, "
            f"{self.often}"
        )
        return self.finding(text, now_ns, exchange)


class OffsetOutOfRange(Counted):
    """Offsets that the log does not have."""

    NAME = "offset-out-of-range"
    SEVERITY = ERROR
    WHAT = "a consumer asks for an offset that is no more, or not yet, there"
    WHY = "By auto.offset.reset it then skips records, or reads all of them again."
    ADVICE = (
        "Let consumers keep up with retention (or raise retention.ms), and watch their lag; set "
        "auto.offset.reset=none where records must not be skipped."
    )
    # Each may be records that are skipped.
    THRESHOLDS = (
        Threshold("count", 1, "such answers to a client"),
        Threshold("window_ms", 60_000, "within this time"),
    )
    CODES = frozenset((ErrorCode.OFFSET_OUT_OF_RANGE,))

    def failed(self, exchange: Exchange, code: int, now_ns: int) -> Finding | None:
        """Count such answers."""
        topics = topics_with(exchange, code)
        if not self.repeats.add((*client_of(exchange.connection), topics), now_ns):
            return None
        text = (
            f"{who(exchange.connection)} asks for an offset out of range in "
            f"{named(topics, 'topic')}"
        )
        return self.finding(text, now_ns, exchange)
