"""Ctrl-C or SIGTERM while traffic is looked at."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator

import pytest

from kafkawire.dump.commands.interrupts import between


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_event_is_looked_at_to_its_end(number: signal.Signals) -> None:
    seen = []

    def look() -> None:
        for event in between(range(10)):
            if event == 3:
                signal.raise_signal(number)
            seen.append(event)

    with pytest.raises(KeyboardInterrupt):
        look()
    assert seen == [0, 1, 2, 3]


def test_who_waits_for_an_event_waits_no_more() -> None:
    def events() -> Iterator[int]:
        yield 1
        signal.raise_signal(signal.SIGINT)
        yield 2

    seen: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        seen.extend(between(events()))
    assert seen in ([], [1])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_leaves_the_handler_as_it_was(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    assert list(between(range(3))) == [0, 1, 2]
    assert signal.getsignal(number) is before


def test_in_another_thread_nothing_is_changed() -> None:
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.extend(between(range(3))))
    thread.start()
    thread.join()
    assert found == [0, 1, 2]
