"""A server of a test's own run of trio, and clients of it over real sockets."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import trio

from kafkawire.broker.broker import Broker
from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.emulation.emulation import Emulation
from kafkawire.broker.release_parts import PLAIN
from kafkawire.protocol.exchange import decode_response, encode_request
from kafkawire.protocol.message import Message
from kafkawire.server.address import Address, bound_address, listen
from kafkawire.server.server import Server
from kafkawire.server.topics import create_topic


class Running:
    """A server, and what it reported."""

    def __init__(self, server: Server, bugs: list[BaseException]) -> None:
        self.server = server
        self.bugs = bugs

    async def connect(self) -> Client:
        return Client(await trio.open_tcp_stream(*self.server.address))


class Client:
    """One connection of a test."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self.stream = stream
        self.asked: list[tuple[int, int]] = []
        self._data = b""

    async def send(self, *messages: tuple[Message, int]) -> None:
        """Send requests at once, without waiting for answers."""
        data = b""
        for message, version in messages:
            self.asked.append((message.API_KEY, version))
            data += encode_request(message.API_KEY, version, 1, "test", message)
        await self.stream.send_all(data)

    async def receive(self) -> Any:
        """The answer to the oldest request that was not answered yet."""
        size = int.from_bytes(await self._take(4), "big")
        return decode_response(await self._take(size), *self.asked.pop(0))[1]

    async def request(self, message: Message, version: int) -> Any:
        await self.send((message, version))
        return await self.receive()

    async def is_closed(self) -> bool:
        try:
            return await self.stream.receive_some() == b""
        except trio.BrokenResourceError:
            return True

    async def _take(self, size: int) -> bytes:
        while len(self._data) < size:
            part = await self.stream.receive_some()
            assert part, "closed"
            self._data += part
        taken, self._data = self._data[:size], self._data[size:]
        return taken


@asynccontextmanager
async def serving(
    overrides: dict[str, str] | None = None, *, emulate: str | None = None
) -> AsyncIterator[Running]:
    """Run a broker with a topic `t` of two partitions, or one like a release of Apache Kafka."""
    emulation = None if emulate is None else Emulation(emulate)
    config = (BrokerConfig if emulation is None else emulation.config)(overrides or {})
    parts = PLAIN if emulation is None else emulation.parts()
    sock = listen(Address("127.0.0.1", 0))
    bugs: list[BaseException] = []
    broker = Broker(config, random=Random(0), now_ms=0, parts=parts)
    server = Server(broker, sock, address=bound_address(sock), report=bugs.append)
    server.start()
    create_topic(broker, "t", now_ms=server.now_ms(), partitions=2)
    async with trio.open_nursery() as nursery:
        await nursery.start(server.run)
        yield Running(server, bugs)
        nursery.cancel_scope.cancel()
