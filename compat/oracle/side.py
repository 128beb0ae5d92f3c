"""One of the two brokers that are compared: its connections, and the steps done on it."""

from __future__ import annotations

import contextlib
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
from kafkawire.protocol.exchange import decode_response
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.records.errors import RecordsError
from kafkawire.testing import Gone, RawConnection
from kafkawire.testing.raw import Sent

SILENCE_SECONDS = 0.5
"""How long nothing must come where nothing is expected."""
AGAIN_SECONDS = 0.02
"""Between two tries of a step that is repeated until its answer pleases."""
CLIENT_ID = "oracle"
SETTLING = "settling"
"""The connection on which a side asks for itself."""

_PROBE = ApiVersionsRequest()


def opened(host: str, port: int, source_host: str = "") -> RawConnection:
    """A connection of this run."""
    return RawConnection(
        f"{host}:{port}", CLIENT_ID, limit_s=ANSWER_SECONDS_MAX, source_host=source_host
    )


def send(link: RawConnection, request: Message, version: int) -> None:
    """Send a request; a connection that is gone shows when an answer is wanted."""
    with contextlib.suppress(Gone):
        link.send(request, version)


def next_frame(link: RawConnection, seconds: float) -> bytes | Closed | Silence:
    """The next frame without its length, within that time."""
    try:
        return link.frame(seconds)
    except TimeoutError:
        return Silence()
    except Gone:
        return Closed()


def until_served(host: str, port: int) -> None:
    """Wait until a broker has served what other connections sent before, the first of each.

    The proof needs a broker that reads all connections in one thread and serves all requests in
    another, or both in one (`sides.SETTINGS`). A connection made now is read from after the others,
    if in the same look at all of them perhaps before them; so its second request is queued behind
    theirs, and its second answer was written when theirs were, or their requests parked.
    """
    with opened(host, port) as link:
        for _ in range(2):
            link.ask(_PROBE, 0)


class Side:
    """A broker under a name, and this run's connections to it."""

    def __init__(self, name: str, host: str, port: int) -> None:
        self.name = name
        self.host = host
        self.port = port
        self._links: dict[str, RawConnection] = {}

    def link(self, name: str) -> RawConnection:
        """The connection of that name, opened if there is none."""
        found = self._links.get(name)
        if found is None:
            found = self._links[name] = opened(self.host, self.port)
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
            send(link, step.request, step.version)
            if not step.is_answered:
                link.unanswered.pop()
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
            send(self.link(step.connection), step.request, step.version)
            found = self._answer(step.connection, step.patience)
            if step.until is None or not isinstance(found, Answer):
                return found
            if step.until(found.message) or time.monotonic() > deadline:
                return found
            time.sleep(AGAIN_SECONDS)

    def _quiet(self, step: Quiet) -> Outcome:
        """Silence, if the next answer is that to the probe sent after the request."""
        link = self.link(step.connection)
        send(link, step.request, step.version)
        unanswered = link.unanswered.pop()
        send(link, _PROBE, 0)
        frame = next_frame(link, ANSWER_SECONDS_MAX)
        if isinstance(frame, bytes):
            answered = int.from_bytes(frame[:4], "big") == unanswered.correlation_id
            if answered:
                next_frame(link, ANSWER_SECONDS_MAX)
            link.unanswered.pop()
            return self._decode(frame, unanswered) if answered else Silence()
        self._drop(step.connection)
        return frame

    def _raw(self, step: Raw) -> Outcome:
        link = self.link(step.connection)
        with contextlib.suppress(Gone):
            link.send_bytes(step.data)
        if not step.answers:
            until_served(self.host, self.port)
        frame = next_frame(link, ANSWER_SECONDS_MAX if step.answers else SILENCE_SECONDS)
        if isinstance(frame, bytes) and step.reads is not None:
            return self._decode(
                frame, Sent(*step.reads, int.from_bytes(frame[:4], "big"), time.monotonic())
            )
        if isinstance(frame, bytes):
            return Undecodable("raw", frame)
        self._drop(step.connection)
        return frame

    def _answer(self, name: str, seconds: float = ANSWER_SECONDS_MAX) -> Outcome:
        link = self.link(name)
        if not link.unanswered:
            return Closed()  # with an answer that was due before this one
        pending = link.unanswered.popleft()
        frame = next_frame(link, seconds)
        if isinstance(frame, bytes):
            return self._decode(frame, pending)
        self._drop(name)
        return frame

    @staticmethod
    def _decode(frame: bytes, pending: Sent) -> Outcome:
        seconds = time.monotonic() - pending.sent_at
        try:
            number, message = decode_response(frame, pending.api_key, pending.version)
        except (ProtocolError, RecordsError) as error:
            return Undecodable(str(error), frame)
        if number != pending.correlation_id:
            return Undecodable(f"correlation id {number}, not {pending.correlation_id}", frame)
        return Answer(pending.api_key, pending.version, message, frame, seconds)
