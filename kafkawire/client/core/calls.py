"""A request of the client, its destination, and the component that gets its response.

A component makes a `Call` and hands it to an `Outbox`. The call ends exactly once, by `done`: with
an answer, or with the reason why there is none. The outbox sends a call once. Its component
decides whether to make another attempt.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from kafkawire.client.errors import ClientError
    from kafkawire.protocol.message import Message

ANY = -1
"""Whichever broker has least to do (Kafka's `leastLoadedNode`)."""
CONTROLLER = -2
"""The broker that Metadata names as the controller."""

BULK = 0
"""The connection of Fetch and Produce: a request may wait there behind a long poll."""
CONTROL = 1
"""Whichever connection of the broker has nothing in flight."""
COORDINATOR = 2
"""The connection beside that of Fetch and Produce: a heartbeat must not wait for a long poll."""


class Answer(NamedTuple):
    """The end of a call: `message`, or `failure`.

    Attributes:
        node: The id of the broker that was asked; -1 of a bootstrap address, or of none.
        version: The version of the request and of its answer.
        message: The response, whatever error codes it has; None if there is none.
        failure: Why there is no response: Disconnected, RequestTimedOut, UnsupportedVersion ...
        was_written: Whether a byte of the request may have reached the broker.
    """

    node: int
    version: int
    message: Message | None
    failure: ClientError | None = None
    was_written: bool = True


Done = Callable[[Answer, int], None]
"""Gets the answer and now_ms."""


class Call:
    """One request. Its owner keeps it only to withdraw it."""

    __slots__ = (
        "api",
        "done",
        "has_answer",
        "is_withdrawn",
        "lane",
        "node",
        "request",
        "timeout_ms",
        "versions",
    )

    def __init__(  # noqa: PLR0913 - a call has all of these
        self,
        api: int,
        request: Message | Callable[[int], Message],
        done: Done,
        *,
        node: int = ANY,
        lane: int = CONTROL,
        timeout_ms: int | None = None,
        versions: tuple[int, int] | None = None,
        has_answer: bool = True,
    ) -> None:
        self.api = api
        """The api key."""
        self.request = request
        """The request, or a function that makes it for the version that was agreed on."""
        self.done = done
        self.node = node
        """The id of a broker, ANY or CONTROLLER."""
        self.lane = lane
        self.timeout_ms = timeout_ms
        """Limit from writing the request to its response, None: request.timeout.ms. If
        it takes longer, the connection ends, for answers come in order."""
        self.versions = versions
        """The least and the greatest version that can express the request; None: any."""
        self.has_answer = has_answer
        """False of Produce with acks=0, which is done when it is written."""
        self.is_withdrawn = False
        """Whether `done` is not called any more."""


class Outbox(Protocol):
    """Takes calls. The network of a client is one, and tests have their own."""

    def send(self, call: Call, now_ms: int) -> None:
        """Send the call as soon as its connection is ready. `done` is never called from here."""

    def withdraw(self, call: Call) -> None:
        """Forget the call: it is not sent if it was not yet, and `done` is not called any more.

        An owner that waits for a time only withdraws its call when that time is over.
        """
