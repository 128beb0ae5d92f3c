"""Live capture on the loopback; visibly skipped where this process may not listen."""

from __future__ import annotations

import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from kafkawire.dump.inputs import live as module
from kafkawire.dump.inputs.live import LiveError, live, opened_socket
from kafkawire.dump.inputs.packets import Complaints
from kafkawire.dump.transport import Data, Gap, Note, StreamClosed, StreamOpened, TransportEvent
from tests.support.dump.recording import may_listen
from tests.support.rings.skips import skip_without
from tests.support.suite.patience import patient

WAIT_S = patient(30.0)


@contextmanager
def listening(interface: str, ports: list[int]) -> Iterator[list[TransportEvent]]:
    """Events of an interface while the block runs, until the stream that it made has ended."""
    events: list[TransportEvent] = []
    is_ready, is_over, has_ended = threading.Event(), threading.Event(), threading.Event()

    def listen() -> None:
        for event in live(
            interface, ports=ports, must_stop=is_over.is_set, when_ready=is_ready.set
        ):
            events.append(event)
            if isinstance(event, StreamClosed):
                has_ended.set()

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    assert is_ready.wait(WAIT_S)
    try:
        yield events
        assert has_ended.wait(WAIT_S)
    finally:
        is_over.set()
        thread.join(WAIT_S)


def talk(server: socket.socket, address: tuple[str, int], rounds: int) -> tuple[bytes, bytes]:
    """A conversation; what the client said and what it was answered."""
    said = answered = b""
    with socket.create_connection(address) as client, server.accept()[0] as other:
        for number in range(rounds):
            question, answer = b"question %d " % number, b"answer %d " % number * 5000
            client.sendall(question)
            assert other.recv(len(question), socket.MSG_WAITALL) == question
            other.sendall(answer)
            assert client.recv(len(answer), socket.MSG_WAITALL) == answer
            said, answered = said + question, answered + answer
    return said, answered


@may_listen
@pytest.mark.parametrize("interface", ["lo", module.ANY])
@pytest.mark.parametrize("family", [socket.AF_INET, socket.AF_INET6])
def test_what_is_said_on_the_loopback_is_heard_once(
    interface: str, family: socket.AddressFamily
) -> None:
    host = "127.0.0.1" if family == socket.AF_INET else "::1"
    try:
        server = socket.create_server((host, 0), family=family)
    except OSError as error:
        skip_without(f"{host} has no listener ({error})", "it is not captured live")
    with server:
        port = server.getsockname()[1]
        with listening(interface, [port]) as events:
            before_ns = time.time_ns()
            said, answered = talk(server, (host, port), 10)
        after_ns = time.time_ns()
    opened = [event for event in events if isinstance(event, StreamOpened)]
    assert len(opened) == 1
    assert opened[0].opener == 0
    assert opened[0].ends[1] == (host, port)
    for end, expected in enumerate((said, answered)):
        heard = [each.data for each in events if isinstance(each, Data) and each.end == end]
        assert b"".join(heard) == expected
    complaints = [event for event in events if isinstance(event, Gap | Note)]
    assert not [each for each in complaints if not is_race(each)]
    times = [event.time_ns for event in events if isinstance(event, Data)]
    assert before_ns <= min(times) <= max(times) <= after_ns


def is_race(complaint: Gap | Note) -> bool:
    """Two processors took packets at once, and one of them was interrupted for a millisecond.

    The kernel stamps a packet before it queues it. On a loaded machine a packet can therefore
    arrive after one with a later stamp.
    """
    return isinstance(complaint, Note) and " ms earlier than packet " in complaint.text


@may_listen
def test_an_interface_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(LiveError, match=r"cannot listen to nowhere0: .*; there are .*lo.*, any"):
        next(live("nowhere0"))


def test_without_the_right_to_listen_it_is_said_what_would_help(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object) -> socket.socket:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(socket, "AF_PACKET", 17, raising=False)
    monkeypatch.setattr(socket, "socket", refuse)
    with pytest.raises(LiveError, match="CAP_NET_RAW"):
        opened_socket("lo", ())


def test_elsewhere_than_on_linux_it_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(LiveError, match="Linux only"):
        opened_socket("lo", ())


def test_what_the_kernel_dropped_is_complained_of() -> None:
    class Dropping:
        def getsockopt(self, level: int, option: int, size: int) -> bytes:
            return b"\7\0\0\0\3\0\0\0" if sys.byteorder == "little" else b"\0\0\0\7\0\0\0\3"

    complaints = Complaints()
    module._complain_of_dropped(Dropping(), complaints, 5)  # type: ignore[arg-type]
    assert complaints.waiting == [
        Note(None, "the kernel dropped 3 packets that were not taken in time", 5, 0)
    ]
