"""Why a consumer gets nothing, said where it begins.

A consumer that stalls looks like any other: it asks, and is answered with nothing. The reason is in
numbers that stand in different messages: its position (in a request long ago, if it has a session),
the high watermark and last stable offset (in an answer long ago), the transaction that another
client left open. So the reason is put into a note of the exchange in which it begins, and said
again only after it was gone for a minute; who looks at one line sees why the next ones are missing.

    nothing new            the position is the high watermark
    open transaction       a reader of committed records is at the last stable offset, below it
    out of range           the position is not in the log
    throttled              over its quota, the client has to wait
    no leader, moved, not there, not allowed

Most answers have records and no error, and are passed over by two comparisons.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.dump.state.fetches import (
    Key,
    answered_partitions,
    asked,
    asked_partitions,
)
from kafkawire.dump.state.group import UNSEEN
from kafkawire.dump.state.memory import Memory
from kafkawire.dump.state.phrases import error_name, lasted, partitions_text
from kafkawire.dump.state.session_step import OPEN_TRANSACTION
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.wording import counted

if TYPE_CHECKING:
    from collections.abc import Hashable

    from kafkawire.dump.model import Exchange, Message
    from kafkawire.dump.state.fetch_session import FetchSession, Held
    from kafkawire.dump.state.sessions import FetchSessions
    from kafkawire.dump.state.topics import TopicNames
    from kafkawire.dump.state.transactions import Transactions
    from kafkawire.dump.transport import Endpoint

SAID_MAX = 100_000
SAY_AGAIN_NS = 60_000_000_000
"""What was not so for this long is said again when it is."""
NOTES_MAX = 8
"""Notes about partitions of one exchange; the rest is counted."""
NAMED_MAX = 1000
"""Partitions of an idle fetch that are looked at for its note."""
ANSWERS_KEPT_MAX = 10_000
ENDS_KEPT_MAX = 50_000
REBALANCE_SAID_MS_MIN = 1000
NOT_KNOWN = -1

_MILLISECOND = 1_000_000

_ERRORS = {
    ErrorCode.UNKNOWN_TOPIC_OR_PARTITION: "does not exist, or not on this broker",
    ErrorCode.UNKNOWN_TOPIC_ID: "has an id that the broker does not know",
    ErrorCode.INCONSISTENT_TOPIC_ID: "was deleted and made anew: the client has its old id",
    ErrorCode.LEADER_NOT_AVAILABLE: "has no leader",
    ErrorCode.NOT_LEADER_OR_FOLLOWER: "is not led by this broker any more: the client has to look "
    "for the leader",
    ErrorCode.FENCED_LEADER_EPOCH: "has a newer leader than the client knows",
    ErrorCode.UNKNOWN_LEADER_EPOCH: "has a leader of which the broker does not know yet",
    ErrorCode.OFFSET_NOT_AVAILABLE: "has a new leader, whose high watermark is not known yet",
    ErrorCode.TOPIC_AUTHORIZATION_FAILED: "may not be read by this user",
    ErrorCode.KAFKA_STORAGE_ERROR: "is on a disk that failed",
    ErrorCode.CORRUPT_MESSAGE: "has records that are corrupt",
    ErrorCode.INVALID_TOPIC_EXCEPTION: "is no name of a topic",
}


class Position(NamedTuple):
    """Where a reader stands in a partition, and what it was told of it."""

    fetch_offset: int
    high_watermark: int
    last_stable_offset: int


class Waiting:
    """Notes about consumers that get nothing."""

    def __init__(
        self, names: TopicNames, sessions: FetchSessions, transactions: Transactions
    ) -> None:
        self._names = names
        self._sessions = sessions
        self._transactions = transactions
        self._said: Memory[Hashable, int] = Memory(SAID_MAX)
        self._idle: Memory[int, int] = Memory(ANSWERS_KEPT_MAX)
        """The hash of the latest answer without records on each connection that is idle."""

        self._ends: Memory[tuple[Endpoint, Key], tuple[int, int]] = Memory(ENDS_KEPT_MAX)
        """Where logs began and ended at each broker, as readers without a session were told."""

    def closed(self, connection_number: int) -> None:
        """Forget a connection."""
        self._idle.pop(connection_number, None)

    def throttled(self, exchange: Exchange) -> None:
        """Say that a client has to wait for its quota's sake."""
        response = exchange.response
        if response is None:
            return
        ms = response.facts.throttle_time_ms
        number = exchange.connection.number
        if ms > 0 and self._is_news(exchange, ("throttle", number, response.api_key)):
            exchange.notes.append(f"paused by throttle {ms:,} ms: the client is over its quota")

    def fetched(self, exchange: Exchange) -> None:
        """A fetch that was answered, after its session knows of it."""
        response, request = exchange.response, exchange.request
        if response is None:
            return
        facts = response.facts
        number = exchange.connection.number
        if facts.throttle_time_ms:
            self.throttled(exchange)
        if facts.error_codes:
            self._errors(exchange, request, response)
        if request is None or facts.throttle_time_ms or facts.error_codes:
            return
        if facts.records_bytes:
            self._idle.pop(number, None)
            if self._may_be_held_back(exchange, request):
                self._nothing(exchange, request, response)
            return
        body = hash(response.data[response.body_offset :])
        if self._idle.use(number) != body:
            self._idle.keep(number, body)
            self._nothing(exchange, request, response)

    def looked_up(self, exchange: Exchange) -> None:
        """Metadata: who leads what."""
        response = exchange.response
        if response is None or not response.facts.error_codes:
            return
        found: list[tuple[Hashable, str]] = []
        for topic in response.values.get("topics", ()):
            name = topic["name"] or self._names.shown(topic.get("topicId", ""))
            if topic["errorCode"] != ErrorCode.NONE:
                found.append(((name, topic["errorCode"]), f"{name} {_error(topic['errorCode'])}"))
            for partition in topic["partitions"]:
                code = partition["errorCode"]
                if code == ErrorCode.LEADER_NOT_AVAILABLE:
                    shown = TopicPartition(name, partition["partitionIndex"])
                    found.append(((shown, code), f"partition {shown} {_error(code)}"))
        self._say(exchange, found)

    def offsets_fetched(self, exchange: Exchange) -> None:
        """Committed offsets; those in open transactions are kept from who wants stable ones."""
        response = exchange.response
        codes = () if response is None else response.facts.error_codes
        if ErrorCode.UNSTABLE_OFFSET_COMMIT in codes:
            group = " ".join(exchange.message.facts.groups)
            text = f"group {group} waits for its offsets: an open transaction is to commit them"
            self._say(exchange, [(("offsets", group), text)])

    def grouped(self, exchange: Exchange) -> None:
        """Say that a group rebalances, when that has gone on for a while."""
        step = exchange.group
        if step is None or (step.rebalancing_ms or 0) < REBALANCE_SAID_MS_MIN:
            return
        ms = step.rebalancing_ms
        since_ns = (
            exchange.message.end_ns if exchange.response is None else exchange.response.time_ns
        )
        key = ("rebalance", step.group, since_ns - round(ms * _MILLISECOND))
        least = "at least " if step.reason == UNSEEN else ""
        lasts = lasted(ms * _MILLISECOND)
        text = f"group {step.group}: rebalance in progress since {least}{lasts}"
        self._say(exchange, [(key, f"{text}, {step.reason}")])

    # Errors

    def _errors(self, exchange: Exchange, request: Message | None, response: Message) -> None:
        positions = asked_partitions(request) if request is not None else {}
        session = self._session(exchange)
        found: list[tuple[Hashable, str]] = []
        for key, told in answered_partitions(response).items():
            code = told.error_code
            if code == ErrorCode.NONE:
                continue
            shown = self._names.partition(key)
            if code == ErrorCode.OFFSET_OUT_OF_RANGE:
                held = session.partitions.get(key) if session is not None else None
                known = self._ends.get((exchange.connection.server, key))
                text = _out_of_range(shown, positions.get(key), held, known)
            else:
                text = f"partition {shown} {_error(code)}"
            found.append(((exchange.connection.number, shown, code), text))
        self._say(exchange, found)

    # Nothing

    def _nothing(self, exchange: Exchange, request: Message, response: Message) -> None:
        """An answer that does not bring every reader on: where do they stand."""
        number, ask = exchange.connection.number, asked(request)
        is_committed = ask is not None and ask.is_read_committed
        if not is_committed and self._lasts(exchange, (number, "idle")):
            return
        found: list[tuple[Hashable, str]] = []
        ends: list[tuple[TopicPartition, int]] = []
        for key, position in self._positions(exchange, request, response):
            offset = position.fetch_offset
            if is_committed and position.last_stable_offset <= offset < position.high_watermark:
                shown = self._names.partition(key)
                text = self._held_back(exchange, shown, position)
                found.append(((number, shown, OPEN_TRANSACTION), text))
            elif offset == position.high_watermark:
                ends.append((self._names.partition(key), offset))
        if ends:
            found.append(((number, "idle"), _at_end(ends)))
        self._say(exchange, found)

    def _may_be_held_back(self, exchange: Exchange, request: Message) -> bool:
        """Whether a partition may be waiting for a transaction while others go on."""
        session = self._session(exchange)
        if session is not None:
            return session.unread_counts.get(OPEN_TRANSACTION, 0) > 0
        if not self._transactions.is_any_open:
            return False
        ask = asked(request)
        return ask is not None and ask.is_read_committed

    def _positions(
        self, exchange: Exchange, request: Message, response: Message
    ) -> Iterator[tuple[Key, Position]]:
        session = self._session(exchange)
        if session is None:
            wanted = asked_partitions(request)
            for key, told in answered_partitions(response).items():
                if key in wanted and not told.records_size:
                    ends = (told.log_start_offset, told.high_watermark)
                    self._ends.keep((exchange.connection.server, key), ends)
                    yield key, Position(wanted[key], told.high_watermark, told.last_stable_offset)
            return
        # Those held back first: of many partitions not all are looked at.
        for key in islice(chain(session.unread, session.partitions), NAMED_MAX):
            held = session.partitions[key]
            yield key, Position(held.fetch_offset, held.high_watermark, held.last_stable_offset)

    def _held_back(self, exchange: Exchange, shown: TopicPartition, position: Position) -> str:
        text = (
            f"open transaction holds last_stable_offset of {shown} at "
            f"{position.last_stable_offset} below high_watermark {position.high_watermark}: "
            "who reads committed records waits"
        )
        open_one = self._transactions.open_on(shown, exchange.connection)
        if open_one is None or not open_one.is_sure:
            return text
        return f"{text}; seen there: {open_one.open_for(exchange.message.end_ns)}"

    # Saying

    def _say(self, exchange: Exchange, found: list[tuple[Hashable, str]]) -> None:
        news = [text for key, text in dict(found).items() if self._is_news(exchange, key)]
        exchange.notes.extend(news[:NOTES_MAX])
        if len(news) > NOTES_MAX:
            exchange.notes.append(f"and {counted(len(news) - NOTES_MAX, 'note')} more of this kind")

    def _is_news(self, exchange: Exchange, key: Hashable) -> bool:
        """Whether it has to be said; it counts as said from now on."""
        is_news = not self._lasts(exchange, key)
        self._said.keep(key, exchange.message.end_ns)
        return is_news

    def _lasts(self, exchange: Exchange, key: Hashable) -> bool:
        """Whether it was said, and has not been gone since."""
        said_ns = self._said.get(key)
        now_ns = exchange.message.end_ns
        if said_ns is None or now_ns - said_ns > SAY_AGAIN_NS:
            return False
        self._said[key] = now_ns
        return True

    def _session(self, exchange: Exchange) -> FetchSession | None:
        step = exchange.session
        if step is None or step.kind not in ("opened", "continued"):
            return None
        return self._sessions.find(exchange.connection.server, step.session_id)


def _error(code: int) -> str:
    text = _ERRORS.get(ErrorCode(code)) if code in ErrorCode._value2member_map_ else None
    return f"{text} ({error_name(code)})" if text else f"answers {error_name(code)}"


def _out_of_range(
    shown: TopicPartition, wanted: int | None, held: Held | None, known: tuple[int, int] | None
) -> str:
    offset = NOT_KNOWN if wanted is None else wanted
    if held is not None:
        offset = held.fetch_offset if wanted is None else offset
        known = (held.start_offset, held.end_offset) if held.end_offset != NOT_KNOWN else known
    where = "a position" if offset == NOT_KNOWN else f"position {offset}"
    text = f"{where} of {shown} is out of range"
    if known is None:
        return f"{text}: the log begins later or ends before it"
    if offset > known[1]:
        return f"{text}: beyond the end, which was {known[1]}"
    return f"{text}: the log began at {known[0]} and may have lost more since"


def _at_end(ends: list[tuple[TopicPartition, int]]) -> str:
    if len(ends) == 1:
        shown, offset = ends[0]
        return f"fetch waits: nothing new since offset {offset} of {shown}"
    named = partitions_text(dict.fromkeys(shown for shown, _ in ends))
    return f"fetch waits: nothing new in {counted(len(ends), 'partition')}, {named}"
