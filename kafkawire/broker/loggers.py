"""The broker's named loggers, whose levels clients may look at and change (KIP-412).

    root
    kafkawire
    kafkawire.request       TRACE: a line for each request that is answered
    kafkawire.connection    DEBUG: connections opened, and closed with the reason
    kafkawire.group         DEBUG: states of groups, generations and epochs, members that go
    kafkawire.log           DEBUG: segments that a log begins, removes or cuts
    kafkawire.cleaner       DEBUG: rounds of the log cleaner

A logger without a level of its own has that of the name above it. Where a line would be made,
`logger.debug` or `logger.trace` is None unless the level asks for it, so that a line that is not
printed is not put together either. What becomes of a line is the matter of `sink`: the core does no
I/O. Levels are no metadata, but belong to one process and are lost with it (admin C-43). Bugs and
failures of a disk are no lines of a logger: they are always reported.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Write = Callable[[str], None]
    Sink = Callable[[str, str, str], None]
    """Takes a line: its level, the name of its logger, its text."""

ROOT = "root"
LEVELS = ("DEBUG", "ERROR", "FATAL", "INFO", "TRACE", "WARN")
_WORDY = {"TRACE": 2, "DEBUG": 1}
"""How much a level adds to what is always reported."""

SET = 0
DELETE = 1
_REFUSED = {2: "APPEND", 3: "SUBTRACT"}


class Logger:
    """Writes lines of one name; `debug` and `trace` are None while they are off."""

    __slots__ = ("debug", "name", "trace")

    def __init__(self, name: str) -> None:
        self.name = name
        self.debug: Write | None = None
        self.trace: Write | None = None


class Loggers:
    """The loggers of one broker and their levels."""

    __slots__ = ("_levels", "_sink", "cleaner", "connection", "group", "log", "request")

    def __init__(self) -> None:
        self._sink: Sink | None = None
        self.request = Logger("kafkawire.request")
        self.connection = Logger("kafkawire.connection")
        self.group = Logger("kafkawire.group")
        self.log = Logger("kafkawire.log")
        self.cleaner = Logger("kafkawire.cleaner")
        self._levels: dict[str, str | None] = {ROOT: "INFO", "kafkawire": None}
        self._levels.update({each.name: None for each in self._loggers()})

    def _loggers(self) -> tuple[Logger, ...]:
        return self.request, self.connection, self.group, self.log, self.cleaner

    def print_to(self, sink: Sink) -> None:
        """Have lines taken by `sink`; without one they are not made, whatever the levels."""
        self._sink = sink
        self._follow_levels()

    def level(self, name: str) -> str:
        """The effective level of a logger that exists."""
        while True:
            own = self._levels[name]
            if own is not None:
                return own
            name = name.rpartition(".")[0] or ROOT

    def _follow_levels(self) -> None:
        for logger in self._loggers():
            logger.debug = self._writer("DEBUG", logger.name)
            logger.trace = self._writer("TRACE", logger.name)

    def _writer(self, level: str, name: str) -> Write | None:
        if self._sink is None or _WORDY.get(self.level(name), 0) < _WORDY[level]:
            return None
        return partial(self._sink, level, name)

    def all(self) -> list[tuple[str, str]]:
        """Every logger and its effective level."""
        return [(name, self.level(name)) for name in self._levels]

    def check(self, changes: Iterable[tuple[str, int, str | None]]) -> None:
        """Refuse (logger, operation, level) changes that cannot be: `ApiError`."""
        for name, operation, level in changes:
            if operation == SET:
                self._check_name(name)
                _check_level(name, level)
            elif operation == DELETE:
                self._check_name(name)
                if name == ROOT:
                    raise ApiError(
                        ErrorCode.INVALID_REQUEST,
                        "Removing the log level of the root logger is not allowed",
                    )
            elif operation in _REFUSED:
                raise ApiError(
                    ErrorCode.INVALID_REQUEST,
                    f"{_REFUSED[operation]} operation is not allowed for the BROKER_LOGGER "
                    "resource",
                )
            else:
                raise ApiError(
                    ErrorCode.INVALID_REQUEST,
                    f"Unknown operation type {operation} is not allowed for the BROKER_LOGGER "
                    "resource",
                )

    def change(self, changes: Iterable[tuple[str, int, str | None]]) -> None:
        """Make changes that `check` has passed."""
        for name, operation, level in changes:
            self._levels[name] = level if operation == SET else None
        self._follow_levels()

    def _check_name(self, name: str) -> None:
        if name not in self._levels:
            raise ApiError(ErrorCode.INVALID_CONFIG, f"Logger {name} does not exist!")


def _check_level(name: str, level: str | None) -> None:
    if level not in LEVELS:
        raise ApiError(
            ErrorCode.INVALID_CONFIG,
            f"Cannot set the log level of {name} to {level} as it is not a supported log level. "
            f"Valid log levels are {', '.join(LEVELS)}",
        )
