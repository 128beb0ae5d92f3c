"""The bearer token that new connections send, and its replacement.

A token is replaced at 80 to 85 % of its life; not sooner than a minute after the one before, and
not later than five minutes before its end. A life too short for both has only the first of the
rules (Kafka's `ExpiringCredentialRefreshingLogin`). Failures are tried again after 100 ms to 10 s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.core.backoff import Backoff

if TYPE_CHECKING:
    from random import Random

    from kafkawire.sasl.oauthbearer import Token


class RefreshWindow(NamedTuple):
    """Times of replacing a token, by Kafka's options sasl.login.refresh.*, in milliseconds.

    Attributes:
        factor: The part of a token's life after which it is replaced.
        jitter: As much of its life is added at most, at random.
        least_ms: The shortest time from one token to the next.
        buffer_ms: The time before a token's end by which it should be replaced.
        backoff_ms: The first wait after a failure.
        backoff_max_ms: The longest wait after a failure.
    """

    factor: float = 0.8
    jitter: float = 0.05
    least_ms: int = 60_000
    buffer_ms: int = 300_000
    backoff_ms: int = 100
    backoff_max_ms: int = 10_000


def refresh_at_ms(token: Token, window: RefreshWindow, now_ms: int, share: float) -> int:
    """Return when the token is replaced, in milliseconds of the wall clock, as `now_ms`.

    `share` of the jitter is added, 0 to 1.
    """
    part = window.factor + window.jitter * share
    if now_ms + window.least_ms + window.buffer_ms > token.expiry_ms:
        return now_ms + int((token.expiry_ms - now_ms) * part)
    start_ms = token.start_ms or now_ms
    wanted_ms = start_ms + int((token.expiry_ms - start_ms) * part)
    return max(now_ms + window.least_ms, min(wanted_ms, token.expiry_ms - window.buffer_ms))


class Refreshing:
    """Owns the newest token. Times are of the wall clock, as those of tokens."""

    def __init__(self, window: RefreshWindow, random: Random) -> None:
        self.token: Token | None = None
        self._window = window
        self._random = random
        self._backoff = Backoff(window.backoff_ms, window.backoff_max_ms, random)

    def succeeded(self, token: Token, now_ms: int) -> int:
        """Take a token; return how long to wait before it is replaced.

        A token that has ended already is kept for brokers to refuse it, and replaced soon.
        """
        self.token = token
        if token.expiry_ms <= now_ms:
            return self._backoff.next_ms()
        self._backoff.reset()
        return refresh_at_ms(token, self._window, now_ms, self._random.random()) - now_ms

    def failed(self) -> int:
        """Note that no token was to be had; returns how long to wait before another attempt."""
        return self._backoff.next_ms()
