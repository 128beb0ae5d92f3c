"""The bytes of one connection, moved from the client to the broker and back.

Each direction receives, lets what must see it see it, and sends before it receives again: a peer
that does not read stops its counterpart, as it would without us. An end of one direction is handed
on as such; a loss ends both, and both peers are told by a reset.
"""

from __future__ import annotations

from collections.abc import Callable

import trio

from kafkawire.dump.proxy.streams import LOST, Stream
from kafkawire.dump.proxy.wire import Requests, Responses

ENDING_LIMIT_S = 30.0
"""How long answers are awaited after a client's end that its broker cannot be told of."""
CLIENT, BROKER = 0, 1

Tell = Callable[[int, bytes], None]
"""Told which end sent what, as the client sees it."""


class Relay:
    """Two streams and what is seen of them."""

    __slots__ = (
        "_broker",
        "_client",
        "_how",
        "_moved",
        "_requests",
        "_responses",
        "_scope",
        "_tell",
    )

    def __init__(
        self,
        client: Stream,
        broker: Stream,
        *,
        requests: Requests,
        responses: Responses,
        tell: Tell,
    ) -> None:
        self._client = client
        self._broker = broker
        self._requests = requests
        self._responses = responses
        self._tell = tell
        self._how = "FIN"
        self._moved = trio.Event()
        self._scope = trio.CancelScope()

    async def run(self) -> str:
        """Move bytes until both directions have ended; returns how, `FIN` or `RST`."""
        with self._scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._move_requests)
                await self._move_responses()
        return self._how

    async def _move_requests(self) -> None:
        client, broker, tell, see = self._client, self._broker, self._tell, self._requests.feed
        try:
            while data := await client.receive():
                see(data)
                tell(CLIENT, data)
                await broker.send(data)
            if broker.can_half_close:
                await broker.end_sending()
            else:
                await self._end_when_answered()
        except LOST:
            self._lost()

    async def _move_responses(self) -> None:
        client, broker, tell, change = self._client, self._broker, self._tell, self._responses.feed
        try:
            while data := await broker.receive():
                out = change(data)
                if out:
                    tell(BROKER, out)
                    await client.send(out)
                self._moved.set()
            if out := self._responses.rest():
                tell(BROKER, out)
                await client.send(out)
            if client.can_half_close:
                await client.end_sending()
            else:
                self._scope.cancel()
        except LOST:
            self._lost()

    async def _end_when_answered(self) -> None:
        with trio.move_on_after(ENDING_LIMIT_S):
            while not self._responses.is_idle:
                self._moved = trio.Event()
                await self._moved.wait()
        self._scope.cancel()

    def _lost(self) -> None:
        self._how = "RST"
        self._scope.cancel()
