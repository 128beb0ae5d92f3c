"""Sockets of connections: with and without TLS, bytes arrive whole and in order."""

from __future__ import annotations

import select
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from selectors import EVENT_READ, EVENT_WRITE

import pytest

from kafkawire.client.blocking.line import Line
from tests.client.support.certificates import contexts
from tests.support.suite.patience import patient

DATA = bytes(range(256)) * 20_000


@contextmanager
def swallowing(context: ssl.SSLContext | None) -> Iterator[tuple[str, int]]:
    """A server that reads all of DATA before it sends all of it back, and hangs up."""

    def serve() -> None:
        try:
            sock, _ = listener.accept()
            with sock if context is None else context.wrap_socket(sock, server_side=True) as peer:
                data = b""
                while len(data) < len(DATA):
                    data += peer.recv(1 << 16) or pytest.fail("the client hung up")
                peer.sendall(data)
        except OSError:
            pass  # the client refused the certificate

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield listener.getsockname()
        thread.join(patient(20))


def waited(line: Line) -> None:
    """Wait for what the line waits for."""
    readable = [line] if line.events & EVENT_READ else []
    writable = [line] if line.events & EVENT_WRITE else []
    assert any(select.select(readable, writable, [], patient(20)))


def opened(address: tuple[str, int], context: ssl.SSLContext | None, name: str) -> Line:
    line = Line(address, context, name)
    try:
        while not line.is_open:
            waited(line)
            line.proceed()
    except BaseException:
        line.close()
        raise
    return line


@pytest.mark.parametrize("is_secret", [False, True])
def test_what_the_kernel_does_not_take_at_once_is_sent_later(is_secret: bool) -> None:
    server, client = contexts() if is_secret else (None, None)
    with swallowing(server) as address:
        line = opened(address, client, "localhost")
        line.send([DATA[:100], DATA[100:]])
        found, room = bytearray(), bytearray(50_000)
        while True:
            waited(line)
            line.finish_sending()
            if len(found) % 2:
                data = line.receive()
            else:
                count = line.receive_into(memoryview(room))
                data = None if count is None else bytes(room[:count])
            if data == b"":
                break
            found += data or b""
        assert not line.is_stuck
        assert found == DATA
        line.close()


def test_a_certificate_of_another_host_is_refused() -> None:
    server, client = contexts()
    with swallowing(server) as address, pytest.raises(ssl.SSLError, match="Hostname mismatch"):
        opened(address, client, "elsewhere.example")


def test_where_nothing_listens_connecting_fails() -> None:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        with pytest.raises(ConnectionRefusedError):
            opened(sock.getsockname(), None, "localhost")
