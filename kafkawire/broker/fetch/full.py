"""A full fetch: the response lists every partition of the request (fetch E-21).

A request that asks for a session gets it with the response, after any wait. The session has the
partitions in the order of that response, and counts it as told (E-27, E-33).

A parked full fetch watches its partitions. Each wake-up compares offsets and sizes of all of them
(`readiness`); it reads once more only to respond (D-13).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.fetch.authorization import resolver_of
from kafkawire.broker.fetch.counting import count_fetches, join_session
from kafkawire.broker.fetch.lifecycle import respond
from kafkawire.broker.fetch.opening import INITIAL_EPOCH
from kafkawire.broker.fetch.read import read_in_order
from kafkawire.broker.fetch.readiness import bytes_ready
from kafkawire.broker.fetch.resolving import key_of, partitions_of
from kafkawire.broker.fetch.response import NO_SESSION
from kafkawire.broker.fetch.session import FetchSession
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError, ProtocolError
from kafkawire.protocol.pacing import unhurried

if TYPE_CHECKING:
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.fetch.cached_partition import CachedPartition
    from kafkawire.broker.fetch.partition_read import PartitionRead
    from kafkawire.broker.fetch.plan import FetchPlan
    from kafkawire.broker.fetch.resolving import FetchingBroker
    from kafkawire.protocol.messages.fetch_response import FetchResponse


class FullFetch:
    """One full fetch request, from its plan to its response (`lifecycle.Fetch`)."""

    __slots__ = ("_readable", "broker", "context", "plan", "refused")

    session_id = NO_SESSION

    def __init__(self, plan: FetchPlan, broker: FetchingBroker, context: RequestContext) -> None:
        self.plan = plan
        self.broker = broker
        self.context = context
        self.refused: list[CachedPartition] = []
        self._readable: list[CachedPartition] = []

    def read(self) -> list[PartitionRead]:
        """Find the partitions of the request, and read those that are not refused."""
        plan, broker = self.plan, self.broker
        find = resolver_of(plan.view)
        partitions = partitions_of(plan.request, uses_topic_ids=plan.uses_topic_ids)
        for cached in unhurried(partitions.values()):
            find(cached, broker)
            (self.refused if cached.rejected else self._readable).append(cached)
        count_fetches(self._readable, broker)
        return read_in_order(self._readable, plan, broker)

    def all_refused(self) -> bool:
        """See `lifecycle.Fetch`."""
        return not self._readable

    def park(self) -> list[TopicPartition]:
        """Wait for changes of the partitions."""
        return [
            TopicPartition(cached.topic or "", cached.asked.partition) for cached in self._readable
        ]

    def is_ready(self) -> bool:
        """See `lifecycle.Fetch`."""
        missing, view = self.plan.min_bytes, self.plan.view
        for cached in self._readable:
            missing -= bytes_ready(cached, view)
            if missing <= 0:
                return True
        return False

    def complete(self, now_ms: int) -> FetchResponse:
        """Read all partitions once more; close the connection if a conversion fails late."""
        reads = read_in_order(self._readable, self.plan.at_completion(), self.broker)
        try:
            return respond(self, reads, now_ms)
        except ProtocolError:
            self.context.connection.close()
            raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR) from None

    def note(self, entries: list[PartitionRead], now_ms: int) -> int:
        """Open a session if the request asks for one and there is room for it."""
        plan, broker = self.plan, self.broker
        if plan.request.session_epoch != INITIAL_EPOCH:
            return NO_SESSION
        uses_topic_ids = plan.uses_topic_ids
        session = FetchSession(
            is_privileged=plan.view.is_follower,
            uses_topic_ids=uses_topic_ids,
            wake=broker.purgatory.wake,
        )
        for cached, data, _ in entries:
            cached.note_told(data)
            session.add(key_of(cached, uses_topic_ids=uses_topic_ids), cached)
        session.view = plan.view
        if not broker.fetch_sessions.add(session, now_ms):
            return NO_SESSION
        join_session(session, session.partitions.values())
        return session.id
