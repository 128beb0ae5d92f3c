"""What the operators ask, by example; the property is with `compiling`."""

from __future__ import annotations

import pytest

from kafkawire.dump.api_names import SASL_TOKEN
from kafkawire.dump.filter import Filter
from kafkawire.dump.model import Exchange
from tests.support.dump.filters import METADATA, exchange

DAY_NS = 86_400_000_000_000


def both(**given: object) -> Exchange:
    return exchange(request={}, response={}, **given)  # type: ignore[arg-type]


def test_topics_are_those_that_state_resolved() -> None:
    found = both(topics=("id-as-text",))
    found.topics = ("orders",)

    assert Filter("~t orders").matches(found)
    assert not Filter("~t id-as-text").matches(found)


def test_a_word_alone_is_the_api_or_a_topic() -> None:
    found = both(api_key=METADATA, topics=("orders",))

    assert Filter("metadata orders").matches(found)
    assert not Filter("ORDERS").matches(found)


@pytest.mark.parametrize(
    ("text", "answer"),
    [("~err", True), ("~err 6", True), ("~err 3", False), ("~err *LEADER*", True)],
)
def test_errors_are_those_of_the_response(text: str, answer: bool) -> None:
    assert Filter(text).matches(both(error_codes=(6, 42))) is answer
    assert not Filter(text).matches(exchange(request={}, error_codes=(6,)))


def test_latency_is_of_both_messages() -> None:
    assert Filter("~lat 50ms").matches(both(latency_ns=60_000_000))
    assert not Filter("~lat 50ms").matches(both(latency_ns=40_000_000))
    assert not Filter("~lat >=0").matches(exchange(request={}))


def test_sides_and_what_is_missing() -> None:
    alone = exchange(request={})
    assert [Filter(each).matches(alone) for each in ("~q", "~s", "~req", "~resp", "~noreply")] == [
        True, False, True, False, False,
    ]  # fmt: skip
    alone.ended = "closed"
    assert Filter("~noreply").matches(alone)
    alone.expects_response = False
    assert not Filter("~noreply").matches(alone)


def test_text_is_found_in_bytes_of_the_side_that_is_asked() -> None:
    found = both()
    assert found.request
    assert found.response
    found.request.data, found.response.data = b"..Billing..", b"rack-a"

    assert Filter("~find billing ~find RACK").matches(found)
    assert Filter(r"~req bill ~resp /rack-[ab]$/ ~size 17").matches(found)
    assert not Filter("~resp billing | ~req rack | ~size >17").matches(found)


def test_a_clock_time_is_of_any_day() -> None:
    found = both()
    assert found.request
    found.request.time_ns = 3 * DAY_NS + 12 * 3600 * 10**9

    assert Filter("~time 11:59..12:01 ~time >1970-01-03T10:00 ~time <1970-01-05").matches(found)
    assert not Filter("~time 12:01..13:00 | ~time <1970-01-04").matches(found)


def test_ends_users_notes_and_problems() -> None:
    found = both(throttle_time_ms=20)
    on = found.connection
    on.user, on.software = "alice", "librdkafka 2.4"
    found.notes.append("fallback to version 0")

    assert Filter("~host 192.0.2.* ~port 9092 ~user alice ~software librdkafka*").matches(found)
    assert Filter("~note ~note FALLBACK ~throttle 20ms ~conn 1 ~n 1 ~id 7").matches(found)
    assert not Filter("~problem | ~throttle >20 | ~note x").matches(found)
    found.message.problem = "byte 3"
    assert Filter("~problem").matches(found)


def test_a_client_id_is_the_requests_or_else_the_connections() -> None:
    assert Filter("~c app").matches(both())
    assert not Filter("~c *").matches(both(client_id=None))
    assert Filter("~c app").matches(exchange(response={}, client_id=None))


def test_a_bare_token_has_an_api_too() -> None:
    assert Filter("~api saslTOKEN").matches(both(api_key=SASL_TOKEN))
