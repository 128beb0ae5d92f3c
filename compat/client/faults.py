"""A proxy between client and broker that spoils what a test names, in the test's own run of trio.

    async with faulty(world.bootstrap) as faults:
        faults.at(ApiKey.PRODUCE, lost())                    # the next Produce
        faults.at(ApiKey.HEARTBEAT, refused(27), skip=1)     # the second Heartbeat from now on
        ...                                                  # clients of faults.bootstrap

Responses have the proxy's addresses in place of the brokers', so that all traffic comes this way.
A connection answers in the order of its requests, as a broker does: an answer that waits holds back
those behind it. `seen` has every request in the order in which the requests came.
"""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import trio

from kafkawire.dump.proxy.addresses import Node, carries_addresses, rewritten
from kafkawire.dump.proxy.listeners import listen
from kafkawire.dump.proxy.wire import produce_acks
from kafkawire.dump.transport import Endpoint
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.exchange import decode_request_header
from kafkawire.protocol.registry import request_class

HOST = "127.0.0.1"
RECEIVE_BYTES = 1 << 16
UNANSWERED_MAX = 1000
"""Requests of one connection without an answer."""


class Exchange:
    """A request on its way.

    Attributes:
        connection: Counts connections.
        node: The id of the broker that it was sent to, None for the bootstrap address.
        frame: The request without its length.
        at_s: When it came.
        answer_size: How many bytes the client got for it.
        answered_s: When it got them, None before.
    """

    def __init__(self, connection: int, node: int | None, frame: bytes) -> None:
        self.connection = connection
        self.node = node
        self.frame = frame
        self.at_s = trio.current_time()
        self.answer_size = 0
        self.answered_s: float | None = None
        self.header = decode_request_header(frame)
        self.api = self.header.api_key
        self.version = self.header.api_version

    @property
    def request(self) -> Any:
        """The request's body."""
        kind = request_class(self.api)
        return kind.decode_from(self.frame, self.version, self.header.body_offset)[0]

    @property
    def has_answer(self) -> bool:
        return self.api != ApiKey.PRODUCE or produce_acks(self.frame) != 0


class Ended(Exception):
    """The connection ends, after these bytes."""

    def __init__(self, last: bytes = b"") -> None:
        self.last = last


class Act(NamedTuple):
    """What a fault does with an answer.

    Attributes:
        make: Makes what the client gets, with its length, from a response without it. May wait,
            and may raise Ended.
        asks: Whether the broker gets the request; otherwise `make` is given no bytes.
    """

    make: Callable[[Exchange, bytes], Awaitable[bytes]]
    asks: bool = True


class Fault:
    """An act, and which requests of an API it is for: after `skip` of them the next `times`.

    `used` counts those that met it.
    """

    def __init__(self, act: Act, *, skip: int, times: float) -> None:
        self.act = act
        self.skip = skip
        self.times = times
        self.used = 0

    def takes(self) -> bool:
        """Count a request; whether it meets the fault."""
        if self.skip:
            self.skip -= 1
            return False
        if self.used >= self.times:
            return False
        self.used += 1
        return True


class Faults:
    """The running proxy.

    Attributes:
        seen: All requests, in the order in which they came.
        connections: How many connections clients have made.
        open: How many of them there are now.
    """

    def __init__(self, nursery: trio.Nursery, bootstrap: str) -> None:
        host, _, port = bootstrap.rpartition(":")
        self.seen: list[Exchange] = []
        self.connections = self.open = 0
        self._nursery = nursery
        self._faults: dict[int, list[tuple[Callable[[Exchange], bool], Fault]]] = {}
        self._first = _Door(self, None, Endpoint(host, int(port)))
        self._doors: dict[int, _Door] = {}

    @property
    def bootstrap(self) -> str:
        return f"{HOST}:{self._first.port}"

    def at(
        self,
        api: ApiKey,
        act: Act,
        *,
        skip: int = 0,
        times: float = 1,
        when: Callable[[Exchange], bool] = lambda exchange: True,
    ) -> Fault:
        """Spoil requests of an API from now on; of several faults the first that fits counts."""
        fault = Fault(act, skip=skip, times=times)
        self._faults.setdefault(api, []).append((when, fault))
        return fault

    def clear(self, *apis: ApiKey) -> None:
        """Spoil nothing of these APIs any more, without any: nothing at all."""
        for api in apis or list(self._faults):
            self._faults.pop(api, None)

    def of(self, api: ApiKey) -> list[Exchange]:
        """The requests of an API."""
        return [each for each in self.seen if each.api == api]

    async def down(self, node: int | None = None) -> None:
        """End a broker's connections and refuse new ones; without a node, those of all."""
        for door in self._of(node):
            await door.close()

    def up(self, node: int | None = None) -> None:
        """Accept connections again, at the same addresses."""
        for door in self._of(node):
            door.open()

    async def move(self, node: int | None = None) -> None:
        """Have brokers listen elsewhere from now on; the bootstrap address stays."""
        for door in list(self._doors.values()) if node is None else [self._doors[node]]:
            await door.move()

    def _of(self, node: int | None) -> list[_Door]:
        return [self._first, *self._doors.values()] if node is None else [self._doors[node]]

    def start(self, serve: Callable[[Any], Awaitable[None]], sock: Any) -> None:
        self._nursery.start_soon(serve, sock)

    def translate(self, node: Node) -> tuple[str, int]:
        """The address here of a node."""
        door = self._doors.get(node.node_id)
        if door is None:
            door = _Door(self, node.node_id, Endpoint(node.host, node.port))
            self._doors[node.node_id] = door
        return HOST, door.port

    def fault_of(self, exchange: Exchange) -> Fault | None:
        """The fault that a request meets."""
        for when, fault in self._faults.get(exchange.api, ()):
            if when(exchange) and fault.takes():
                return fault
        return None


class _Door:
    """An address here that leads to a broker."""

    def __init__(self, faults: Faults, node: int | None, target: Endpoint) -> None:
        self._target = target
        self._faults = faults
        self._node = node
        self._listen(listen(Endpoint(HOST, 0)))

    def open(self) -> None:
        self._listen(listen(Endpoint(HOST, self.port)))

    async def move(self) -> None:
        """Listen on another port."""
        # The old port is still in use here: otherwise the system may give it again.
        elsewhere = listen(Endpoint(HOST, 0))
        await self.close()
        self._listen(elsewhere)

    def _listen(self, sock: socket.socket) -> None:
        self.port: int = sock.getsockname()[1]
        self._scope, self._closed = trio.CancelScope(), trio.Event()
        listener = trio.SocketListener(trio.socket.from_stdlib_socket(sock))
        self._faults.start(self._serve, listener)

    async def close(self) -> None:
        self._scope.cancel()
        await self._closed.wait()

    async def _serve(self, listener: trio.SocketListener) -> None:
        with self._scope:
            await trio.serve_listeners(self._relay, [listener])
        self._closed.set()

    async def _relay(self, client: trio.SocketStream) -> None:
        faults = self._faults
        faults.connections += 1
        faults.open += 1
        name = faults.connections, self._node
        try:
            async with client, await trio.open_tcp_stream(*self._target) as broker:
                await _Relay(faults, name, client, broker).run()
        except* (OSError, trio.BrokenResourceError, trio.ClosedResourceError):
            pass
        finally:
            faults.open -= 1


class _Relay:
    """One connection."""

    def __init__(
        self,
        faults: Faults,
        name: tuple[int, int | None],
        client: trio.SocketStream,
        broker: trio.SocketStream,
    ) -> None:
        self._faults = faults
        self._name = name
        self._client = client
        self._broker = broker
        self._sent, self._unanswered = trio.open_memory_channel[tuple[Exchange, Fault | None]](
            UNANSWERED_MAX
        )

    async def run(self) -> None:
        """Move frames until one of the ends has enough."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._requests, nursery.cancel_scope)
            await self._answers()
            nursery.cancel_scope.cancel()

    async def _requests(self, scope: trio.CancelScope) -> None:
        frames = _Frames(self._client)
        while (frame := await frames.next()) is not None:
            exchange = Exchange(*self._name, frame)
            self._faults.seen.append(exchange)
            fault = self._faults.fault_of(exchange)
            if fault is None or fault.act.asks:
                await self._broker.send_all(with_length(frame))
            if exchange.has_answer:
                await self._sent.send((exchange, fault))
        scope.cancel()

    async def _answers(self) -> None:
        frames = _Frames(self._broker)
        async for exchange, fault in self._unanswered:
            frame: bytes | None = b""
            if fault is None or fault.act.asks:
                frame = await frames.next()
            if frame is None:
                return
            try:
                out = await self._spoilt(exchange, fault, frame)
                exchange.answer_size, exchange.answered_s = len(out), trio.current_time()
                await self._client.send_all(out)
            except Ended as ended:
                await self._client.send_all(ended.last)
                return

    async def _spoilt(self, exchange: Exchange, fault: Fault | None, frame: bytes) -> bytes:
        if frame and carries_addresses(exchange.api, exchange.version):
            frame = rewritten(frame, exchange.api, exchange.version, self._faults.translate)
        return with_length(frame) if fault is None else await fault.act.make(exchange, frame)


class _Frames:
    """The frames of a stream, without their lengths."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self._stream = stream
        self._data = bytearray()

    async def next(self) -> bytes | None:
        """The next one, None at the end."""
        while len(self._data) < 4 or len(self._data) < 4 + int.from_bytes(self._data[:4], "big"):
            part = await self._stream.receive_some(RECEIVE_BYTES)
            if not part:
                return None
            self._data += part
        end = 4 + int.from_bytes(self._data[:4], "big")
        frame = bytes(self._data[4:end])
        del self._data[:end]
        return frame


def with_length(frame: bytes) -> bytes:
    return len(frame).to_bytes(4, "big") + frame


@asynccontextmanager
async def faulty(bootstrap: str) -> AsyncIterator[Faults]:
    """The proxy before a broker, for as long as the block lasts; its exception leaves as itself."""
    failure: BaseException | None = None
    async with trio.open_nursery() as nursery:
        try:
            yield Faults(nursery, bootstrap)
        except BaseException as error:  # noqa: BLE001 - raised below, not in a group
            failure = error
        nursery.cancel_scope.cancel()
    if failure is not None:
        raise failure
