"""Which handler Ctrl-C has while a command begins, runs and ends."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from kafkawire import interrupts


@pytest.fixture(autouse=True)
def handler() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_a_quiet_command_ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    codes: list[int] = []
    monkeypatch.setattr("os._exit", codes.append)
    interrupts.quiet()
    signal.raise_signal(signal.SIGINT)
    assert codes == [130]


def test_a_command_that_handles_interrupts_has_them_raised() -> None:
    interrupts.quiet()
    interrupts.raising()
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_a_command_that_has_ended_ignores_them() -> None:
    interrupts.ignored()
    signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def test_the_handler_of_another_program_stays() -> None:
    """A shell starts what runs in the background with Ctrl-C ignored."""
    for theirs in (signal.SIG_IGN, lambda *_: None):
        signal.signal(signal.SIGINT, theirs)
        interrupts.quiet()
        interrupts.raising()
        assert signal.getsignal(signal.SIGINT) is theirs
