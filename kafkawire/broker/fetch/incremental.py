"""An incremental fetch: it reads only partitions that may have something to tell (fetch E.4).

The session keeps these (`session`). They are read in the session's order, within Kafka's budget. A
partition that turns out to be quiet leaves the session's list until it changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.fetch.authorization import resolver_of
from kafkawire.broker.fetch.budget import Budget
from kafkawire.broker.fetch.cached_partition import NONE
from kafkawire.broker.fetch.counting import note_resolved
from kafkawire.broker.fetch.lifecycle import respond
from kafkawire.broker.fetch.quotas import throttled
from kafkawire.broker.fetch.read import read_partition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.fetch_response import FetchResponse

if TYPE_CHECKING:
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.fetch.cached_partition import CachedPartition
    from kafkawire.broker.fetch.partition_read import PartitionRead
    from kafkawire.broker.fetch.plan import FetchPlan
    from kafkawire.broker.fetch.resolving import FetchingBroker
    from kafkawire.broker.fetch.session import FetchSession
    from kafkawire.broker.fetch.view import View

INVALID_FETCH_SESSION_EPOCH = int(ErrorCode.INVALID_FETCH_SESSION_EPOCH)


class IncrementalFetch:
    """One incremental fetch request, from its plan to its response (`lifecycle.Fetch`)."""

    __slots__ = ("_epoch", "_session", "broker", "context", "plan", "refused")

    def __init__(
        self,
        plan: FetchPlan,
        session: FetchSession,
        broker: FetchingBroker,
        context: RequestContext,
    ) -> None:
        self.plan = plan
        self.broker = broker
        self.context = context
        self.refused: list[CachedPartition] = []
        self._session = session
        self._epoch = session.epoch
        """The session's epoch after this request; a later request changes it."""

    @property
    def session_id(self) -> int:
        """See `lifecycle.Fetch`."""
        return self._session.id

    def read(self) -> list[PartitionRead]:
        """Look at what may have changed."""
        session, plan = self._session, self.plan
        session.look_with(plan.view)
        if plan.max_bytes < 0:
            session.look_at_all()  # the first partition fails, even a quiet one comes before others
        reads = self._look(plan, resolves=True) if session.dirty else []
        session.fetches.requests += 1
        return reads

    def all_refused(self) -> bool:
        """See `lifecycle.Fetch`."""
        return len(self.refused) == len(self._session.partitions)

    def park(self) -> tuple[FetchSession]:
        """Wait for the session, which counts the bytes that are ready."""
        session = self._session
        session.park(self.plan.view, self.plan.min_bytes)
        return (session,)

    def is_ready(self) -> bool:
        """See `lifecycle.Fetch`."""
        return self._session.ready_bytes >= self.plan.min_bytes

    def complete(self, now_ms: int) -> FetchResponse:
        """Look once more, unless a later request of the session has come meanwhile (D-18)."""
        session, role = self._session, self.plan.role
        session.unpark()
        if role is not None and role.is_outdated(self.broker):
            session.look_at_all()
        is_current = session.epoch == self._epoch
        reads = []
        if is_current and session.dirty:
            reads = self._look(self.plan.at_completion(), resolves=False)
        session.release_if_gone()
        return respond(self, reads, now_ms) if is_current else self._overtaken()

    def note(self, entries: list[PartitionRead], now_ms: int) -> int:
        """Note the response in the session; partitions that gave records go to the end (E-29)."""
        session, rotates_all = self._session, self.broker.behaviour.rotates_all
        for read in entries:
            read.cached.note_told(read.data)
            if read.size or rotates_all:
                session.move_to_end(read.cached)
        return session.id

    def _look(self, plan: FetchPlan, *, resolves: bool) -> list[PartitionRead]:
        """Return the reads that the response lists; the session keeps what is not quiet.

        Partitions that were refused on arrival stay refused for this request (fetch B-10).
        """
        readable: list[CachedPartition] = []
        refused: list[CachedPartition] = []
        for cached in self._session.take_dirty():
            if resolves and (cached.partition is None or cached.partition.deleted):
                resolver_of(plan.view)(cached, self.broker)
                note_resolved(self._session, cached, self.broker)
            (refused if cached.rejected else readable).append(cached)
        self.refused = refused
        return self._read(plan, readable, refused.copy())

    def _read(
        self, plan: FetchPlan, readable: list[CachedPartition], keeping: list[CachedPartition]
    ) -> list[PartitionRead]:
        session, role, broker = self._session, plan.role, self.broker
        budget = Budget(plan.max_bytes, plan.version)
        read_one = read_partition if role is None else role.read
        reads = []
        for cached in readable:
            if budget.starves(cached) and (role is None or role.may_starve):
                keeping.append(cached)
                continue
            read = read_one(cached, plan, broker, budget)
            budget.take(read.size)
            if _must_tell(read):
                keeping.append(cached)
                reads.append(read)
            elif _is_quiet(read, plan.view):
                session.quieten(cached)
            else:
                keeping.append(cached)
        session.keep(keeping)
        if role is not None:
            role.note(readable, plan, broker)
        return reads

    def _overtaken(self) -> FetchResponse:
        """Return the refusal of a request that another one has overtaken while it waited."""
        response = FetchResponse(
            error_code=INVALID_FETCH_SESSION_EPOCH, session_id=self._session.id
        )
        if self.context.meter is not None:
            throttled_response = throttled(self.context, FetchResponse())
            if throttled_response is not None:
                response.throttle_time_ms = throttled_response.throttle_time_ms
        return response


def _must_tell(read: PartitionRead) -> bool:
    """Return True if an incremental response lists the partition (fetch E-22)."""
    cached, data, size = read
    return (
        size > 0
        or data.high_watermark != cached.high_watermark
        or data.log_start_offset != cached.log_start_offset
        or read.ends_wait
    )


def _is_quiet(read: PartitionRead, view: View) -> bool:
    """Return True if this partition has nothing to tell until it changes.

    The fetch then stands at the very end of what it may see: one beyond its bound never waits
    (fetch D-6).
    """
    cached, data, _ = read
    position = cached.position
    if position is None:
        return False
    assert cached.partition is not None
    assert data.error_code == NONE
    return position.offset == view.upper_bound(cached.partition.log)
