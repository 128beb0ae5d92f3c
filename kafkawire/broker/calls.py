"""Requests that this broker wants sent to other brokers.

The core does no I/O: it leaves a `Call` here, the shell takes it, sends it, and hands the answer
to `on_response`, None when the connection was lost. A broker that stands alone makes no calls.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kafkawire.protocol.message import Message


class Call:
    """One request to the broker `node_id`."""

    __slots__ = ("node_id", "on_response", "request")

    def __init__(
        self,
        node_id: int,
        request: "Message",
        on_response: "Callable[[Message | None, int], None]",
    ) -> None:
        self.node_id = node_id
        self.request = request
        self.on_response = on_response
        """Called with the answer, or None, and now_ms."""


class Calls:
    """The calls that nobody has taken yet."""

    __slots__ = ("_waiting",)

    def __init__(self) -> None:
        self._waiting: list[Call] = []

    def add(self, call: Call) -> None:
        """Have the call sent."""
        self._waiting.append(call)

    def take(self) -> list[Call]:
        """All calls since the last time, which become the taker's to send."""
        taken, self._waiting = self._waiting, []
        return taken
