"""Watchers of a client's connections: metrics, the application's observer, a trace.

A connection calls its watchers; what they do costs each request, so they do little. No watcher
keeps the bytes that it is given.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from kafkawire.protocol.message import Message


class Link:
    """One connection; watchers distinguish connections by identity.

    Attributes:
        node_id: The id of the broker; -1 of a bootstrap address.
        host: The host, as metadata or the bootstrap addresses name it.
        port: The port.
    """

    __slots__ = ("host", "node_id", "port")

    def __init__(self, node_id: int, host: str, port: int) -> None:
        self.node_id = node_id
        self.host = host
        self.port = port

    @property
    def address(self) -> str:
        """Host and port in one text."""
        return f"{self.host}:{self.port}"


class Seen(Protocol):
    """The fields of a sent request that watchers may read: `connection.Sent`."""

    @property
    def api(self) -> int:
        """The api key."""

    @property
    def version(self) -> int:
        """The version of the request and of its response."""

    @property
    def correlation_id(self) -> int:
        """The number of the request on its connection."""

    @property
    def sent_ms(self) -> int:
        """Time of its sending, in now_ms."""


class Login(NamedTuple):
    """The end of one authentication.

    Attributes:
        is_success: Whether both sides accept each other.
        is_again: Whether the connection was authenticated before (KIP-368).
        took_ms: How long a later authentication took; 0 for a first one.
    """

    is_success: bool
    is_again: bool = False
    took_ms: int = 0


class Watcher(Protocol):
    """Follows all connections of a client."""

    def opened(self, link: Link, now_ms: int) -> None:
        """Take a connection that was made."""

    def failed(self, link: Link, why: str, now_ms: int) -> None:
        """Take an attempt to connect that failed, so that there is no connection."""

    def authenticated(self, link: Link, login: Login, now_ms: int) -> None:
        """Take the end of an authentication, which may have failed."""

    def sent(self, link: Link, seen: Seen, data: bytes, now_ms: int) -> None:
        """Take the bytes of a request at its sending, its length in front."""

    def came(
        self, link: Link, seen: Seen, frame: bytes | bytearray, message: Message, now_ms: int
    ) -> None:
        """Take a response: its bytes without the length, and what they mean."""

    def closed(self, link: Link, why: str, now_ms: int) -> None:
        """Take the end of a connection, and why it ended."""


class Wire:
    """One connection and the watchers of its client, a list that all connections share."""

    __slots__ = ("link", "watchers")

    def __init__(self, link: Link, watchers: Sequence[Watcher] = ()) -> None:
        self.link = link
        self.watchers = watchers

    def opened(self, now_ms: int) -> None:
        """Notify the watchers of the new connection."""
        for watcher in self.watchers:
            watcher.opened(self.link, now_ms)

    def failed(self, why: str, now_ms: int) -> None:
        """Notify the watchers of a failed attempt to connect."""
        for watcher in self.watchers:
            watcher.failed(self.link, why, now_ms)

    def authenticated(self, login: Login, now_ms: int) -> None:
        """Notify the watchers of an authentication."""
        for watcher in self.watchers:
            watcher.authenticated(self.link, login, now_ms)

    def sent(self, seen: Seen, data: bytes, now_ms: int) -> None:
        """Notify the watchers of a request."""
        for watcher in self.watchers:
            watcher.sent(self.link, seen, data, now_ms)

    def came(self, seen: Seen, frame: bytes | bytearray, message: Message, now_ms: int) -> None:
        """Notify the watchers of a response."""
        for watcher in self.watchers:
            watcher.came(self.link, seen, frame, message, now_ms)

    def closed(self, why: str, now_ms: int) -> None:
        """Notify the watchers of the end of the connection."""
        for watcher in self.watchers:
            watcher.closed(self.link, why, now_ms)
