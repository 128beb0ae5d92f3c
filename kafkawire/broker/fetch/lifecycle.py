"""The course of every fetch, once it is planned: read, perhaps wait and read again, respond.

Full and incremental fetches (`full`, `incremental`) differ in which partitions they read, what a
parked one watches, and what is noted of the response. All else is here, once for both:

1. read the partitions that were not refused
2. respond at once if that is enough, else park the fetch (fetch D-1)
3. read once more when the parked fetch is ready or due (D-13)
4. list the refused partitions behind those that were read (A-16)
5. send only a throttle time if the client is over its quota (B-60)
6. convert the records for versions that cannot read batches v2 (A.8)
7. note what the response tells the client, in its session
8. count the bytes, and build the response
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kafkawire.broker.fetch.counting import count_bytes_out
from kafkawire.broker.fetch.delayed_fetch import DelayedFetch
from kafkawire.broker.fetch.down_conversion import BATCHES_V2_FROM, down_converted
from kafkawire.broker.fetch.quotas import throttled
from kafkawire.broker.fetch.response import refusals_of, response_of
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.fetch_response import FetchResponse

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable

    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.delayed import Delayed
    from kafkawire.broker.fetch.cached_partition import CachedPartition
    from kafkawire.broker.fetch.partition_read import PartitionRead
    from kafkawire.broker.fetch.plan import FetchPlan
    from kafkawire.broker.fetch.resolving import FetchingBroker

DIVERGENCE_FROM = 12
"""The first version whose response has diverging epochs. A session keeps the fetched epoch when its
client goes back to an older version; Kafka then fails the whole request, after the session has
noted the response."""


class Fetch(Protocol):
    """One fetch request of either kind, with its plan."""

    plan: FetchPlan
    broker: FetchingBroker
    context: RequestContext
    refused: list[CachedPartition]
    """The partitions that were refused before the latest read (fetch B-10)."""

    def read(self) -> list[PartitionRead]:
        """Read for the first time; sets `refused`."""

    def all_refused(self) -> bool:
        """Return True if no partition is left to wait for."""

    def park(self) -> Collection[Hashable]:
        """Begin to wait; return what wakes this fetch."""

    def is_ready(self) -> bool:
        """Return True if the parked fetch has enough."""

    def complete(self, now_ms: int) -> FetchResponse:
        """Read once more and respond, after the wait."""

    def note(self, entries: list[PartitionRead], now_ms: int) -> int:
        """Note what the response tells the client; return the session id of the response."""

    @property
    def session_id(self) -> int:
        """The session id of a response that tells nothing; 0 without a session."""


def start(fetch: Fetch) -> FetchResponse | Delayed:
    """Read, then respond at once or park the fetch."""
    plan = fetch.plan
    reads = fetch.read()
    if is_enough(reads, fetch):
        return respond(fetch, reads, plan.now_ms)
    expirations = fetch.broker.purgatory.expirations
    return DelayedFetch(fetch.park(), plan, expirations, fetch.is_ready, fetch.complete)


def is_enough(reads: list[PartitionRead], fetch: Fetch) -> bool:
    """Return True if the first read is the response (fetch D-1)."""
    plan = fetch.plan
    if plan.deadline_ms <= plan.now_ms or plan.min_bytes <= 0:
        return True
    if not reads:
        return fetch.all_refused()
    return sum([read.size for read in reads]) >= plan.min_bytes or any(
        read.ends_wait for read in reads
    )


def respond(fetch: Fetch, reads: list[PartitionRead], now_ms: int) -> FetchResponse:
    """Return the response, or the throttle time in its place."""
    plan, broker, context = fetch.plan, fetch.broker, fetch.context
    refusals = refusals_of(fetch.refused, plan) if fetch.refused else []
    is_inexpressible = plan.version < DIVERGENCE_FROM and any(read.diverges for read in reads)
    if context.meter is not None and not is_inexpressible:
        everything = response_of(reads + refusals, plan, broker, context)
        throttled_response = throttled(context, everything, session_id=fetch.session_id)
        if throttled_response is not None:
            return throttled_response
    if plan.version < BATCHES_V2_FROM:
        reads = down_converted(reads, plan, broker.behaviour)
    entries = reads + refusals
    session_id = fetch.note(entries, now_ms)
    if not entries:
        return FetchResponse(session_id=session_id)
    count_bytes_out(entries, plan, broker)
    if is_inexpressible:
        raise ApiError(ErrorCode.UNSUPPORTED_VERSION)
    return response_of(entries, plan, broker, context, session_id=session_id)
