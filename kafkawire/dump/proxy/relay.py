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
FAREWELL_LIMIT_S = 1.0
CLIENT, BROKER = 0, 1

Tell = Callable[[int, bytes], None]
"""Told which end sent what, as the client sees it."""


class Relay:
    """Two streams and what is seen of them."""

    __slots__ = (
        "_broker",
        "_client",
        "_how",
        "_is_ending",
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
        self._is_ending = False
        self._moved = trio.Event()
        self._scope = trio.CancelScope()

    async def run(self) -> str:
        """Move bytes until both directions have ended; returns how, `FIN` or `RST`."""
        with self._scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._move_requests)
                await self._move_responses()
        if self._is_ending:
            try:
                await self._say_farewell()
            except LOST:
                pass
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
                self._end()
        except LOST:
            self._lost()

    async def _end_when_answered(self) -> None:
        with trio.move_on_after(ENDING_LIMIT_S):
            while not self._responses.is_idle:
                self._moved = trio.Event()
                await self._moved.wait()
        self._end()

    def _end(self) -> None:
        self._is_ending = True
        self._scope.cancel()

    async def _say_farewell(self) -> None:
        """Tell peers that both directions have ended, if they could not be told of one."""
        for peer in (self._client, self._broker):
            if not peer.can_half_close:
                with trio.move_on_after(FAREWELL_LIMIT_S):
                    await peer.end_sending()

    def _lost(self) -> None:
        if not self._is_ending:
            self._how = "RST"
        self._scope.cancel()
