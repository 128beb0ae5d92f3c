"""Output of commands: tables and sentences for people, or an object per line for programs.

Objects have the names of the API. Bytes are text if they are UTF-8, else `{"base64": ...}`. A
timestamp stands there twice, in milliseconds and as ISO 8601.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, BinaryIO, Protocol, TextIO

from kafkawire.client.cli.advice import advice, reason
from kafkawire.client.cli.tables import table
from kafkawire.client.cli.terminal import Paint, Progress
from kafkawire.protocol.uuids import uuid_text
from kafkawire.protocol.visible_text import visible

if TYPE_CHECKING:
    from kafkawire.client.errors import ClientError

DONE, PART_FAILED, WRONG_USAGE, NOT_REACHED, INTERRUPTED = 0, 1, 2, 3, 130
KIBI = 1024
_UNITS = ("B", "KiB", "MiB", "GiB", "TiB", "PiB")

Row = Mapping[str, object]


class UsageError(Exception):
    """The command line asks for what cannot be. The text is one line."""


class Stream(Protocol):
    """The text stream of the output: sys.stdout, or another one over bytes."""

    @property
    def buffer(self) -> BinaryIO: ...  # noqa: D102
    def write(self, text: str, /) -> int: ...  # noqa: D102
    def flush(self) -> None: ...  # noqa: D102
    def isatty(self) -> bool: ...  # noqa: D102


class Output:
    """The output of a command. `exit_code` is 1 from the first failure on.

    Args:
        command: The name of the command, for lines about what failed.
        out: What was asked for.
        err: What went wrong, a line each.
        is_json: True for programs.
        environment: The variables of the process, some of which turn colours off.
    """

    def __init__(
        self,
        command: str,
        out: Stream,
        err: TextIO,
        *,
        is_json: bool = False,
        environment: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.exit_code = DONE
        self.is_json = is_json
        self.is_for_people = not is_json and out.isatty()
        self._command = command
        self._out, self._err = out, err
        self._paint, self._paint_err = Paint(out, environment), Paint(err, environment)
        self._progress = Progress(err)

    def rows(self, columns: Mapping[str, str], rows: Iterable[Row]) -> None:
        """Print rows: all of a row as an object, or the columns, title by name, as a table."""
        found = list(rows)
        if self.is_json:
            for row in found:
                self.object(row)
        elif found:
            cells = [[row[name] for name in columns] for row in found]
            titles, *lines = table(list(columns.values()), cells)
            for line in (self._paint.bold(titles), *lines):
                self._out.write(line + "\n")

    def tell(self, text: str, row: Row) -> None:
        """Print what was done: a sentence, or an object."""
        if self.is_json:
            self.object(row)
        else:
            self.line(text)

    def line(self, text: str) -> None:
        """Print a line, for people only."""
        if not self.is_json:
            self._out.write(visible(text) + "\n")

    def heading(self, index: int, text: str) -> None:
        """Print the line above a table, apart from the table before."""
        if index:
            self.line("")
        self.line(text)

    def object(self, row: Row) -> None:
        """Print an object as one line of JSON."""
        self._out.write(json.dumps(jsonable(row), ensure_ascii=False) + "\n")

    def name(self, text: str) -> None:
        """Print a line that another command reads."""
        self._out.write(text + "\n")

    def raw(self, data: bytes) -> None:
        """Print bytes as they are."""
        self._out.flush()
        self._out.buffer.write(data)

    def flush(self) -> None:
        """Hand over what was printed so far."""
        self._progress.clear()
        self._out.flush()

    def progress(self, text: str) -> None:
        """Show how far a long command is, on a terminal, until `flush`."""
        self._progress.show(visible(text))

    def note(self, text: str) -> None:
        """Print a remark where it is in no program's way."""
        self._complain(text)

    def failed(self, what: str, error: ClientError) -> None:
        """Print that a part failed and what to do; the exit code will be 1."""
        self.fail(f"{what}: {reason(error)}", advice(error))

    def fail(self, text: str, hint: str = "") -> None:
        """Print that a part failed; the exit code will be 1."""
        self.exit_code = PART_FAILED
        self._complain(f"{text}; {hint}" if hint else text)

    def stopped(self, text: str, code: int) -> None:
        """Print why the command ends, with this exit code."""
        self.exit_code = code
        self._complain(text)

    def _complain(self, text: str) -> None:
        self.flush()
        command = self._paint_err.red(visible(f"kafkawire {self._command}:"))
        self._err.write(f"{command} {visible(text)}\n")
        self._err.flush()


def jsonable(value: object) -> object:
    """Return a value as JSON has it."""
    if isinstance(value, bytes | bytearray | memoryview):
        return _text_or_base64(bytes(value))
    if isinstance(value, Mapping):
        return {str(name): jsonable(each) for name, each in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return jsonable(value._asdict())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [jsonable(each) for each in value]
    return value


def topic_id(data: bytes) -> str | None:
    """Return the id of a topic as Kafka writes it; None where the broker gave none."""
    return uuid_text(data) if any(data) else None


def sized(count: object) -> str | None:
    """Return a number of bytes in units: "812 B", "1.2 KiB"; None where there is none."""
    if not isinstance(count, int):
        return None
    value = float(count)
    for unit in _UNITS[:-1]:
        if value < KIBI:
            return f"{value:.0f} {unit}" if unit == "B" or value >= 100 else f"{value:.1f} {unit}"
        value /= KIBI
    return f"{value:.1f} {_UNITS[-1]}"


def _text_or_base64(data: bytes) -> object:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return {"base64": b64encode(data).decode()}
