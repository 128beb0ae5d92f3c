"""Random histories of sessions some of whose fetches are throttled, against the naive reading."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from kafkawire.broker.context import RequestContext
from kafkawire.broker.security.metering import MeteredContext
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from tests.support.broker.fetch_history import History
from tests.support.broker.naive_fetch import NaiveFetch

THROTTLE_MS = 77


class Decision:
    """Whether one request will be throttled; in place of its meter."""

    now_ms = 0

    def __init__(self, throttles: bool) -> None:
        self.throttles = throttles
        self.charged: list[int] = []

    def exempt(self) -> None:
        self.throttles = False

    def fetch_max_bytes(self, most: int) -> int:
        return most

    def charge_fetch(self, size: int) -> int:
        self.charged.append(size)
        return THROTTLE_MS if self.throttles else 0

    def settle(self, response: Any) -> None:
        """Nothing else is charged."""

    def park(self) -> None:
        """Time does not matter."""

    def resume(self, now_ms: int) -> None:
        """Time does not matter."""


class Decisions:
    """Quotas that throttle as they are told."""

    def __init__(self) -> None:
        self.next = Decision(throttles=False)

    def metered(self, context: RequestContext, size: int, reply: Any) -> Any:
        return MeteredContext(context, self.next), reply  # type: ignore[arg-type]


class ThrottledHistory(History):
    """A history in which every third fetch of a consumer finds itself over a quota."""

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.decisions = Decisions()
        self.broker.quotas = self.decisions  # type: ignore[assignment]
        self.serve = self.naive.serve
        self.naive.serve = self._serve  # type: ignore[method-assign]
        self.throttled = 0

    def _serve(self, request: FetchRequest, version: int, now_ms: int) -> Any:
        decision = self.decisions.next = Decision(self.random.random() < 0.3)
        fetch = self.serve(request, version, now_ms)
        if not self._is_consumer(request, version):
            return fetch
        if isinstance(fetch, NaiveFetch):
            fetch.answer = self._answer_of(fetch, fetch.answer, decision)  # type: ignore[assignment, method-assign]
        elif fetch.error_code > 0 and decision.throttles:
            # What refuses a session loses its error, what fails altogether does not.
            return FetchResponse(throttle_time_ms=THROTTLE_MS)
        return fetch

    def _answer_of(
        self, fetch: NaiveFetch, answer: Callable[[int], FetchResponse], decision: Decision
    ) -> Callable[[int], FetchResponse]:
        def throttled(now_ms: int) -> FetchResponse:
            if not decision.throttles:
                return answer(now_ms)
            self.throttled += 1
            session_id = fetch.session.id if fetch.session is not None else 0
            return FetchResponse(
                throttle_time_ms=THROTTLE_MS,
                session_id=session_id,
                error_code=71 if fetch.is_disowned else 0,
            )

        return throttled

    @staticmethod
    def _is_consumer(request: FetchRequest, version: int) -> bool:
        replica_id = request.replica_state.replica_id if version >= 15 else request.replica_id
        return replica_id < 0


@pytest.mark.parametrize("seed", range(12))
def test_sessions_are_as_if_what_was_throttled_had_told_nothing(seed: int) -> None:
    """fetch B-60, E-26, E-33, A-20: answers, order, what was told, and which sessions there are."""
    history = ThrottledHistory(Random(f"throttled {seed}"))
    history.go_until(lambda: history.throttled > 10)
