"""The proxy as a whole: its listeners, and a task for each connection.

A broker that cannot be reached does not hide what its client wants: the first bytes are shown
before the connection is closed, so that one sees who asks in vain, and for what.
"""

from __future__ import annotations

import socket
import ssl
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

import trio

from kafkawire.dump.proxy.addresses import Asked, Node
from kafkawire.dump.proxy.inspection import Inspection
from kafkawire.dump.proxy.listeners import Listeners, Target, listen
from kafkawire.dump.proxy.relay import CLIENT, Relay
from kafkawire.dump.proxy.sasl import log_in
from kafkawire.dump.proxy.streams import (
    LOST,
    Plain,
    Stream,
    Tls,
    close_socket,
    connect,
    prepare,
)
from kafkawire.dump.proxy.wire import Requests, Responses
from kafkawire.dump.transport import Endpoint
from kafkawire.sasl.conversation import Login

ACCEPT_PAUSE_S = 0.1
"""After a failure to accept, as when there are too many open files."""
IN_VAIN_S = 1.0
"""How long a request is awaited that its broker will never see."""
EVERYWHERE = ("", "0.0.0.0", "::")

Say = Callable[[str], None]
"""Told, in a line, what its user should know."""


class Settings(NamedTuple):
    """What a proxy is to do."""

    listen: Endpoint
    brokers: tuple[Endpoint, ...]
    """Where the cluster may be found: the first that answers is taken."""
    advertise: str = ""
    """The host that clients are given; empty for the one they have reached."""
    base_port: int = 0
    """The port of node 0; 0 for the one after `listen`'s."""
    client_tls: ssl.SSLContext | None = None
    broker_tls: ssl.SSLContext | None = None
    login: Login | None = None
    """Who the proxy says it is to brokers; clients then say nothing."""


class Proxy:
    """A running proxy; `inspection` gets a copy of all that passes, `say` what goes wrong."""

    def __init__(self, settings: Settings, inspection: Inspection, say: Say) -> None:
        self.port = 0
        """Where it listens, once it does."""
        self._settings = settings
        self._inspection = inspection
        self._say = say
        self._said: dict[str, str] = {}
        self._nursery: trio.Nursery | None = None
        self._listeners = Listeners("", 0, self._opened)

    async def run(self, task_status: trio.TaskStatus[int] = trio.TASK_STATUS_IGNORED) -> None:
        """Serve until cancelled; started with its port. Raises OSError if it cannot listen."""
        settings = self._settings
        sock = listen(settings.listen)
        self.port = sock.getsockname()[1]
        base_port = settings.base_port or self.port + 1
        self._listeners = Listeners(settings.listen.host, base_port, self._opened)
        try:
            async with trio.open_nursery() as self._nursery:
                self._nursery.start_soon(self._accept, sock, Target("bootstrap", *settings.brokers))
                task_status.started(self.port)
        finally:
            self._nursery = None

    def _opened(self, sock: socket.socket, target: Target) -> None:
        assert self._nursery is not None, "a listener without a proxy"
        where = Endpoint(*sock.getsockname()[:2])
        self._say(f"{target.name}, {target.addresses[0]}, is {where} here")
        self._nursery.start_soon(self._accept, sock, target)

    async def _accept(self, sock: socket.socket, target: Target) -> None:
        assert self._nursery is not None, "a listener without a proxy"
        try:
            while True:
                await trio.lowlevel.wait_readable(sock)
                try:
                    client, _ = sock.accept()
                except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                    continue
                except OSError as error:
                    self._tell(target, f"a client cannot be accepted: {_reason(error)}")
                    await trio.sleep(ACCEPT_PAUSE_S)
                    continue
                self._nursery.start_soon(self._serve, client, target)
        finally:
            close_socket(sock)

    async def _serve(self, sock: socket.socket, target: Target) -> None:
        how, stream = "end", -1
        try:
            prepare(sock)
            here, there = (Endpoint(*name[:2]) for name in (sock.getsockname(), sock.getpeername()))
            stream = self._inspection.opened(there, target.addresses[0], here)
            how = await self._connected(sock, target, stream)
        except LOST:
            how = "RST"
        finally:
            close_socket(sock, reset=how == "RST")
            self._inspection.closed(stream, how)

    async def _connected(self, sock: socket.socket, target: Target, stream: int) -> str:
        client: Stream = Plain(sock)
        if self._settings.client_tls is not None:
            try:
                client = await Tls.begin(sock, self._settings.client_tls)
            except LOST as error:
                self._inspection.note(stream, f"the client does not speak TLS: {_reason(error)}")
                raise
        try:
            broker_sock, broker = await self._reach(target)
        except LOST as error:
            self._tell(target, f"cannot be reached: {_reason(error)}")
            return await self._in_vain(client, stream, target, error)
        self._said.pop(target.name, None)
        how = "RST"
        try:
            how = await self._relay(sock, client, broker, stream)
        finally:
            close_socket(broker_sock, reset=how == "RST")
        return how

    async def _reach(self, target: Target) -> tuple[socket.socket, Stream]:
        """The first address that answers. Raises what the last one failed with."""
        why: Exception = OSError("there is no address")
        for address in target.addresses:
            try:
                return await self._dial(address)
            except LOST as error:
                why = error
        raise why

    async def _dial(self, address: Endpoint) -> tuple[socket.socket, Stream]:
        sock = await connect(address.host, address.port)
        stream: Stream = Plain(sock)
        try:
            if self._settings.broker_tls is not None:
                stream = await Tls.begin(sock, self._settings.broker_tls, address.host)
            if self._settings.login is not None:
                await log_in(stream, self._settings.login)
        except BaseException:
            close_socket(sock)
            raise
        return sock, stream

    async def _relay(self, sock: socket.socket, client: Stream, broker: Stream, stream: int) -> str:
        inspection, host = self._inspection, self._settings.advertise
        if not host:
            host = self._settings.listen.host
        if host in EVERYWHERE:
            host = sock.getsockname()[0]

        def translate(node: Node) -> tuple[str, int]:
            return host, self._listeners.port_of(node)

        def note(text: str) -> None:
            inspection.note(stream, text)
            self._say(text)

        pending: deque[Asked] = deque()
        relay = Relay(
            client,
            broker,
            requests=Requests(pending, note),
            responses=Responses(pending, translate, note),
            tell=lambda end, data: inspection.data(stream, end, data),
        )
        return await relay.run()

    async def _in_vain(self, client: Stream, stream: int, target: Target, error: Exception) -> str:
        """Show what a client wants of a broker that is not there."""
        text = f"no connection to {target.addresses[0]}: {_reason(error)}"
        self._inspection.note(stream, text)
        with trio.move_on_after(IN_VAIN_S):
            self._inspection.data(stream, CLIENT, await client.receive())
        return "RST"

    def _tell(self, target: Target, text: str) -> None:
        """Say something about a target, once for as long as it stays so."""
        if self._said.get(target.name) != text:
            self._said[target.name] = text
            self._say(f"{target.name}, {target.addresses[0]}: {text}")


def _reason(error: BaseException) -> str:
    """Why, without the number that the system has for it."""
    if isinstance(error, trio.BrokenResourceError) and error.__cause__ is not None:
        error = error.__cause__
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
