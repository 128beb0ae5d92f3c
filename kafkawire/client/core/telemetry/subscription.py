"""The metrics that the cluster subscribes to, and the times of their pushes (KIP-714).

    state                 event -> state
    SUBSCRIPTION_NEEDED   time has come -> SUBSCRIPTION_ASKED; closing -> TERMINATED
    SUBSCRIPTION_ASKED    metrics -> PUSH_NEEDED; no metrics, no response, refused ->
                          SUBSCRIPTION_NEEDED; refused for good, closing -> TERMINATED
    PUSH_NEEDED           time has come -> PUSH_ASKED; closing -> LAST_PUSH_ASKED
    PUSH_ASKED            taken, no answer -> PUSH_NEEDED; refused -> SUBSCRIPTION_NEEDED; refused
                          for good -> TERMINATED; closing -> LAST_PUSH_ASKED
    LAST_PUSH_ASKED       any answer -> TERMINATED
    TERMINATED            nothing any more

The first push comes after 0.5 to 1.5 intervals, at random, so that clients that began together do
not push together; each other one comes after an interval.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, Protocol

from kafkawire.client.core.calls import Answer, Call
from kafkawire.client.errors import UnsupportedVersion
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.get_telemetry_subscriptions_request import (
    GetTelemetrySubscriptionsRequest,
)
from kafkawire.protocol.messages.get_telemetry_subscriptions_response import (
    GetTelemetrySubscriptionsResponse,
)
from kafkawire.protocol.messages.push_telemetry_request import PushTelemetryRequest
from kafkawire.protocol.messages.push_telemetry_response import PushTelemetryResponse
from kafkawire.records.compression import CODECS, NONE, compress

if TYPE_CHECKING:
    from random import Random

    from kafkawire.client.core.calls import Outbox
    from kafkawire.timers import Timer, Timers

DEFAULT_INTERVAL_MS = 300_000
"""The interval if the cluster names none, and after a missing response."""
ZERO_ID = bytes(16)
_AT_ONCE = (ErrorCode.UNKNOWN_SUBSCRIPTION_ID, ErrorCode.UNSUPPORTED_COMPRESSION_TYPE)
_LATER = (ErrorCode.TELEMETRY_TOO_LARGE, ErrorCode.THROTTLING_QUOTA_EXCEEDED)


class State(Enum):
    """See the module's docstring."""

    SUBSCRIPTION_NEEDED = "subscription needed"
    SUBSCRIPTION_ASKED = "subscription asked"
    PUSH_NEEDED = "push needed"
    PUSH_ASKED = "push asked"
    LAST_PUSH_ASKED = "last push asked"
    TERMINATED = "terminated"


class Wanted(NamedTuple):
    """The subscription of the cluster.

    Attributes:
        metrics: Beginnings of names, or "*".
        is_delta: Whether sums are sent as differences.
        bytes_max: The greatest push, compressed.
    """

    metrics: tuple[str, ...] = ()
    is_delta: bool = False
    bytes_max: int = 0


class Collect(Protocol):
    """Returns the metrics that are wanted as bytes of MetricsData."""

    def __call__(self, wanted: Wanted, now_ms: int) -> bytes:
        """See the class."""


class Telemetry:
    """One client's subscription. `begin` starts it, `close` sends the last push."""

    def __init__(self, outbox: Outbox, timers: Timers, random: Random, collect: Collect) -> None:
        self.state = State.SUBSCRIPTION_NEEDED
        self.client_instance_id = ZERO_ID
        """Given by the cluster with its first answer, and kept."""
        self.on_end: Callable[[], None] = lambda: None
        """Called when the last push was answered, or will never be sent."""
        self._outbox = outbox
        self._timers = timers
        self._random = random
        self._collect = collect
        self._wanted = Wanted()
        self._subscription_id = 0
        self._codec = NONE
        self._interval_ms = DEFAULT_INTERVAL_MS
        self._timer: Timer | None = None
        self._call: Call | None = None

    def begin(self, now_ms: int) -> None:
        """Request the subscription."""
        self._wait(State.SUBSCRIPTION_NEEDED, now_ms)

    def close(self, now_ms: int) -> None:
        """Push for the last time, if anything is wanted; then nothing is sent any more."""
        if self.state in (State.LAST_PUSH_ASKED, State.TERMINATED):
            return
        self._stop()
        if self.state in (State.PUSH_NEEDED, State.PUSH_ASKED):
            self.state = State.LAST_PUSH_ASKED
            self._push(now_ms, is_last=True)
        else:
            self._end()

    # Asking

    def _wait(self, state: State, due_ms: int) -> None:
        self.state = state
        self._timer = self._timers.at(due_ms, self._act)

    def _act(self, now_ms: int) -> None:
        self._timer = None
        if self.state is State.PUSH_NEEDED:
            self.state = State.PUSH_ASKED
            self._push(now_ms, is_last=False)
        else:
            self.state = State.SUBSCRIPTION_ASKED
            request = GetTelemetrySubscriptionsRequest(client_instance_id=self.client_instance_id)
            self._send(ApiKey.GET_TELEMETRY_SUBSCRIPTIONS, request, self._subscribed, now_ms)

    def _push(self, now_ms: int, *, is_last: bool) -> None:
        metrics = compress(self._codec, self._collect(self._wanted, now_ms))
        if len(metrics) > self._wanted.bytes_max:
            metrics = b""  # the broker would refuse it; that the client lives is known all the same
        request = PushTelemetryRequest(
            client_instance_id=self.client_instance_id,
            subscription_id=self._subscription_id,
            terminating=is_last,
            compression_type=self._codec if metrics else NONE,
            metrics=metrics,
        )
        self._send(ApiKey.PUSH_TELEMETRY, request, self._pushed, now_ms)

    def _send(
        self, api: int, request: Message, done: Callable[[Answer, int], None], now_ms: int
    ) -> None:
        self._call = Call(api, request, done)
        self._outbox.send(self._call, now_ms)

    # Answers

    def _subscribed(self, answer: Answer, now_ms: int) -> None:
        self._call = None
        message = answer.message
        if not isinstance(message, GetTelemetrySubscriptionsResponse):
            self._unanswered(answer, State.SUBSCRIPTION_NEEDED, now_ms + DEFAULT_INTERVAL_MS)
        elif message.error_code:
            self._refused(message.error_code, now_ms)
        else:
            self._take(message)
            if self._wanted.metrics:
                first_ms = round(self._interval_ms * self._random.uniform(0.5, 1.5))
                self._wait(State.PUSH_NEEDED, now_ms + first_ms)
            else:
                self._wait(State.SUBSCRIPTION_NEEDED, now_ms + self._interval_ms)

    def _take(self, message: GetTelemetrySubscriptionsResponse) -> None:
        self.client_instance_id = message.client_instance_id
        self._subscription_id = message.subscription_id
        self._interval_ms = (
            message.push_interval_ms if message.push_interval_ms > 0 else DEFAULT_INTERVAL_MS
        )
        known = (codec for codec in message.accepted_compression_types if codec in CODECS)
        self._codec = next(known, NONE)
        self._wanted = Wanted(
            tuple(message.requested_metrics), message.delta_temporality, message.telemetry_max_bytes
        )

    def _pushed(self, answer: Answer, now_ms: int) -> None:
        self._call = None
        message = answer.message
        if self.state is State.LAST_PUSH_ASKED:
            self._end()
        elif not isinstance(message, PushTelemetryResponse):
            self._unanswered(answer, State.PUSH_NEEDED, now_ms + self._interval_ms)
        elif message.error_code:
            self._refused(message.error_code, now_ms)
        else:
            self._wait(State.PUSH_NEEDED, now_ms + self._interval_ms)

    def _unanswered(self, answer: Answer, state: State, due_ms: int) -> None:
        if isinstance(answer.failure, UnsupportedVersion):
            self._end()
        else:
            self._wait(state, due_ms)

    def _refused(self, code: int, now_ms: int) -> None:
        if code in _AT_ONCE:
            self._wait(State.SUBSCRIPTION_NEEDED, now_ms)
        elif code in _LATER:
            self._wait(State.SUBSCRIPTION_NEEDED, now_ms + self._interval_ms)
        else:
            self._end()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._call is not None:
            self._outbox.withdraw(self._call)
            self._call = None

    def _end(self) -> None:
        self.state = State.TERMINATED
        self.on_end()
