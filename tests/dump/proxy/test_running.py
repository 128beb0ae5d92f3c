"""A proxy from its start to its end by a signal."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading

import pytest

from kafkawire.dump.proxy.running import CannotListen, run_proxy
from kafkawire.dump.proxy.server import Settings
from kafkawire.dump.transport import Data, Endpoint, StreamClosed, TransportEvent
from kafkawire.testing import LocalBroker
from tests.support.dump.proxied import endpoint
from tests.support.requests.loopback import connected
from tests.support.suite.patience import patient

LIMIT_S = patient(20)


class Client:
    """Speaks with the proxy as soon as it says that it listens, and then ends it."""

    def __init__(self, signals: int = 1, blindness: threading.Event | None = None) -> None:
        self.said: list[str] = []
        self.blindness = blindness
        self.was_served = False
        self._signals = signals

    def say(self, text: str) -> None:
        self.said.append(text)
        if text.startswith("nothing more ") and self.blindness is not None:
            self.blindness.set()
        if text.startswith("listening on "):
            threading.Thread(target=self._speak, args=(text.split()[2],)).start()

    def _speak(self, bootstrap: str) -> None:
        with connected(bootstrap) as client:
            self.was_served = client.is_served()
            if self.blindness is not None:
                self.blindness.wait(LIMIT_S)
                self.was_served = client.is_served()
        for _ in range(self._signals):
            os.kill(os.getpid(), signal.SIGINT)
            threading.Event().wait(0.2)


def settings(to: str) -> Settings:
    return Settings(Endpoint("127.0.0.1", 0), (endpoint(to),))


def test_all_that_was_seen_is_looked_at_before_the_end() -> None:
    client, events = Client(), list[TransportEvent]()
    before = sys.getswitchinterval()
    with LocalBroker() as broker:
        lost_bytes = run_proxy(settings(broker.bootstrap), events.append, client.say)

    assert client.was_served
    assert lost_bytes == 0
    assert len([event for event in events if isinstance(event, Data)]) == 2
    assert isinstance(events[-1], StreamClosed)
    assert sys.getswitchinterval() == before


@pytest.mark.slow
def test_a_second_signal_does_not_wait_for_who_looks() -> None:
    client, looking = Client(signals=2), threading.Event()

    def feed(event: TransportEvent) -> None:
        looking.wait(patient(20))

    with LocalBroker() as broker:
        run_proxy(settings(broker.bootstrap), feed, client.say)
    assert not looking.is_set()
    looking.set()


def test_where_it_cannot_listen_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        at = Endpoint(*taken.getsockname()[:2])
        with pytest.raises(CannotListen, match=f"{at}: Address already in use"):
            run_proxy(Settings(at, (at,)), print, print)


def test_who_cannot_go_on_looking_ends_it() -> None:
    client = Client(signals=0)

    def feed(event: TransportEvent) -> None:
        raise BrokenPipeError

    with LocalBroker() as broker, pytest.raises(BrokenPipeError):
        run_proxy(settings(broker.bootstrap), feed, client.say)


def test_clients_go_on_when_nothing_more_can_be_written() -> None:
    client = Client(blindness=threading.Event())

    def feed(event: TransportEvent) -> None:
        raise OSError(28, "No space left on device")

    with LocalBroker() as broker, pytest.raises(OSError, match="No space left"):
        run_proxy(settings(broker.bootstrap), feed, client.say)
    assert client.was_served
    assert client.said[-1] == (
        "nothing more can be written: No space left on device; traffic passes, not looked at"
    )
