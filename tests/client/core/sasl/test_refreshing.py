"""When bearer tokens are replaced."""

from __future__ import annotations

from random import Random

import pytest

from kafkawire.client.core.sasl.refreshing import Refreshing, RefreshWindow, refresh_at_ms
from kafkawire.sasl.oauthbearer import Token

HOUR_MS = 3_600_000


@pytest.mark.parametrize(
    ("start_ms", "expiry_ms", "share", "due_ms"),
    [
        (0, HOUR_MS, 0.0, 2_880_000),
        (0, HOUR_MS, 1.0, 3_060_000),
        (0, 24 * HOUR_MS, 0.0, 69_120_000),
        # Five minutes before the end come first.
        (0, 1_200_000, 1.0, 900_000),
        # The token is old already: a minute from now.
        (-10 * HOUR_MS, 400_000, 0.0, 60_000),
        # Too short for a minute and five: only the part of what is left counts.
        (0, 359_999, 0.0, 287_999),
        (0, 10_000, 1.0, 8_500),
    ],
)
def test_a_token_is_replaced_late_in_its_life(
    start_ms: int, expiry_ms: int, share: float, due_ms: int
) -> None:
    """client K-8."""
    now_ms = 1_000_000_000
    token = Token("t", now_ms + start_ms, now_ms + expiry_ms)
    assert refresh_at_ms(token, RefreshWindow(), now_ms, share) == now_ms + due_ms


def test_a_token_that_does_not_say_when_it_was_issued_is_as_old_as_its_arrival() -> None:
    token = Token("t", 0, 1_000_000_000 + HOUR_MS)
    assert refresh_at_ms(token, RefreshWindow(), 1_000_000_000, 0.0) == 1_000_000_000 + 2_880_000


def test_failures_wait_longer_each_time_until_a_token_comes() -> None:
    """client K-8."""
    refreshing = Refreshing(RefreshWindow(), Random(1))
    waits = [refreshing.failed() for _ in range(10)]
    assert 80 <= waits[0] <= 120
    assert all(8_000 <= wait <= 12_000 for wait in waits[7:])
    token = Token("t", 0, HOUR_MS)
    assert 2_880_000 <= refreshing.succeeded(token, 0) <= 3_060_000
    assert refreshing.token is token
    assert 80 <= refreshing.failed() <= 120


def test_a_token_that_has_ended_is_replaced_soon() -> None:
    refreshing = Refreshing(RefreshWindow(), Random(1))
    assert 80 <= refreshing.succeeded(Token("t", 0, 5_000), 5_000) <= 120
    assert 160 <= refreshing.succeeded(Token("t", 0, 5_000), 6_000) <= 240
