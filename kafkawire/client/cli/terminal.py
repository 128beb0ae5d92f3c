"""Output for terminals only: colours, and a line of progress that is overwritten.

Colours are left out where NO_COLOR is set, and on a terminal that is `dumb`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TextIO

BOLD, RED, RESET = "\x1b[1m", "\x1b[31m", "\x1b[0m"
_CLEAR = "\r\x1b[K"


class Asked(Protocol):
    """A stream that may be a terminal."""

    def isatty(self) -> bool: ...  # noqa: D102


def has_colours(stream: Asked, environment: Mapping[str, str]) -> bool:
    """Return whether a stream gets colours."""
    wants = not environment.get("NO_COLOR") and environment.get("TERM") != "dumb"
    return wants and stream.isatty()


class Paint:
    """Paints texts for a stream that has colours, and leaves them for one that has none."""

    def __init__(self, stream: Asked, environment: Mapping[str, str]) -> None:
        self._has_colours = has_colours(stream, environment)

    def bold(self, text: str) -> str:
        """Return a text that stands out."""
        return f"{BOLD}{text}{RESET}" if self._has_colours else text

    def red(self, text: str) -> str:
        """Return a text that warns."""
        return f"{RED}{text}{RESET}" if self._has_colours else text


class Progress:
    """A line that shows the progress of a command, if `stream` is a terminal."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._is_on = stream.isatty()
        self._is_shown = False

    def show(self, text: str) -> None:
        """Write the line anew."""
        if self._is_on:
            self._stream.write(_CLEAR + text)
            self._stream.flush()
            self._is_shown = True

    def clear(self) -> None:
        """Take the line away."""
        if self._is_shown:
            self._stream.write(_CLEAR)
            self._stream.flush()
            self._is_shown = False
