"""Ctrl-C or SIGTERM between events: who looks at one is not torn from it, so all can be closed."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterable, Iterator
from typing import TypeVar

Event = TypeVar("Event")
_SIGNALS = signal.SIGINT, signal.SIGTERM


def between(events: Iterable[Event]) -> Iterator[Event]:
    """The events; raises KeyboardInterrupt before the next one, or while it is waited for."""
    is_within = is_asked = False

    def asked(*_: object) -> None:
        nonlocal is_asked
        is_asked = True
        if not is_within:
            raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield from events
        return
    before = {number: signal.signal(number, asked) for number in _SIGNALS}
    try:
        for event in events:
            is_within = True
            yield event
            is_within = False
            if is_asked:
                raise KeyboardInterrupt
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
