"""The two kinds of stream that a relay has: a plain socket, and TLS over one.

Plain sockets are used directly: one receive and one send per chunk, and trio only where the kernel
makes us wait. What a byte costs is mostly what a chunk costs: where much comes, chunks are large.
"""

from __future__ import annotations

import os
import socket
import ssl
import struct
from functools import cache
from typing import Protocol

import trio
from trio.lowlevel import checkpoint, wait_readable, wait_writable

RECEIVE_BYTES = 64 * 1024
"""One receive."""
BULK_BYTES = 4 << 20
"""One receive after one that brought at least as much as the usual one may."""
TURN_BYTES = 4 << 20
"""About so much may pass before other connections have their turn."""
BUFFER_BYTES = 4 << 20
"""What the kernel is to hold of a connection, each way: the bursts of a few large fetches."""
_KEPT_BYTES = (32 << 20) - (64 << 10)
"""The largest block from which glibc learns, with what it needs itself."""
HANDSHAKE_LIMIT_S = 30.0
CONNECT_LIMIT_S = 10.0
_RESET_ON_CLOSE = struct.pack("ii", 1, 0)

LOST = (OSError, trio.BrokenResourceError, trio.ClosedResourceError, ssl.SSLError)
"""What receiving and sending raise when a connection is lost."""


class Stream(Protocol):
    """A connection of bytes; `receive` and `send` raise what `LOST` says."""

    can_half_close: bool

    async def receive(self) -> bytes:
        """The next bytes; none at the end."""

    async def send(self, data: bytes) -> None:
        """Send all of it, waiting while the peer does not read."""

    async def end_sending(self) -> None:
        """Tell the peer that no more will come."""

    def close(self, *, reset: bool = False) -> None:
        """Close at once; with `reset` the peer is told that something went wrong."""


class Plain:
    """A socket."""

    can_half_close = True

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._size = RECEIVE_BYTES
        self._left = TURN_BYTES
        self._may_have_more = False

    async def receive(self) -> bytes:
        """See `Stream`."""
        sock = self._sock
        while True:
            if not self._may_have_more:
                await wait_readable(sock)
                self._left = TURN_BYTES
            elif self._left <= 0:
                await checkpoint()
                self._left = TURN_BYTES
            try:
                data = sock.recv(self._size)
            except (BlockingIOError, InterruptedError):
                self._may_have_more = False
                continue
            found = len(data)
            self._left -= found
            self._may_have_more = found == self._size
            self._size = BULK_BYTES if found >= RECEIVE_BYTES else RECEIVE_BYTES
            return data

    async def send(self, data: bytes) -> None:
        """See `Stream`."""
        sock, rest = self._sock, memoryview(data)
        while rest:
            try:
                sent = sock.send(rest)
            except (BlockingIOError, InterruptedError):
                await wait_writable(sock)
            else:
                if sent == len(rest):
                    return
                rest = rest[sent:]

    async def end_sending(self) -> None:
        """See `Stream`."""
        self._sock.shutdown(socket.SHUT_WR)

    def close(self, *, reset: bool = False) -> None:
        """See `Stream`."""
        close_socket(self._sock, reset=reset)


class Tls:
    """TLS over a socket. It has no half-closes: who ends it, ends both directions."""

    can_half_close = False

    def __init__(self, sock: socket.socket, stream: trio.SSLStream[trio.SocketStream]) -> None:
        self._sock = sock
        self._stream = stream

    @classmethod
    async def begin(
        cls, sock: socket.socket, context: ssl.SSLContext, server_hostname: str | None = None
    ) -> Tls:
        """Greet the peer: as a client if it has a name here. Raises what `LOST` says."""
        below = trio.SocketStream(trio.socket.from_stdlib_socket(sock))
        stream = trio.SSLStream(
            below, context, server_hostname=server_hostname, server_side=server_hostname is None
        )
        with trio.move_on_after(HANDSHAKE_LIMIT_S) as scope:
            await stream.do_handshake()
        if scope.cancelled_caught:
            raise TimeoutError("no TLS greeting in time")
        return cls(sock, stream)

    async def receive(self) -> bytes:
        """See `Stream`."""
        try:
            return bytes(await self._stream.receive_some(RECEIVE_BYTES))
        except trio.BrokenResourceError as error:
            # Clients of Kafka often leave without the farewell that TLS has for that.
            if isinstance(error.__cause__, ssl.SSLEOFError):
                return b""
            raise

    async def send(self, data: bytes) -> None:
        """See `Stream`."""
        await self._stream.send_all(data)

    async def end_sending(self) -> None:
        """See `Stream`; it ends receiving as well, so nobody may wait for that."""
        await self._stream.aclose()

    def close(self, *, reset: bool = False) -> None:
        """See `Stream`."""
        close_socket(self._sock, reset=reset)


def keep_freed_memory() -> None:
    """Have the allocator keep what is freed for the next chunk.

    glibc gives large blocks, and much at once, back to the kernel, which then clears each page for
    whoever asks next; that costs more than a copy. It raises the sizes from which it does so, for
    good, when a larger block is freed (mallopt(3), M_MMAP_THRESHOLD); other allocators do not mind.
    """
    bytes(_KEPT_BYTES)


def close_socket(sock: socket.socket, *, reset: bool = False) -> None:
    """Close a socket that trio may wait for; with `reset` its peer gets RST instead of FIN."""
    if sock.fileno() < 0:
        return
    trio.lowlevel.notify_closing(sock)
    if reset:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_ON_CLOSE)
    sock.close()


def prepare(sock: socket.socket) -> None:
    """Have a socket not block and send at once, with large buffers where these can be had."""
    sock.setblocking(False)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for option in (socket.SO_RCVBUF, socket.SO_SNDBUF):
        if _may_be_large(option):
            sock.setsockopt(socket.SOL_SOCKET, option, BUFFER_BYTES)


@cache
def _may_be_large(option: int) -> bool:
    """Whether the system gives a buffer the size that is asked for.

    Where it gives less, its own are better: these grow as they are used, beyond what one may ask.
    """
    with socket.socket() as sock:
        try:
            sock.setsockopt(socket.SOL_SOCKET, option, BUFFER_BYTES)
        except OSError:
            return False
        return sock.getsockopt(socket.SOL_SOCKET, option) >= BUFFER_BYTES


async def connect(host: str, port: int) -> socket.socket:
    """A connected socket that does not block. Raises OSError that says why there is none."""
    why: OSError = TimeoutError(f"no answer within {CONNECT_LIMIT_S:g} s")
    with trio.move_on_after(CONNECT_LIMIT_S):
        found = await trio.socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        for family, kind, protocol, _, address in found:
            sock = socket.socket(family, kind, protocol)
            try:
                prepare(sock)
                await _connect(sock, address)
            except OSError as error:
                why = error
                close_socket(sock)
            except BaseException:
                close_socket(sock)
                raise
            else:
                return sock
    raise why


async def _connect(sock: socket.socket, address: object) -> None:
    try:
        sock.connect(address)  # type: ignore[arg-type]  # as getaddrinfo gave it
    except (BlockingIOError, InterruptedError):
        await wait_writable(sock)
        failure = sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
        if failure:
            raise OSError(failure, os.strerror(failure)) from None
