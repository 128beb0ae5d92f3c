"""The socket of one connection: made, read and written as far as that goes without waiting.

A line is waited for by its runtime: until `events` happen, then `proceed` goes on with what is to
be done before the line is open: to connect, and the handshake of TLS.
"""

from __future__ import annotations

import ssl
from collections import deque
from selectors import EVENT_READ, EVENT_WRITE
from typing import TYPE_CHECKING

from kafkawire.client.sockets import check_connected, connecting

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.client.core.lane import Address

RECEIVE_BYTES = 16 << 10
"""One receive where no large answer is awaited: most answers are smaller."""

_LATER = (BlockingIOError, InterruptedError, ssl.SSLWantReadError, ssl.SSLWantWriteError)


class Line:
    """A socket on its way to an address, then connected. All methods raise OSError."""

    def __init__(self, address: Address, tls: ssl.SSLContext | None, name: str) -> None:
        self.is_open = False
        """Whether bytes may be sent and received."""
        self.is_drained = False
        """Whether the last `receive` got all that is there; False where that is not known."""
        self.watched = 0
        """The events that the runtime waits for at present."""
        self._tls = tls
        self._name = name
        self._is_connected = False
        self._wanted = EVENT_WRITE
        self._unsent: deque[bytes | memoryview] = deque()
        self._sock = connecting(address)

    @property
    def is_stuck(self) -> bool:
        """Whether bytes are left that the kernel did not take."""
        return bool(self._unsent)

    @property
    def events(self) -> int:
        """Events to wait for: EVENT_READ, EVENT_WRITE or both."""
        if not self.is_open:
            return self._wanted
        return EVENT_READ | EVENT_WRITE if self._unsent else EVENT_READ

    def fileno(self) -> int:
        """Return the descriptor, for selectors."""
        return self._sock.fileno()

    def proceed(self) -> None:
        """Go on until the line is open, or has to wait. Raises ssl.SSLError for a handshake."""
        if not self._is_connected:
            check_connected(self._sock)
            self._is_connected = True
            if self._tls is not None:
                self._sock = self._tls.wrap_socket(
                    self._sock, server_hostname=self._name, do_handshake_on_connect=False
                )
        if isinstance(self._sock, ssl.SSLSocket):
            try:
                self._sock.do_handshake()
            except ssl.SSLWantReadError:
                self._wanted = EVENT_READ
                return
            except ssl.SSLWantWriteError:
                self._wanted = EVENT_WRITE
                return
        self.is_open = True

    def send(self, data: Iterable[bytes]) -> None:
        """Send as much as the kernel takes; the rest is for `finish_sending`."""
        self._unsent.extend(data)
        self.finish_sending()

    def finish_sending(self) -> None:
        """Send as much as the kernel takes of what is left."""
        unsent = self._unsent
        try:
            while unsent:
                first = unsent[0]
                sent = self._sock.send(first)
                if sent == len(first):
                    unsent.popleft()
                else:
                    unsent[0] = memoryview(first)[sent:]
        except _LATER:
            pass
        except OSError as error:
            raise self._reason(error) from None

    def receive(self) -> bytes | None:
        """Return what is there: None if that is nothing, b"" at the end."""
        try:
            data = self._sock.recv(RECEIVE_BYTES)
        except _LATER:
            return None
        # TLS gives a record at a time, and its end may be there already.
        self.is_drained = self._tls is None and 0 < len(data) < RECEIVE_BYTES
        return data

    def receive_into(self, room: memoryview) -> int | None:
        """Receive into `room`; the rest as `receive`."""
        try:
            return self._sock.recv_into(room)
        except _LATER:
            return None

    def close(self) -> None:
        """Close the socket."""
        self._sock.close()

    def _reason(self, error: OSError) -> OSError:
        """Return why nothing can be sent: an alert of TLS that has come, or else the error."""
        try:
            if self._tls is not None:
                self._sock.recv(RECEIVE_BYTES)
        except _LATER:
            pass
        except ssl.SSLError as alert:
            return alert
        except OSError:
            pass
        return error
