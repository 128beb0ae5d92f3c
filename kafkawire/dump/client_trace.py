"""Lines about the traffic of one client of this process, which gives its own bytes.

A client gives each request and each response whole, before encryption. So no port is watched,
and connections with TLS are shown, too. Secrets are masked.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol, TextIO

from kafkawire.dump.engine import Engine
from kafkawire.dump.outputs.options import OutputOptions
from kafkawire.dump.pipeline import Pipeline
from kafkawire.dump.sinks import make_sinks
from kafkawire.dump.state import State
from kafkawire.dump.transport import Data, Endpoint, StreamClosed, StreamOpened, TransportEvent

CLIENT, BROKER = 0, 1
"""The ends of a connection."""


class Peer(Protocol):
    """A connection of the client, told from others by identity."""

    @property
    def host(self) -> str:
        """The host of the broker."""

    @property
    def port(self) -> int:
        """The port of the broker."""


class ClientTrace:
    """Writes a line for each exchange, connection and piece of damage.

    Args:
        out: Where lines go; they are flushed one by one.
        now_ns: Returns the wall time in nanoseconds.

    Raises:
        OSError: From each method: a line cannot be written.
    """

    def __init__(self, out: TextIO, now_ns: Callable[[], int] = time.time_ns) -> None:
        self._now_ns = now_ns
        self._numbers: dict[Peer, int] = {}
        self._opened = 0
        sinks = make_sinks(OutputOptions(is_live=True), out)
        self._pipeline = Pipeline(Engine(asked_of=(), are_relayed=True), State(), None, sinks)

    def opened(self, peer: Peer) -> None:
        """Take a connection that was made."""
        number = self._numbers[peer] = self._opened
        self._opened += 1
        ends = Endpoint("client", number), Endpoint(peer.host, peer.port)
        self._feed(StreamOpened(number, ends, CLIENT, self._now_ns()))

    def sent(self, peer: Peer, data: bytes) -> None:
        """Take a request, its length in front."""
        self._feed(Data(self._numbers[peer], CLIENT, data, self._now_ns(), 0))

    def came(self, peer: Peer, frame: bytes | bytearray) -> None:
        """Take a response without its length."""
        data = len(frame).to_bytes(4, "big") + bytes(frame)
        self._feed(Data(self._numbers[peer], BROKER, data, self._now_ns(), 0))

    def closed(self, peer: Peer) -> None:
        """Take the end of a connection."""
        self._feed(StreamClosed(self._numbers.pop(peer), "FIN", self._now_ns()))

    def close(self) -> None:
        """Write what is left."""
        self._pipeline.close()

    def _feed(self, event: TransportEvent) -> None:
        self._pipeline.feed(event)
