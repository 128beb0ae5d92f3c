"""A full fetch: every partition of the request is answered (fetch.md E-21).

Sessionless ones end there. One that wants a session gets it when the answer is made, after any
wait, with the partitions in the order of that answer and told what it says (E-27, E-33).

A parked full fetch watches its partitions. Each wake-up compares offsets and sizes of all of them
(`readiness`); reading happens once more, when it is answered (D-13).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.fetch.answer import NO_SESSION, response_of, with_refusals
from kafkawire.broker.fetch.authorization import resolver_of
from kafkawire.broker.fetch.counting import count_bytes_out, count_fetches, join_session
from kafkawire.broker.fetch.delayed_fetch import DelayedFetch
from kafkawire.broker.fetch.down_conversion import down_converted
from kafkawire.broker.fetch.quotas import throttled
from kafkawire.broker.fetch.read import read_in_order
from kafkawire.broker.fetch.readiness import bytes_ready
from kafkawire.broker.fetch.resolving import key_of, partitions_of
from kafkawire.broker.fetch.session import FetchSession
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError, ProtocolError

if TYPE_CHECKING:
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.delayed import Delayed
    from kafkawire.broker.fetch.cached_partition import CachedPartition
    from kafkawire.broker.fetch.read import PartitionRead
    from kafkawire.broker.fetch.resolving import FetchingBroker
    from kafkawire.broker.fetch.terms import FetchTerms
    from kafkawire.protocol.messages.fetch_request import FetchRequest
    from kafkawire.protocol.messages.fetch_response import FetchResponse


class FullFetch:
    """One full fetch request, from its arrival to its answer."""

    __slots__ = (
        "_broker",
        "_context",
        "_partitions",
        "_readable",
        "_rejected",
        "_terms",
        "_wants_session",
    )

    def __init__(
        self,
        request: FetchRequest,
        terms: FetchTerms,
        broker: FetchingBroker,
        context: RequestContext,
        *,
        wants_session: bool,
    ) -> None:
        self._terms = terms
        self._broker = broker
        self._context = context
        self._wants_session = wants_session
        self._partitions = partitions_of(request, uses_topic_ids=terms.uses_topic_ids)
        self._readable: list[CachedPartition] = []
        self._rejected: list[CachedPartition] = []
        find = resolver_of(terms.view)
        for cached in self._partitions.values():
            find(cached, broker)
            (self._rejected if cached.rejected else self._readable).append(cached)

    def start(self) -> FetchResponse | Delayed:
        """Read, and answer at once or wait for more (fetch.md D-1)."""
        terms = self._terms
        count_fetches(self._readable, self._broker)
        reads = read_in_order(self._readable, terms, self._broker)
        if not reads or not terms.waits or _is_enough(reads, terms):
            return self._answer(reads, terms.now_ms)
        watch = [
            TopicPartition(cached.topic or "", cached.asked.partition) for cached in self._readable
        ]
        return DelayedFetch(
            watch, terms, self._broker.purgatory.expirations, self._is_ready, self._respond
        )

    def _is_ready(self) -> bool:
        missing = self._terms.min_bytes
        for cached in self._readable:
            missing -= bytes_ready(cached, self._terms)
            if missing <= 0:
                return True
        return False

    def _respond(self, now_ms: int) -> FetchResponse:
        if self._terms.role is not None:
            self._terms.role.reads_again(self._broker)
        reads = read_in_order(self._readable, self._terms, self._broker)
        try:
            return self._answer(reads, now_ms)
        except ProtocolError:
            self._context.connection.close()
            raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR) from None

    def _answer(self, reads: list[PartitionRead], now_ms: int) -> FetchResponse:
        terms, context = self._terms, self._context
        if context.meter is not None:
            everything = response_of(
                with_refusals(reads, self._rejected, terms), terms, self._broker, context
            )
            throttled_response = throttled(context, everything)
            if throttled_response is not None:
                return throttled_response
        entries = with_refusals(
            down_converted(reads, terms, self._broker.behaviour), self._rejected, terms
        )
        count_bytes_out(entries, terms, self._broker)
        session_id = self._open_session(entries, now_ms) if self._wants_session else NO_SESSION
        return response_of(entries, terms, self._broker, context, session_id=session_id)

    def _open_session(self, entries: list[PartitionRead], now_ms: int) -> int:
        terms = self._terms
        session = FetchSession(
            is_privileged=terms.is_follower,
            uses_topic_ids=terms.uses_topic_ids,
            wake=self._broker.purgatory.wake,
        )
        for cached, data, _ in entries:
            cached.high_watermark = data.high_watermark
            cached.log_start_offset = data.log_start_offset
            session.add(key_of(cached, uses_topic_ids=terms.uses_topic_ids), cached)
        session.view = terms.view
        if not self._broker.fetch_sessions.add(session, now_ms):
            return NO_SESSION
        join_session(session, session.partitions.values())
        return session.id


def _is_enough(reads: list[PartitionRead], terms: FetchTerms) -> bool:
    return sum([read.size for read in reads]) >= terms.min_bytes or any(
        read.ends_wait for read in reads
    )
