"""An incremental fetch: only what has something to tell is read and answered (fetch.md E.4).

The session says which partitions those are (`session`). They are read in the session's order,
with Kafka's budget; what turns out to be quiet leaves the session's list until it changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.fetch.answer import (
    check_ids,
    in_order_of_refusal,
    response_of,
    with_refusals,
)
from kafkawire.broker.fetch.authorization import resolver_of
from kafkawire.broker.fetch.cached_partition import NEVER_TOLD, NONE
from kafkawire.broker.fetch.counting import count_bytes_out, note_resolved
from kafkawire.broker.fetch.delayed_fetch import DelayedFetch
from kafkawire.broker.fetch.quotas import throttled
from kafkawire.broker.fetch.read import Budget, read_partition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.fetch_response import FetchResponse

if TYPE_CHECKING:
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.delayed import Delayed
    from kafkawire.broker.fetch.cached_partition import CachedPartition
    from kafkawire.broker.fetch.read import PartitionRead
    from kafkawire.broker.fetch.resolving import FetchingBroker
    from kafkawire.broker.fetch.session import FetchSession
    from kafkawire.broker.fetch.terms import FetchTerms

DIVERGENCE_FROM = 12
"""The first version that can be told of a diverging epoch. A session may remember the fetched
epoch when its client goes back to an older version; Kafka then fails the whole request, after the
session has noted what it would have told."""
INVALID_FETCH_SESSION_EPOCH = int(ErrorCode.INVALID_FETCH_SESSION_EPOCH)


class IncrementalFetch:
    """One incremental fetch request, after its session took over what it asks for."""

    __slots__ = ("_broker", "_context", "_epoch", "_rejected", "_session", "_terms")

    def __init__(
        self,
        session: FetchSession,
        terms: FetchTerms,
        broker: FetchingBroker,
        context: RequestContext,
    ) -> None:
        self._session = session
        self._terms = terms
        self._broker = broker
        self._context = context
        self._epoch = session.epoch
        """The session's epoch after this request; another one has come when it moves on."""
        self._rejected: list[CachedPartition] = []

    def start(self) -> FetchResponse | Delayed:
        """Look at what may have changed, and answer at once or wait for more."""
        session, terms = self._session, self._terms
        session.look_with(terms.view)
        if terms.max_bytes < 0:
            session.look_at_all()  # the first partition fails, even a quiet one comes before others
        reads = self._look(resolves=True) if session.dirty else []
        session.fetches.requests += 1
        if self._is_enough(reads):
            return self._answer(reads)
        session.park(terms)
        return DelayedFetch(
            (session,), terms, self._broker.purgatory.expirations, self._is_ready, self._respond
        )

    def _is_enough(self, reads: list[PartitionRead]) -> bool:
        terms = self._terms
        if not terms.waits or terms.min_bytes <= 0:
            return True
        if not reads and not self._rejected:
            return False
        if len(self._rejected) == len(self._session.partitions):
            return True
        return sum([read.size for read in reads]) >= terms.min_bytes or any(
            read.ends_wait for read in reads
        )

    def _is_ready(self) -> bool:
        return self._session.ready_bytes >= self._terms.min_bytes

    def _respond(self, now_ms: int) -> FetchResponse:
        session = self._session
        session.unpark()
        role = self._terms.role
        if role is not None and role.reads_again(self._broker):
            session.look_at_all()
        is_current = session.epoch == self._epoch
        reads = self._look(resolves=False) if is_current else []
        session.release_if_gone()
        if not is_current:
            return self._overtaken()
        return self._answer(reads)

    def _look(self, *, resolves: bool) -> list[PartitionRead]:
        """Read what may have something to tell; the session keeps listing what has.

        What was refused at arrival stays refused for this request (fetch.md B-10).
        """
        broker = self._broker
        readable: list[CachedPartition] = []
        rejected: list[CachedPartition] = []
        for cached in self._session.take_dirty():
            if resolves and (cached.partition is None or cached.partition.deleted):
                resolver_of(self._terms.view)(cached, broker)
                note_resolved(self._session, cached, broker)
            (rejected if cached.rejected else readable).append(cached)
        self._rejected = rejected
        return self._read(readable, rejected.copy())

    def _read(
        self, readable: list[CachedPartition], keeping: list[CachedPartition]
    ) -> list[PartitionRead]:
        session, terms = self._session, self._terms
        budget = Budget(terms)
        role = terms.role
        read_one = read_partition if role is None else role.read
        reads = []
        for cached in readable:
            if budget.starves(cached) and (role is None or role.may_starve):
                keeping.append(cached)
                continue
            read = read_one(cached, terms, self._broker, budget)
            budget.take(read.size)
            if _is_quiet(read, terms):
                session.quieten(cached)
            else:
                keeping.append(cached)
                reads.append(read)
        session.keep(keeping)
        if role is not None:
            role.note(readable, terms, self._broker)
        return reads

    def _answer(self, reads: list[PartitionRead]) -> FetchResponse:
        terms, session = self._terms, self._session
        if self._context.meter is not None:
            throttled_response = self._throttled(reads)
            if throttled_response is not None:
                return throttled_response
        if not reads and not self._rejected:
            return FetchResponse(session_id=session.id)
        if self._rejected:
            check_ids(in_order_of_refusal(self._rejected, terms))
        told = [read for read in reads if _must_tell(read)]
        rotates_all = self._broker.behaviour.rotates_all
        for read in told:
            _note_told(read)
            if read.size or rotates_all:
                session.move_to_end(read.cached)
        count_bytes_out(told, terms, self._broker)
        for cached in self._rejected:
            cached.high_watermark = NEVER_TOLD
            cached.log_start_offset = NEVER_TOLD
            if rotates_all:
                session.move_to_end(cached)
        if terms.version < DIVERGENCE_FROM and any(read.diverges for read in told):
            raise ApiError(ErrorCode.UNSUPPORTED_VERSION)
        return self._response(told)

    def _throttled(self, reads: list[PartitionRead]) -> FetchResponse | None:
        """What is sent instead if the client is over a quota; nothing is noted as told then."""
        told = [read for read in reads if _must_tell(read)]
        if self._terms.version < DIVERGENCE_FROM and any(read.diverges for read in told):
            return None
        return throttled(self._context, self._response(told), session_id=self._session.id)

    def _response(self, told: list[PartitionRead]) -> FetchResponse:
        terms = self._terms
        entries = with_refusals(told, self._rejected, terms)
        return response_of(entries, terms, self._broker, self._context, session_id=self._session.id)

    def _overtaken(self) -> FetchResponse:
        """The session went on while this request waited (fetch.md D-18)."""
        response = FetchResponse(
            error_code=INVALID_FETCH_SESSION_EPOCH, session_id=self._session.id
        )
        if self._context.meter is not None:
            throttled_response = throttled(self._context, FetchResponse())
            if throttled_response is not None:
                response.throttle_time_ms = throttled_response.throttle_time_ms
        return response


def _must_tell(read: PartitionRead) -> bool:
    """Whether an incremental answer lists the partition (fetch.md E-22)."""
    cached, data, size = read
    return (
        size > 0
        or data.high_watermark != cached.high_watermark
        or data.log_start_offset != cached.log_start_offset
        or read.ends_wait
    )


def _note_told(read: PartitionRead) -> None:
    cached, data, _ = read
    cached.high_watermark = data.high_watermark
    cached.log_start_offset = data.log_start_offset


def _is_quiet(read: PartitionRead, terms: FetchTerms) -> bool:
    """Whether nothing will come of this partition until it changes.

    It is at the very end of what it may show: one beyond its bound never waits (fetch.md D-6).
    """
    cached, data, size = read
    position = cached.position
    if size or position is None or _must_tell(read):
        return False
    assert cached.partition is not None
    assert data.error_code == NONE
    return position.offset == terms.upper_bound(cached.partition.log)
