"""Fetch (key 1): read partitions from given offsets, waiting for data if there is none.

v3   a limit for the whole response; the first batch may exceed all limits
v4   read_committed; batches v2 are sent as they are stored (v0-3: converted)
v7   sessions (KIP-227): name only what changed, hear only what changed
v9   the leader epoch the client believes in (KIP-320)
v12  flexible; diverging epochs (KIP-595)
v13  topic ids instead of names (KIP-516)
v15  followers name themselves in a tag (KIP-903)
v16  errors 6 and 74 name the leader (KIP-951)

`handle` plans the fetch, then starts it. A fetch that waits is a `Delayed`: a full fetch watches
its partitions, an incremental one its session. The work is in `kafkawire.broker.fetch`; the
rules are fetch A to E of tests/rules.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import Versions
from kafkawire.broker.fetch.full import FullFetch
from kafkawire.broker.fetch.incremental import IncrementalFetch
from kafkawire.broker.fetch.lifecycle import start
from kafkawire.broker.fetch.opening import SessionRefused
from kafkawire.broker.fetch.planner import plan_fetch
from kafkawire.broker.fetch.quotas import throttled
from kafkawire.broker.fetch.response import failure
from kafkawire.protocol.messages.fetch_response import FetchResponse

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.delayed import Delayed
    from kafkawire.protocol.errors import ApiError
    from kafkawire.protocol.messages.fetch_request import FetchRequest

VERSIONS = Versions(0, 18)
RESTS = True


def handle(
    broker: Broker, request: FetchRequest, context: RequestContext
) -> FetchResponse | Delayed:
    """Plan the fetch, and start it."""
    plan = plan_fetch(request, broker, context)
    if plan.session is None:
        return start(FullFetch(plan, broker, context))
    return start(IncrementalFetch(plan, plan.session, broker, context))


def error_response(
    request: FetchRequest, context: RequestContext, error: ApiError
) -> FetchResponse:
    """Return only the code if the session is refused (A-20), else the failure of all (A-24)."""
    if isinstance(error, SessionRefused):
        refused = FetchResponse(error_code=int(error.code))
        return throttled(context, refused) or refused
    return failure(request, context.api_version, int(error.code))
