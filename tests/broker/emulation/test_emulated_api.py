"""An API in certain versions, under certain rules."""

from __future__ import annotations

from kafkawire.broker.behaviour import UNION
from kafkawire.broker.broker import Broker
from kafkawire.broker.context import RequestContext, Versions
from kafkawire.broker.emulation.emulated_api import ApiRules, EmulatedApi
from kafkawire.broker.release_parts import ReleaseParts
from kafkawire.broker.served_api import load
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.fetch_response import FetchResponse
from tests.support.requests.fetching import Fetcher, fetch_request


class Marking(ApiRules):
    """Writes down what it saw, and leaves its mark on each answer."""

    def __init__(self) -> None:
        super().__init__(UNION)
        self.seen: list[str] = []

    def before(self, broker: Broker, request: Message, context: RequestContext) -> None:
        self.seen.append("before")

    def after(
        self, broker: Broker, request: Message, context: RequestContext, response: Message
    ) -> None:
        assert isinstance(response, FetchResponse)
        self.seen.append("after")
        response.throttle_time_ms = 7

    def refused(self, request: Message, context: RequestContext, response: Message) -> None:
        assert isinstance(response, FetchResponse)
        self.seen.append("refused")
        response.throttle_time_ms = 8


def test_answers_that_come_at_once_late_or_as_refusals_pass_the_rules() -> None:
    rules = Marking()
    api = EmulatedApi(ApiKey.FETCH, Versions(0, 11), rules)
    parts = ReleaseParts(load_api=lambda key: api if key == ApiKey.FETCH else load(key))
    fetcher = Fetcher(parts=parts)

    assert fetcher.client.request(fetch_request(("t", 0)), 11).throttle_time_ms == 7
    pending = fetcher.client.send(fetch_request(("t", 0), max_wait_ms=10), 11)
    fetcher.harness.advance(10)
    assert pending.response.throttle_time_ms == 7
    assert fetcher.client.request(fetch_request(session=(-(2**31), 1)), 11).throttle_time_ms == 8
    assert rules.seen == ["before", "after"] * 2 + ["before", "refused"]


def test_without_rules_the_plain_handler_serves() -> None:
    api = EmulatedApi(ApiKey.FETCH, Versions(0, 3), None)
    from kafkawire.broker.api import fetch

    assert api.handle is fetch.handle
    assert api.lists_itself
