"""A trace of one client: its own requests and responses, as lines of wire-dump.

wire-dump is imported when a trace begins, and never without one.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from contextlib import suppress
from os import PathLike
from typing import TYPE_CHECKING, TextIO

from kafkawire.client.errors import ConfigurationError

if TYPE_CHECKING:
    from kafkawire.client.core.wire import Link, Login, Seen
    from kafkawire.dump.client_trace import ClientTrace
    from kafkawire.protocol.message import Message

STDERR = "stderr"
Target = str | PathLike[str] | TextIO
_log = logging.getLogger("kafkawire.client.trace")


class Trace:
    """A watcher of connections that writes a line for each exchange.

    Args:
        target: Where lines go: `stderr`, the path of a file that is replaced, or a text file, which
            stays open.
    """

    def __init__(self, target: Target) -> None:
        self._target = target
        self._lines: ClientTrace | None = None
        self._file: TextIO | None = None
        """The file, if it was opened here."""

    def begin(self) -> None:
        """Open the file. Raises ConfigurationError."""
        from kafkawire.dump.client_trace import ClientTrace

        self._lines = ClientTrace(self._open())

    def end(self) -> None:
        """Write what is left, and close the file if it was opened here."""
        lines, self._lines = self._lines, None
        if lines is not None:
            with suppress(OSError, ValueError):
                lines.close()
        if self._file is not None:
            with suppress(OSError):
                self._file.close()
            self._file = None

    # What happens on connections

    def opened(self, link: Link, now_ms: int) -> None:
        """Take a connection that was made."""
        del now_ms
        self._write(lambda lines: lines.opened(link))

    def failed(self, link: Link, why: str, now_ms: int) -> None:
        """Write nothing: there is no traffic."""

    def sent(self, link: Link, seen: Seen, data: bytes, now_ms: int) -> None:
        """Take a request."""
        del seen, now_ms
        self._write(lambda lines: lines.sent(link, data))

    def came(
        self, link: Link, seen: Seen, frame: bytes | bytearray, message: Message, now_ms: int
    ) -> None:
        """Take a response."""
        del seen, message, now_ms
        self._write(lambda lines: lines.came(link, frame))

    def authenticated(self, link: Link, login: Login, now_ms: int) -> None:
        """Write nothing: the requests of a login have lines."""

    def closed(self, link: Link, why: str, now_ms: int) -> None:
        """Take the end of a connection."""
        del why, now_ms
        self._write(lambda lines: lines.closed(link))

    def _write(self, write: Callable[[ClientTrace], None]) -> None:
        """Write lines. What cannot be written ends the trace, and never the client."""
        if self._lines is None:
            return
        try:
            write(self._lines)
        except (OSError, ValueError) as error:  # ValueError: the application closed the file
            _log.warning("the trace of the client ends, since it cannot be written: %s", error)
            self.end()

    def _open(self) -> TextIO:
        target = self._target
        if target == STDERR:
            return sys.stderr
        if not isinstance(target, str | PathLike):
            return target
        try:
            self._file = open(target, "w", encoding="utf-8")  # noqa: SIM115 - closed by `end`
        except OSError as error:
            why = error.strerror or error
            raise ConfigurationError(f"trace: cannot write {target}: {why}") from error
        return self._file
