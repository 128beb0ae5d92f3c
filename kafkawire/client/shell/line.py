"""The socket of one connection: made, read and written without ever blocking the event loop.

Bytes are sent from where they are made, as far as the kernel takes them; what is left is sent by a
task when it can be. So no request is half written because its caller was cancelled.
"""

from __future__ import annotations

import contextlib
import ssl
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from trio.lowlevel import notify_closing, wait_readable, wait_writable

from kafkawire.client.sockets import check_connected, connecting
from kafkawire.net.sending import send_some

if TYPE_CHECKING:
    import socket

    from kafkawire.client.core.lane import Address
    from kafkawire.protocol.buffers import Sendable

RECEIVE_BYTES = 16 << 10
"""One receive where no large answer is awaited: most answers are smaller."""
TLS_TAKE_BYTES = 64 << 10
"""One receive of encrypted bytes. Above 128 KiB the allocator maps fresh pages for each call."""
TLS_RECEIVE_BYTES = 16 << 10
"""The size of a TLS record."""


class TlsRefused(OSError):
    """One side of a TLS connection does not accept the other: another attempt ends likewise."""


class LineOptions(NamedTuple):
    """Options of sockets.

    Attributes:
        tls: The context of TLS connections; None: without TLS.
        send_buffer_bytes: SO_SNDBUF; -1 leaves it to the system.
        receive_buffer_bytes: SO_RCVBUF; -1 leaves it to the system.
    """

    tls: ssl.SSLContext | None = None
    send_buffer_bytes: int = -1
    receive_buffer_bytes: int = -1


async def opened(address: Address, name: str, options: LineOptions) -> Line:
    """Return a connection to an address, with TLS to `name` if it is wanted. Raises OSError."""
    sock = await connected(address, options)
    if options.tls is None:
        return Line(sock)
    try:
        line = TlsLine(sock, options.tls, name)
        await line.shake_hands()
    except BaseException:
        sock.close()
        raise
    return line


async def connected(address: Address, options: LineOptions) -> socket.socket:
    """Return a socket that is connected to an address. Raises OSError."""
    sock = connecting(address, options.send_buffer_bytes, options.receive_buffer_bytes)
    try:
        await wait_writable(sock)
        check_connected(sock)
    except BaseException:
        sock.close()
        raise
    return sock


class Line:
    """A connected socket without TLS."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._unsent: list[Sendable] = []
        self.is_drained = False
        """Whether the last call has received all that is there; False where that is not known."""

    @property
    def is_stuck(self) -> bool:
        """Whether bytes are left that the kernel did not take."""
        return bool(self._unsent)

    def send(self, data: Sequence[bytes]) -> None:
        """Send as much as the kernel takes. Raises OSError."""
        if self._unsent:
            self._unsent += data
        elif data:
            self._unsent = send_some(self._sock, list(data))

    async def finish_sending(self) -> None:
        """Send what is left. Raises OSError."""
        while self._unsent:
            await wait_writable(self._sock)
            self._unsent = send_some(self._sock, self._unsent)

    async def wait(self) -> None:
        """Wait until there is something to receive."""
        await wait_readable(self._sock)

    def receive(self) -> bytes | None:
        """Return what is there: None if that is nothing, b"" at the end. Raises OSError."""
        data = self._received(RECEIVE_BYTES)
        self.is_drained = data is not None and len(data) < RECEIVE_BYTES
        return data

    def _received(self, size: int) -> bytes | None:
        try:
            return self._sock.recv(size)
        except (BlockingIOError, InterruptedError):
            return None

    def receive_into(self, room: memoryview) -> int | None:
        """Receive into `room`; the rest as `receive`."""
        try:
            count = self._sock.recv_into(room)
        except (BlockingIOError, InterruptedError):
            return None
        self.is_drained = count < len(room)
        return count

    def close(self) -> None:
        """Close the socket; a task that waits for it gets trio.ClosedResourceError."""
        notify_closing(self._sock)
        self._sock.close()


class TlsLine(Line):
    """A connected socket with TLS."""

    def __init__(self, sock: socket.socket, context: ssl.SSLContext, name: str) -> None:
        super().__init__(sock)
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._incoming, self._outgoing, server_hostname=name)
        self._is_accepted = False
        """Whether the broker has sent data, so that both sides have accepted each other."""

    async def shake_hands(self) -> None:
        """Agree on keys and verify the certificate. Raises TlsRefused, and other OSErrors."""
        while True:
            try:
                self._tls.do_handshake()
            except ssl.SSLError as error:
                if not isinstance(error, ssl.SSLWantReadError):
                    self._alert()
                    raise self._failed(error) from error
                super().send([self._outgoing.read()])
                await self.finish_sending()
                await self.wait()
                self._take()
            else:
                super().send([self._outgoing.read()])
                await self.finish_sending()
                return

    def send(self, data: Sequence[bytes]) -> None:
        """Encrypt, and send as much as the kernel takes. Raises TlsRefused, and other OSErrors."""
        for each in data:
            self._tls.write(each)
        try:
            super().send([self._outgoing.read()])
        except OSError:
            self.receive()  # raises the alert that came before the broker closed
            raise

    def receive(self) -> bytes | None:
        """Return what is there, decrypted; as `Line.receive`."""
        found = self._plain()
        if found is None and self._take():
            found = self._plain()
        return found

    def receive_into(self, room: memoryview) -> int | None:
        """Decrypt into `room`; as `Line.receive_into`."""
        data = self._plain(len(room))
        if data is None and self._take():
            data = self._plain(len(room))
        if data is None:
            return None
        room[: len(data)] = data
        return len(data)

    def _alert(self) -> None:
        """Send the reason why this side refuses the other, as far as that is possible."""
        with contextlib.suppress(OSError):
            super().send([self._outgoing.read()])

    def _failed(self, error: ssl.SSLError) -> OSError:
        """Return what an error of TLS is for the client.

        Kafka's SslTransportLayer draws the same line: an end of the stream is a lost connection,
        and so is each error behind the first data.
        """
        is_end = isinstance(error, ssl.SSLEOFError | ssl.SSLZeroReturnError)
        return error if is_end or self._is_accepted else TlsRefused(str(error))

    def _plain(self, size: int = TLS_RECEIVE_BYTES) -> bytes | None:
        """What has been decrypted; None if that is nothing, b"" at the end."""
        try:
            data = self._tls.read(min(size, TLS_RECEIVE_BYTES))
        except ssl.SSLWantReadError:
            return None
        except ssl.SSLZeroReturnError:
            return b""
        except ssl.SSLEOFError:
            return b""  # an end without close_notify ends a connection, too (client K-1)
        except ssl.SSLError as error:
            # Since TLS 1.3 a listener refuses a client's certificate behind the handshake.
            raise self._failed(error) from error
        self._is_accepted = True
        return data

    def _take(self) -> bool:
        """Receive encrypted bytes; False if there were none."""
        data = self._received(TLS_TAKE_BYTES)
        if data is None:
            return False
        if data:
            self._incoming.write(data)
        else:
            self._incoming.write_eof()
        return True
