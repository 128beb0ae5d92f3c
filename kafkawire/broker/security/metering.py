"""What happens to a request where there are quotas: it is charged, told to wait, and muted.

A `Meter` accompanies one request. `dispatch` has it made, hands every answer to `settle`, and
replies through `reply`; so whatever a request was, its answer tells how long its client must be
silent. The answer goes out at once; then the connection is *muted*: the shell serves nothing on it
until that time has come (KIP-219, fetch B-62). Where both a byte rate and thread time are over,
the longer wait counts.

Fetch is charged by its handler, before anything is noted in the session (`fetch.metered`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kafkawire.broker.context import RequestContext
from kafkawire.broker.security.mutations import Throttled
from kafkawire.protocol.api_keys import ApiKey

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafkawire.broker.security.mutations import MutationQuota
    from kafkawire.protocol.buffers import Sendable
    from kafkawire.protocol.message import Message

    Reply = Callable[[list[Sendable]], None]

PRODUCE = int(ApiKey.PRODUCE)


class ByteQuota(Protocol):
    """One type of quota on bytes; see `quotas.Quota`."""

    def charge(self, user: str, client_id: str, value: float, now_ms: int) -> int:
        """Count `value` and return for how many ms the client must wait."""

    def record(self, user: str, client_id: str, value: float, now_ms: int) -> None:
        """Count `value`; a negative one takes back what was counted at the same time."""


class MeteredQuotas(Protocol):
    """The quotas that a `Meter` charges; `quotas.ClientQuotas` of a broker."""

    thread_time_ns: Callable[[], int]
    mutations: MutationQuota

    @property
    def fetch(self) -> ByteQuota:
        """Bytes of responses to consumers."""

    @property
    def produce(self) -> ByteQuota:
        """Bytes of whole requests."""

    def burst(self, user: str, client_id: str) -> float | None:
        """Return the most bytes that a consumer may fetch at once; None for any number."""

    def charge_thread_time(self, user: str, client_id: str, spent_ns: int, now_ms: int) -> int:
        """Count the time of one request and return for how many ms the client must wait."""


class MeteredContext(RequestContext):
    """A request that is charged."""

    __slots__ = ("meter",)

    meter: Meter  # type: ignore[misc]

    def __init__(self, context: RequestContext, meter: Meter) -> None:
        super().__init__(
            api_key=context.api_key,
            api_version=context.api_version,
            correlation_id=context.correlation_id,
            client_id=context.client_id,
            connection=context.connection,
            now_ms=context.now_ms,
        )
        self.meter = meter


class Meter:
    """One request's charges. `now_ms` is the time of its answer, `throttle_ms` what it costs."""

    __slots__ = (
        "_client_id",
        "_context",
        "_is_settled",
        "_mutation_ms",
        "_quotas",
        "_reply",
        "_request_bytes",
        "_spent_ns",
        "_started_ns",
        "_user",
        "now_ms",
        "throttle_ms",
    )

    def __init__(
        self, quotas: MeteredQuotas, context: RequestContext, request_bytes: int, reply: Reply
    ) -> None:
        self._quotas = quotas
        self._context = context
        self._reply = reply
        self._request_bytes = request_bytes
        self._user = context.connection.principal.partition(":")[2]
        self._client_id = context.client_id
        self._is_settled = False
        self._mutation_ms = 0
        self._spent_ns: int | None = None
        self._started_ns = quotas.thread_time_ns()
        self.now_ms = context.now_ms
        self.throttle_ms = 0

    def exempt(self) -> None:
        """Charge nothing: a broker asks (fetch B-63)."""
        self._is_settled = True

    def park(self) -> None:
        """The request begins to wait: what is done from now on is not its thread's time."""
        self._spend()

    def resume(self, now_ms: int) -> None:
        """Its wait is over."""
        self.now_ms = now_ms

    def fetch_max_bytes(self, most: int) -> int:
        """The most bytes of records that a consumer may get at once, `most` at most (B-12)."""
        burst = self._quotas.burst(self._user, self._client_id)
        return most if burst is None or burst > most else int(burst)

    def charge_fetch(self, size: int) -> int:
        """Charge a response of `size` bytes to a consumer; returns for how long it must wait.

        If it must, the response is not to be sent, and its bytes are not counted (fetch B-60).
        """
        if self._is_settled:
            return 0
        self._is_settled = True
        quota, now_ms = self._quotas.fetch, self.now_ms
        self.throttle_ms = max(
            self._charge_thread_time(), quota.charge(self._user, self._client_id, size, now_ms)
        )
        if self.throttle_ms > 0:
            quota.record(self._user, self._client_id, -size, now_ms)
        return max(self.throttle_ms, 0)

    def charge_mutation(self, partitions: int, *, strict: bool) -> None:
        """Charge an operation on so many partitions; raises `ApiError` for one too many."""
        client = self._user, self._client_id
        try:
            wait_ms = self._quotas.mutations.charge(client, partitions, self.now_ms, strict=strict)
        except Throttled as refusal:
            self._mutation_ms = refusal.throttle_ms
            raise
        self._mutation_ms = max(self._mutation_ms, wait_ms)

    def charge_forwarded(self, throttle_ms: int) -> None:
        """Have the client wait for as long as the controller says that served its request."""
        self._mutation_ms = max(self._mutation_ms, throttle_ms)

    def settle(self, response: Message) -> None:
        """Charge for the answer unless that was done, and write into it how long to wait."""
        if not self._is_settled:
            self._is_settled = True
            self.throttle_ms = max(
                self._charge_thread_time(), self._charge_produced(), self._mutation_ms
            )
        if self.throttle_ms > 0 and "throttle_time_ms" in response._FIELDS:
            response.throttle_time_ms = self.throttle_ms  # type: ignore[attr-defined]

    def reply(self, buffers: list[Sendable]) -> None:
        """Send the answer and mute the connection, if it must be."""
        if not self._is_settled:
            # No answer was wanted: charged its bytes, but no time (produce A-77).
            self._is_settled = True
            self.throttle_ms = self._charge_produced()
        self._reply(buffers)
        if self.throttle_ms > 0:
            self._context.connection.mute(self.now_ms + self.throttle_ms)

    def _spend(self) -> int:
        if self._spent_ns is None:
            self._spent_ns = max(self._quotas.thread_time_ns() - self._started_ns, 0)
        return self._spent_ns

    def _charge_thread_time(self) -> int:
        return self._quotas.charge_thread_time(
            self._user, self._client_id, self._spend(), self.now_ms
        )

    def _charge_produced(self) -> int:
        if self._context.api_key != PRODUCE:
            return 0
        return self._quotas.produce.charge(
            self._user, self._client_id, self._request_bytes, self.now_ms
        )
