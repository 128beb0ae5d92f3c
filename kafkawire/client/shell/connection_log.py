"""Lines about connections in the log of a client: one for each change, none for each repetition."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kafkawire.client.core.wire import Link, Login, Seen
    from kafkawire.protocol.message import Message

_log = logging.getLogger("kafkawire.client.connections")


class ConnectionLog:
    """A watcher of connections that logs which brokers cannot be reached, and since when they can.

    The level is INFO: what fails for good is raised by a call of the client.
    """

    def __init__(self, client_id: str) -> None:
        self._client_id = client_id
        self._failures: dict[str, int] = {}
        """Attempts in a row that failed, by address."""

    def opened(self, link: Link, now_ms: int) -> None:
        """Log that a broker can be reached again."""
        del now_ms
        failures = self._failures.pop(link.address, 0)
        if failures:
            text = "%s: connected to %s after %d failed attempts"
            _log.info(text, self._client_id, link.address, failures)

    def failed(self, link: Link, why: str, now_ms: int) -> None:
        """Log the first of several attempts that fail."""
        del now_ms
        failures = self._failures.get(link.address, 0)
        self._failures[link.address] = failures + 1
        if not failures:
            _log.info("%s: no connection, and more attempts follow: %s", self._client_id, why)

    def authenticated(self, link: Link, login: Login, now_ms: int) -> None:
        """Log nothing: a login that fails ends its connection."""

    def closed(self, link: Link, why: str, now_ms: int) -> None:
        """Log the end of a connection."""
        del link, now_ms
        _log.debug("%s: a connection has ended: %s", self._client_id, why)

    def sent(self, link: Link, seen: Seen, data: bytes, now_ms: int) -> None:
        """Log nothing of requests: `trace` shows them."""

    def came(
        self, link: Link, seen: Seen, frame: bytes | bytearray, message: Message, now_ms: int
    ) -> None:
        """Log nothing of responses."""
