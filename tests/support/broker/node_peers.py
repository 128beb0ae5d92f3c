"""A running `NodeShell`, and peers on loopback that follow a script."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import trio

from kafkawire.broker.nodes.channels import Channels, Endpoint
from kafkawire.broker.nodes.purposes import NodeSettings, Purpose
from kafkawire.client.core.calls import Answer, Call
from kafkawire.protocol.exchange import decode_request_header, encode_response
from kafkawire.protocol.message import Message
from kafkawire.server.clock import Clock
from kafkawire.server.nodes.node_shell import NodeShell
from kafkawire.timers import Timers
from tests.support.broker.node_shell import versions
from tests.support.suite.patience import patient

API_VERSIONS = 18
LIMIT_S = patient(20.0)
Script = Callable[["Peer"], Awaitable[None]]


class Peer:
    """One connection to a peer, as its script has it."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self.stream = stream

    async def request(self) -> Any:
        """Return the header of the next request."""
        return decode_request_header(await self.request_frame())

    async def request_frame(self) -> bytes:
        """Return the next request without its length."""
        size = int.from_bytes(await self._take(4), "big")
        return await self._take(size)

    def frame(self, header: Any, message: Message) -> bytes:
        """Return the response to a request, its length included."""
        buffers = encode_response(
            header.correlation_id, header.api_key, header.api_version, message
        )
        return b"".join(map(bytes, buffers))  # type: ignore[arg-type]

    async def answer(self, header: Any, message: Message) -> None:
        """Send the response to a request."""
        await self.stream.send_all(self.frame(header, message))

    async def negotiate(self) -> None:
        """Answer ApiVersions."""
        header = await self.request()
        assert header.api_key == API_VERSIONS
        await self.answer(header, versions())

    async def _take(self, size: int) -> bytes:
        taken = b""
        while len(taken) < size:
            part = await self.stream.receive_some(size - len(taken))
            if not part:
                raise trio.BrokenResourceError
            taken += part
        return taken


class Nodes:
    """The channels of a node, their running shell, and the addresses of other nodes."""

    def __init__(self, settings: NodeSettings, **shell: Any) -> None:
        self.addresses: dict[tuple[int, str], Endpoint] = {}
        self.bugs: list[BaseException] = []
        self.clock = Clock()
        self.channels = Channels(settings, self, Timers(), Random(1))
        self.shell = NodeShell(self.channels, self.clock, self.bugs.append, **shell)

    def endpoint(self, node_id: int, listener: str) -> Endpoint | None:
        """Return an address of `addresses`."""
        return self.addresses.get((node_id, listener))

    def listen_at(self, node_id: int, host: str, port: int) -> None:
        """Give a node one address for both listeners."""
        for listener in ("PLAINTEXT", "CONTROLLER"):
            self.addresses[node_id, listener] = Endpoint(host, port)

    def send(self, purpose: Purpose, request: Message, node: int, **options: Any) -> list[Answer]:
        """Send a request; return where its answer will be."""
        answers: list[Answer] = []

        def done(answer: Answer, now_ms: int) -> None:
            answers.append(answer)

        call = Call(request.API_KEY, request, done, node=node, **options)
        self.channels.send(purpose, call, self.clock())
        self.shell.pump()
        return answers

    async def ask(self, purpose: Purpose, request: Message, node: int, **options: Any) -> Answer:
        """Send a request and return how its call ended."""
        ended = trio.Event()
        answers: list[Answer] = []

        def done(answer: Answer, now_ms: int) -> None:
            answers.append(answer)
            ended.set()

        call = Call(request.API_KEY, request, done, node=node, **options)
        self.channels.send(purpose, call, self.clock())
        self.shell.pump()
        await ended.wait()
        return answers[0]


@asynccontextmanager
async def nodes(settings: NodeSettings | None = None, **shell: Any) -> AsyncIterator[Nodes]:
    """Run a shell."""
    found = Nodes(settings or NodeSettings(2), **shell)
    async with trio.open_nursery() as nursery:
        await nursery.start(found.shell.run)
        yield found
        nursery.cancel_scope.cancel()
    assert found.shell.sockets == 0


@asynccontextmanager
async def peer(script: Script) -> AsyncIterator[tuple[str, int]]:
    """Listen at an address; each connection runs the script."""
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    host, port = listener.socket.getsockname()

    async def serve(stream: trio.SocketStream) -> None:
        with contextlib.suppress(trio.BrokenResourceError):  # the node has closed it
            await script(Peer(stream))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.serve_listeners, serve, [listener])
        yield host, port
        nursery.cancel_scope.cancel()
