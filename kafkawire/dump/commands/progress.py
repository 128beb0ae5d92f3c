"""How far a long read is, on a terminal that shows nothing else."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import TextIO

from kafkawire.protocol.visible_text import visible

FIRST_AFTER_S = 1.0
EVERY_S = 0.2
WIDTH = 70


class Progress:
    """A line on `errors`, written anew; nothing if that, or what is read, is no place for it."""

    def __init__(
        self,
        files: list[str],
        errors: TextIO,
        out: TextIO,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        # Where results go to the same terminal, they are progress enough.
        self._is_on = errors.isatty() and not out.isatty()
        self._errors = errors
        self._clock = clock
        self._next_s = clock() + FIRST_AFTER_S
        self._total = sum(map(_size, files)) if self._is_on else 0
        self._what = visible(files[0]) if len(files) == 1 else f"{len(files)} files"
        self._is_shown = False

    def at(self, size: int) -> None:
        """So many bytes of all files have been read."""
        if not self._is_on:
            return
        now_s = self._clock()
        if now_s < self._next_s:
            return
        self._next_s = now_s + EVERY_S
        share = f"{size * 100 // self._total:3}% " if self._total else ""
        text = f"{share}{size / 1e6:,.0f} MB  {self._what}"
        self._errors.write(f"\r{text[:WIDTH]:{WIDTH}}")
        self._errors.flush()
        self._is_shown = True

    def done(self) -> None:
        """Take the line away."""
        if self._is_shown:
            self._errors.write(f"\r{'':{WIDTH}}\r")
            self._errors.flush()
            self._is_shown = False


def _size(path: str) -> int:
    """Of a file; 0 for what is none."""
    try:
        return os.stat(path).st_size if path != "-" else 0
    except OSError:
        return 0
