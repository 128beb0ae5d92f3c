"""What serves an API, apart from how it is found (tests/broker/api/test_discovery.py)."""

from __future__ import annotations

import contextvars

import pytest

from kafkawire.broker.broker import Broker
from kafkawire.broker.context import RequestContext
from kafkawire.broker.served_api import Api, load, load_unstable
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.pacing import Pace, set_pace
from tests.support.requests.harness import BrokerHarness


def test_an_api_is_its_module() -> None:
    from kafkawire.broker.api import produce

    api: Api[Broker] = Api(ApiKey.PRODUCE)
    assert (api.handle, api.versions) == (produce.handle, produce.VERSIONS)


@pytest.mark.parametrize(
    ("key", "rests"), [(ApiKey.LIST_OFFSETS, True), (ApiKey.JOIN_GROUP, False)]
)
def test_handlers_rest_only_if_their_module_says_so(key: ApiKey, rests: bool) -> None:
    seen: list[str] = []

    class Seen(Pace):
        def hold(self) -> bool:
            seen.append("held")
            return False

    api: Api[Broker] = Api(key)
    client = BrokerHarness().connect()

    def run() -> None:
        set_pace(Seen())
        client.send(api.request_class(), api.versions.max)

    contextvars.copy_context().run(run)
    assert seen == ([] if rests else ["held"])


def test_a_refusal_says_why_where_there_is_room() -> None:
    api: Api[Broker] = Api(ApiKey.FIND_COORDINATOR)
    context: RequestContext = None  # type: ignore[assignment]
    refusal = api.refusal(api.request_class(), context, ApiError(42, "why"))
    assert (refusal.error_code, refusal.error_message) == (42, "why")  # type: ignore[attr-defined]


def test_a_module_may_make_its_refusals_itself() -> None:
    api: Api[Broker] = Api(ApiKey.FETCH)
    context = RequestContext(
        api_key=1,
        api_version=13,
        correlation_id=0,
        client_id="",
        connection=None,  # type: ignore[arg-type]
        now_ms=0,
    )
    refusal = api.refusal(api.request_class(session_id=7), context, ApiError(42))  # type: ignore[call-arg]
    assert (refusal.error_code, refusal.session_id) == (42, 7)  # type: ignore[attr-defined]


def test_unstable_versions_are_served_where_they_are_enabled() -> None:
    """produce C-20."""
    stable, unstable = (load_from(ApiKey.INIT_PRODUCER_ID) for load_from in (load, load_unstable))
    assert stable is not None
    assert unstable is not None
    assert (stable.versions, unstable.versions) == ((0, 5), (0, 6))
    heartbeat = load_unstable(ApiKey.HEARTBEAT)
    assert heartbeat is not None
    assert heartbeat.versions == Api(ApiKey.HEARTBEAT).versions
