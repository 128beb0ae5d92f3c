"""What a script may do, and what may come of it.

A script is a generator: it yields steps and is sent what came of each. Both sides run a generator
of their own from the same function, so whatever a broker chose (topic ids, session ids, member ids)
is simply a local variable, taken from that side's own answers; the runner walks the two in lockstep
and compares what comes of each pair of steps. An answer, the end of the connection and plain
silence are all outcomes.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import NamedTuple

from kafkawire.protocol.message import Message, Struct
from tests.support.suite.patience import patient

MAIN = "main"
"""The connection of a step that names none."""
ANSWER_SECONDS_MAX = patient(20.0)
UNTIL_SECONDS_MAX = patient(20.0)
SHOWN_MAX = 400
BYTES_SHOWN_MAX = 24


class Answer(NamedTuple):
    """A decoded response, its bytes, and how long it took."""

    api_key: int
    version: int
    message: Message
    frame: bytes
    seconds: float


class Undecodable(NamedTuple):
    """An answer that is not what its API and version say."""

    why: str
    frame: bytes


class Closed(NamedTuple):
    """The broker ended the connection in place of an answer."""


class Silence(NamedTuple):
    """Nothing came, and the connection is open."""


Outcome = Answer | Undecodable | Closed | Silence


class Ask(NamedTuple):
    """One request and its answer.

    `until` repeats the request until the answer pleases; then only the last answer is compared.
    `waits_ms` says that it is of interest whether the answer took that long or came before.
    `patience` is in seconds: for answers that are known never to come.
    """

    request: Message
    version: int
    connection: str = MAIN
    until: Callable[[Message], bool] | None = None
    waits_ms: int = 0
    compared: bool = True
    patience: float = ANSWER_SECONDS_MAX


class Send(NamedTuple):
    """A request whose answer is fetched by a later Receive, unless it gets none."""

    request: Message
    version: int
    connection: str = MAIN
    is_answered: bool = True


class Receive(NamedTuple):
    """The answer to the oldest request that was only sent."""

    connection: str = MAIN
    waits_ms: int = 0


class Quiet(NamedTuple):
    """A request that gets no answer; shown by the answer to another request sent after it."""

    request: Message
    version: int
    connection: str = MAIN


class Raw(NamedTuple):
    """Bytes as they are. `reads` is the API and version of the answer, if it is to be decoded.

    With `answers` false it is waited for a moment only after it must have been served, since no
    answer is expected.
    """

    data: bytes
    connection: str = MAIN
    answers: bool = True
    reads: tuple[int, int] | None = None


class Drop(NamedTuple):
    """Close the connection from our end."""

    connection: str = MAIN


class Pause(NamedTuple):
    """Until what was sent before has been served, or waits where it must; see `side.until_served`.

    Two connections race, and a fetch that is being read while another connection appends shows
    both: records of after the append, under a high watermark of before it.
    """


class InForce(NamedTuple):
    """Until the broker acts upon what was changed in the metadata before; see `settling`."""


Step = Ask | Send | Receive | Quiet | Raw | Drop | Pause | InForce
Script = Generator[Step, Outcome, None]


def shown(step: Step) -> str:
    """A step in one line, for a report."""
    if isinstance(step, (Ask, Send, Quiet)):
        text = _struct(step.request)
        if len(text) > SHOWN_MAX:
            text = text[:SHOWN_MAX] + "..."
        return f"{type(step).__name__} v{step.version} on {step.connection}: {text}"
    if isinstance(step, Raw):
        return f"Raw on {step.connection}: {step.data[:64].hex()} ({len(step.data)} bytes)"
    return repr(step)


def _struct(struct: Struct) -> str:
    """A message without the fields that have their defaults."""
    usual = type(struct)()
    fields = [
        f"{name}={_field(getattr(struct, name))}"
        for name in struct._FIELDS
        if getattr(struct, name) != getattr(usual, name)
    ]
    return f"{type(struct).__name__}({', '.join(fields)})"


def _field(value: object) -> str:
    if isinstance(value, Struct):
        return _struct(value)
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_field, value))}]"
    if isinstance(value, bytes) and len(value) > BYTES_SHOWN_MAX:
        return f"<{len(value)} bytes {value[:BYTES_SHOWN_MAX].hex()}...>"
    return repr(value)
