"""What is counted of exchanges."""

from __future__ import annotations

from collections import Counter

from kafkawire.dump.stats.tally import Tally
from tests.support.dump.exchanges import exchange, facts

ERRORS_MAX = 300


def test_an_exchange_is_counted_from_both_messages() -> None:
    tally = Tally()
    tally.add(
        exchange(
            request={"data": b"12345", "facts": facts(partitions=3, records_bytes=10)},
            response={
                "data": b"123",
                "facts": facts(error_codes=(6, 6, 3), throttle_time_ms=40, records_bytes=5),
            },
        )
    )

    assert (tally.exchanges, tally.requests, tally.responses, tally.unanswered) == (1, 1, 1, 0)
    assert (tally.request_bytes, tally.response_bytes, tally.records_bytes) == (5, 3, 15)
    assert (tally.with_errors, tally.errors) == (1, Counter({6: 2, 3: 1}))
    assert (tally.throttled, tally.throttled_ms, tally.partitions) == (1, 40, 3)
    assert tally.latencies.highest == 1_000_000


def test_a_response_that_never_came_is_counted_where_it_was_due() -> None:
    tally = Tally()
    tally.add(exchange(request={}, ended="closed"))
    tally.add(exchange(request={}, ended="closed", expects_response=False))
    tally.add(exchange(request={}))

    assert (tally.requests, tally.responses, tally.unanswered) == (3, 0, 1)
    assert tally.latencies.count == 0


def test_a_response_alone_has_no_latency() -> None:
    tally = Tally()
    tally.add(exchange(response={}))

    assert (tally.requests, tally.responses, tally.latencies.count) == (0, 1, 0)


def test_kinds_of_errors_are_bounded() -> None:
    tally = Tally()
    for code in range(1, 2 * ERRORS_MAX):
        tally.add(exchange(response={"facts": facts(error_codes=(code, 1))}))

    assert len(tally.errors) == ERRORS_MAX
    assert tally.errors[1] == 2 * ERRORS_MAX
