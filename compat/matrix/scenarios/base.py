"""What a scenario is, and how its judge reads what a program said."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from compat.clients.raw import RawClient
from kafkawire.protocol.error_codes import ErrorCode

Line = Mapping[str, Any]
"""One JSON object that a program wrote."""

NEWEST = (4, 4)
TIME_MS = 1_700_000_000_000


class Topic(NamedTuple):
    """A topic that the harness makes: `suffix` after the prefix, `preloaded` records each."""

    suffix: str = ""
    partitions: int = 1
    preloaded: int = 0
    configs: Mapping[str, str] = {"retention.ms": "-1"}


class Seen:
    """All that a program said, by step; each step must have been said as often as it is read."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self.lines = list(lines)

    def all(self, step: str) -> list[Line]:
        return [line for line in self.lines if line["step"] == step]

    def one(self, step: str) -> Line:
        """The only line of a step that every client can do."""
        found = self.all(step)
        assert len(found) == 1, f"{step} was said {len(found)} times"
        return found[0]

    def optional(self, step: str) -> list[Line]:
        """The line of a step that a client may not know; none where it said so."""
        line = self.one(step)
        return [] if "absent" in line else [line]


class World(NamedTuple):
    """Where the program was at work; `raw` asks the broker by our own codec.

    `release` is that of Apache Kafka, real or emulated, as numbers; that of today if not known.
    """

    prefix: str
    bootstrap: str
    raw: RawClient
    release: tuple[int, ...] = NEWEST


class Scenario(NamedTuple):
    """One column of the table.

    `killed_at`: after so many `progress` lines the program is killed and started again.
    `for_applications`: not for client libraries.
    """

    name: str
    judge: Callable[[Seen, World], None]
    topics: tuple[Topic, ...] = ()
    killed_at: int = 0
    for_applications: bool = False


def fine(line: Line) -> None:
    """The step met no error."""
    assert line["error"] == 0, line


def refused(line: Line, *codes: ErrorCode) -> None:
    """The step met one of these errors; a text is a client's own exception, without a code."""
    error = line["error"]
    if isinstance(error, str):
        assert error, line
        return
    assert error in {int(code) for code in codes}, f"{line}, expected {[c.name for c in codes]}"


def values(numbers: Iterable[int]) -> list[str]:
    return [f"v{number}" for number in numbers]


def check_record(line: Line, number: int) -> None:
    """The line is the record of that number as the README has it."""
    assert line["key"] == f"k{number}", line
    assert line["value"] == f"v{number}", line
    assert line["timestamp"] in (None, TIME_MS + number), line
    assert line["headers"] in (None, {"h": f"h{number}"}), line
