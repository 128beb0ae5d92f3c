"""Who asks, and how: what a handler may know of the request beside its body."""

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol

if TYPE_CHECKING:
    from kafkawire.protocol.message import Message

ANONYMOUS = "User:ANONYMOUS"
"""Kafka's principal of a connection that did not authenticate."""


class Versions(NamedTuple):
    """The versions of an API that its handler serves, both included."""

    min: int
    max: int


def _nothing() -> None:
    pass


def _not_muted(until_ms: int) -> None:
    pass


def free(partitions: int) -> None:
    """Charges nothing for an operation on so many partitions."""


def _never(callback: Callable[[], None]) -> None:
    pass


class ConnectionContext:
    """One client connection, as the core knows it.

    `close()` ends it from the broker's side. `mute(until_ms)` has nothing served on it until that
    time; it is called when an answer has been handed over. `on_end(callback)` has `callback()`
    called when the connection is closed, by whomever.
    """

    __slots__ = (
        "client_host",
        "client_port",
        "client_software_name",
        "client_software_version",
        "close",
        "host",
        "id",
        "listener_name",
        "mute",
        "on_end",
        "port",
        "principal",
        "token_authenticated",
    )

    def __init__(
        self,
        id: int = 0,
        *,
        client_host: str = "127.0.0.1",
        listener_name: str = "PLAINTEXT",
        host: str = "127.0.0.1",
        port: int = 9092,
        close: Callable[[], None] = _nothing,
    ) -> None:
        self.id = id
        self.client_host = client_host
        """The peer's address as text."""
        self.client_port = 0
        """And its port, where that is known."""
        self.listener_name = listener_name
        self.host = host
        """Where that listener is advertised."""
        self.port = port
        self.client_software_name = "unknown"
        """What ApiVersions told (KIP-511)."""
        self.client_software_version = "unknown"
        self.principal = ANONYMOUS
        self.token_authenticated = False
        """Whether the client has authenticated with a delegation token (KIP-48)."""
        self.close = close
        self.mute: Callable[[int], None] = _not_muted
        self.on_end: Callable[[Callable[[], None]], None] = _never


class RequestMeter(Protocol):
    """What charges one request to its client's quotas (`security.metering.Meter`)."""

    def exempt(self) -> None:
        """Charge nothing."""

    def park(self) -> None:
        """The request begins to wait."""

    def resume(self, now_ms: int) -> None:
        """Its wait is over."""

    def fetch_max_bytes(self, most: int) -> int:
        """The most bytes of records that it may be answered with, `most` at most."""

    def charge_fetch(self, size: int) -> int:
        """Charge an answer of `size` bytes; for how many ms its client must wait instead."""

    def charge_mutation(self, partitions: int, *, strict: bool) -> None:
        """Charge an operation on so many partitions; raises `ApiError` for one too many."""

    def charge_forwarded(self, throttle_ms: int) -> None:
        """Have the client wait for as long as the controller says that served its request."""

    def settle(self, response: "Message") -> None:
        """Charge for an answer, and write into it for how long its client must wait."""


class RequestContext:
    """One request: what its header says, the connection it came by, and the time."""

    __slots__ = (
        "api_key",
        "api_version",
        "client_id",
        "connection",
        "correlation_id",
        "now_ms",
    )

    meter: ClassVar[RequestMeter | None] = None
    """What charges the request to its client's quotas; None where there are none."""

    def __init__(
        self,
        *,
        api_key: int,
        api_version: int,
        correlation_id: int,
        client_id: str,
        connection: ConnectionContext,
        now_ms: int,
    ) -> None:
        self.api_key = api_key
        self.api_version = api_version
        self.correlation_id = correlation_id
        self.client_id = client_id
        """"" where the header has null."""
        self.connection = connection
        self.now_ms = now_ms

    def mutates(self, *, strict: bool) -> Callable[[int], None]:
        """What is to be called with the partitions of each topic that is changed.

        It raises `ApiError(THROTTLING_QUOTA_EXCEEDED)` for one too many, if `strict`.
        """
        if self.meter is None:
            return free
        meter = self.meter
        return lambda partitions: meter.charge_mutation(partitions, strict=strict)
