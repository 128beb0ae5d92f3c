"""The log levels that clients may look at and change (KIP-412).

They are kept and shown, and have no further effect: the core writes no log. They are not
metadata either, but belong to one process and are lost with it (admin C-43).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT = "root"
LEVELS = ("DEBUG", "ERROR", "FATAL", "INFO", "TRACE", "WARN")

SET = 0
DELETE = 1
_REFUSED = {2: "APPEND", 3: "SUBTRACT"}


class Loggers:
    """Levels by logger name; a logger without a level of its own has the root's."""

    __slots__ = ("_levels",)

    def __init__(self) -> None:
        self._levels: dict[str, str | None] = {ROOT: "INFO", "kafkawire": None}

    def level(self, name: str) -> str:
        """The effective level of a logger that exists."""
        own = self._levels[name] or self._levels[ROOT]
        assert own is not None
        return own

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
