"""An isolation level that does not exist: nobody minds as long as nothing would be read (A-13).

Kafka looks at the level when it begins to read. By then a session has taken over what the request
brings, and partitions that are refused before reading need no level. Seen on 4.4.0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.fetch.authorization import authorize, resolver_of
from kafkawire.broker.fetch.counting import note_resolved
from kafkawire.broker.fetch.resolving import partitions_of
from kafkawire.broker.fetch.terms import READ_UNCOMMITTED, FetchTerms, UnknownIsolation
from kafkawire.broker.security.access import Access

if TYPE_CHECKING:
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.fetch.resolving import FetchingBroker
    from kafkawire.broker.fetch.session import FetchSession
    from kafkawire.protocol.messages.fetch_request import FetchRequest


def terms_of_no_reader(
    broker: FetchingBroker,
    request: FetchRequest,
    context: RequestContext,
    session: FetchSession | None,
    fetch_max_bytes: int,
) -> FetchTerms:
    """The terms of a request that reads nothing. Raises `UnknownIsolation` if it would."""
    request.isolation_level = READ_UNCOMMITTED
    terms = FetchTerms(
        request, context.api_version, fetch_max_bytes=fetch_max_bytes, now_ms=context.now_ms
    )
    if broker.authorizer is not None:
        authorize(terms, session, Access(broker.authorizer, context))
    if session is None:
        partitions = partitions_of(request, uses_topic_ids=terms.uses_topic_ids)
    else:
        partitions = session.partitions
    find = resolver_of(terms.view)
    # All of them, since names once found stick, whatever becomes of the request (E-19).
    for cached in partitions.values():
        if cached.partition is None or cached.partition.deleted:
            find(cached, broker)
            if session is not None:
                note_resolved(session, cached, broker)
    if any(not cached.rejected for cached in partitions.values()):
        raise UnknownIsolation
    return terms
