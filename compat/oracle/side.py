"""One of the two brokers that are compared: its connections, and the steps done on it."""

from __future__ import annotations

import collections
import itertools
import socket
import time

from compat.oracle.settling import until_in_force
from compat.oracle.steps import (
    ANSWER_SECONDS_MAX,
    UNTIL_SECONDS_MAX,
    Answer,
    Ask,
    Closed,
    Drop,
    InForce,
    Outcome,
    Pause,
    Quiet,
    Raw,
    Receive,
    Send,
    Silence,
    Step,
    Undecodable,
)
from kafkawire.protocol.errors import ProtocolError
from kafkawire.protocol.exchange import decode_response, encode_request
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.records.errors import RecordsError

SILENCE_SECONDS = 0.5
"""How long nothing must come where nothing is expected."""
AGAIN_SECONDS = 0.02
"""Between two tries of a step that is repeated until its answer pleases."""
CLIENT_ID = "oracle"
SETTLING = "settling"
"""The connection on which a side asks for itself."""

_PROBE = ApiVersionsRequest()


class Pending:
    """A request that was sent and not yet answered."""

    __slots__ = ("api_key", "correlation_id", "sent_at", "version")

    def __init__(self, api_key: int, version: int, correlation_id: int) -> None:
        self.api_key = api_key
        self.version = version
        self.correlation_id = correlation_id
        self.sent_at = time.monotonic()


class Link:
    """One socket: frames out and in, with what is still to be answered."""

    def __init__(self, host: str, port: int) -> None:
        self._socket = socket.create_connection((host, port), timeout=ANSWER_SECONDS_MAX)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._received = bytearray()
        self._numbers = itertools.count(1)
        self.pending: collections.deque[Pending] = collections.deque()

    def send(self, request: Message, version: int) -> None:
        """Send a request and remember that an answer is due."""
        number = next(self._numbers)
        frame = encode_request(request.API_KEY, version, number, CLIENT_ID, request)
        self.pending.append(Pending(request.API_KEY, version, number))
        self.send_bytes(frame)

    def send_bytes(self, data: bytes) -> None:
        """Send bytes; a connection that is gone shows when an answer is wanted."""
        try:
            self._socket.sendall(data)
        except ConnectionError:
            pass

    def frame(self, seconds: float) -> bytes | Closed | Silence:
        """The next frame without its length, within that time."""
        deadline = time.monotonic() + seconds
        while True:
            size = 4 + int.from_bytes(self._received[:4], "big")
            if len(self._received) >= max(4, size):
                frame = bytes(self._received[4:size])
                del self._received[:size]
                return frame
            left = deadline - time.monotonic()
            if left <= 0:
                return Silence()
            self._socket.settimeout(left)
            try:
                data = self._socket.recv(1 << 16)
            except TimeoutError:
                return Silence()
            except ConnectionError:
                return Closed()
            if not data:
                return Closed()
            self._received += data

    def close(self) -> None:
        """End the connection."""
        self._socket.close()


def until_served(host: str, port: int) -> None:
    """Wait until a broker has served what other connections sent before, the first of each.

    The proof needs a broker that reads all connections in one thread and serves all requests in
    another, or both in one (`sides.SETTINGS`). A connection made now is read from after the others,
    if in the same look at all of them perhaps before them; so its second request is queued behind
    theirs, and its second answer was written when theirs were, or their requests parked.
    """
    link = Link(host, port)
    for _ in range(2):
        link.send(_PROBE, 0)
        frame = link.frame(ANSWER_SECONDS_MAX)
        assert isinstance(frame, bytes), f"no answer to ApiVersions: {frame}"
    link.close()


class Side:
    """A broker under a name, and this run's connections to it."""

    def __init__(self, name: str, host: str, port: int) -> None:
        self.name = name
        self.host = host
        self.port = port
        self._links: dict[str, Link] = {}

    def link(self, name: str) -> Link:
        """The connection of that name, opened if there is none."""
        found = self._links.get(name)
        if found is None:
            found = self._links[name] = Link(self.host, self.port)
        return found

    def close(self) -> None:
        """End all connections."""
        for name in list(self._links):
            self._drop(name)

    def _drop(self, name: str) -> None:
        link = self._links.pop(name, None)
        if link is not None:
            link.close()

    def do(self, step: Step) -> Outcome:
        """Do one step and say what came of it."""
        if isinstance(step, Ask):
            return self._ask(step)
        if isinstance(step, Send):
            link = self.link(step.connection)
            link.send(step.request, step.version)
            if not step.is_answered:
                link.pending.pop()
            return Silence()
        if isinstance(step, Receive):
            return self._answer(step.connection)
        if isinstance(step, Quiet):
            return self._quiet(step)
        if isinstance(step, Raw):
            return self._raw(step)
        if isinstance(step, Drop):
            self._drop(step.connection)
        elif isinstance(step, Pause):
            until_served(self.host, self.port)
        else:
            assert isinstance(step, InForce)
            until_in_force(self._message)
        return Silence()

    def _message(self, request: Message, version: int) -> Message:
        found = self._ask(Ask(request, version, SETTLING))
        assert isinstance(found, Answer), f"{self.name} says {found}"
        return found.message

    def _ask(self, step: Ask) -> Outcome:
        deadline = time.monotonic() + UNTIL_SECONDS_MAX
        while True:
            self.link(step.connection).send(step.request, step.version)
            found = self._answer(step.connection, step.patience)
            if step.until is None or not isinstance(found, Answer):
                return found
            if step.until(found.message) or time.monotonic() > deadline:
                return found
            time.sleep(AGAIN_SECONDS)

    def _quiet(self, step: Quiet) -> Outcome:
        """Silence, if the next answer is that to the probe sent after the request."""
        link = self.link(step.connection)
        link.send(step.request, step.version)
        unanswered = link.pending.pop()
        link.send(_PROBE, 0)
        frame = link.frame(ANSWER_SECONDS_MAX)
        if isinstance(frame, bytes):
            answered = int.from_bytes(frame[:4], "big") == unanswered.correlation_id
            if answered:
                link.frame(ANSWER_SECONDS_MAX)
            link.pending.pop()
            return self._decode(frame, unanswered) if answered else Silence()
        self._drop(step.connection)
        return frame

    def _raw(self, step: Raw) -> Outcome:
        link = self.link(step.connection)
        link.send_bytes(step.data)
        if not step.answers:
            until_served(self.host, self.port)
        frame = link.frame(ANSWER_SECONDS_MAX if step.answers else SILENCE_SECONDS)
        if isinstance(frame, bytes) and step.reads is not None:
            return self._decode(frame, Pending(*step.reads, int.from_bytes(frame[:4], "big")))
        if isinstance(frame, bytes):
            return Undecodable("raw", frame)
        self._drop(step.connection)
        return frame

    def _answer(self, name: str, seconds: float = ANSWER_SECONDS_MAX) -> Outcome:
        link = self.link(name)
        if not link.pending:
            return Closed()  # with an answer that was due before this one
        pending = link.pending.popleft()
        frame = link.frame(seconds)
        if isinstance(frame, bytes):
            return self._decode(frame, pending)
        self._drop(name)
        return frame

    @staticmethod
    def _decode(frame: bytes, pending: Pending) -> Outcome:
        seconds = time.monotonic() - pending.sent_at
        try:
            number, message = decode_response(frame, pending.api_key, pending.version)
        except (ProtocolError, RecordsError) as error:
            return Undecodable(str(error), frame)
        if number != pending.correlation_id:
            return Undecodable(f"correlation id {number}, not {pending.correlation_id}", frame)
        return Answer(pending.api_key, pending.version, message, frame, seconds)
