"""Fetch (key 1): read partitions from given offsets, waiting for data if there is none.

v3   a limit for the whole response; the first batch may exceed all limits
v4   read_committed; batches v2 are sent as they are stored (v0-3: converted)
v7   sessions (KIP-227): name only what changed, hear only what changed
v9   the leader epoch the client believes in (KIP-320)
v12  flexible; diverging epochs (KIP-595)
v13  topic ids instead of names (KIP-516)
v15  followers name themselves in a tag (KIP-903)
v16  errors 6 and 74 name the leader (KIP-951)

What waits is a `Delayed`: a full fetch watches its partitions, an incremental one its session.
The work is in `kafkawire.broker.fetch`; the specification in fetch.md A to E.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import Versions
from kafkawire.broker.fetch.answer import failure
from kafkawire.broker.fetch.authorization import authorize
from kafkawire.broker.fetch.following import follow
from kafkawire.broker.fetch.full import FullFetch
from kafkawire.broker.fetch.incremental import IncrementalFetch
from kafkawire.broker.fetch.isolation import terms_of_no_reader
from kafkawire.broker.fetch.opening import INITIAL_EPOCH, SessionRefused, open_session
from kafkawire.broker.fetch.preferring import prefer
from kafkawire.broker.fetch.quotas import limit_of, throttled
from kafkawire.broker.fetch.terms import LOG_END, TOPIC_IDS_FROM, FetchTerms, UnknownIsolation
from kafkawire.broker.security.access import Access
from kafkawire.protocol.messages.fetch_response import FetchResponse

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.delayed import Delayed
    from kafkawire.protocol.errors import ApiError
    from kafkawire.protocol.messages.fetch_request import FetchRequest

VERSIONS = Versions(0, 18)


def handle(
    broker: Broker, request: FetchRequest, context: RequestContext
) -> FetchResponse | Delayed:
    """The answer, or what it waits for."""
    version, now_ms = context.api_version, context.now_ms
    fetch_max_bytes = broker.config.int("fetch.max.bytes")
    if context.meter is not None:
        fetch_max_bytes = limit_of(context.meter, request, version, fetch_max_bytes)
    session = open_session(
        broker.fetch_sessions,
        request,
        uses_topic_ids=version >= TOPIC_IDS_FROM,
        now_ms=now_ms,
    )
    try:
        terms = FetchTerms(request, version, fetch_max_bytes=fetch_max_bytes, now_ms=now_ms)
    except UnknownIsolation:
        terms = terms_of_no_reader(broker, request, context, session, fetch_max_bytes)
    if not broker.behaviour.clamps_min_bytes:
        terms.min_bytes = request.min_bytes
    if terms.bound == LOG_END:
        follow(terms, request, broker)
    if broker.replica_selector is not None:
        prefer(terms, request, broker, context.connection.listener_name)
    if broker.authorizer is not None:
        authorize(terms, session, Access(broker.authorizer, context))
    if session is not None:
        return IncrementalFetch(session, terms, broker, context).start()
    wants_session = request.session_epoch == INITIAL_EPOCH
    return FullFetch(request, terms, broker, context, wants_session=wants_session).start()


def error_response(
    request: FetchRequest, context: RequestContext, error: ApiError
) -> FetchResponse:
    """Nothing but the code if the session is refused (A-20), else the failure of it all (A-24)."""
    if isinstance(error, SessionRefused):
        refused = FetchResponse(error_code=int(error.code))
        return throttled(context, refused) or refused
    return failure(request, context.api_version, int(error.code))
