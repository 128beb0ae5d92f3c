"""Ctrl-C at moments when a command has nothing to tidy up: it ends quietly, with exit code 130.

Python's own handler raises `KeyboardInterrupt` wherever the program is. While modules are imported
that is a traceback, or worse: an interrupt that a callback of the import system swallows. So a
command starts with `quiet`, calls `raising` where it begins to handle `KeyboardInterrupt` itself,
and ends with `ignored`.

A command that is called by another program, which has its own handler, changes none.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

INTERRUPTED = 130
"""What a shell shows of a command that Ctrl-C has ended."""


def _end(number: int = 0, frame: FrameType | None = None) -> None:
    os._exit(INTERRUPTED)


def quiet() -> None:
    """From now on Ctrl-C ends the process at once, without a word."""
    try:
        import signal

        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, _end)
    except KeyboardInterrupt:
        _end()


def raising() -> None:
    """From now on Ctrl-C raises `KeyboardInterrupt`, if it was `quiet` before."""
    import signal

    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def ignored() -> None:
    """From now on Ctrl-C is ignored: the command has ended, and only Python has not yet."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
