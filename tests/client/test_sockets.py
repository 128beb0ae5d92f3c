"""Sockets as both shells begin with them."""

from __future__ import annotations

import select
import socket

import pytest

from kafkawire.client.sockets import addresses_in, check_connected, connecting, why
from tests.support.suite.patience import patient


def test_a_socket_that_connects_neither_blocks_nor_waits_to_fill_packets() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        connecting(listener.getsockname()) as sock,
    ):
        assert not sock.getblocking()
        assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        assert select.select([], [sock], [], patient(20))[1] == [sock]
        check_connected(sock)
        assert sock.getpeername() == listener.getsockname()


def test_buffers_have_the_sizes_that_are_asked_for() -> None:
    """send.buffer.bytes and receive.buffer.bytes; the system may double them."""
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        connecting(listener.getsockname(), 20_000, 30_000) as sock,
    ):
        sizes = [
            sock.getsockopt(socket.SOL_SOCKET, option)
            for option in (socket.SO_SNDBUF, socket.SO_RCVBUF)
        ]
    assert sizes in ([20_000, 30_000], [40_000, 60_000])


def test_an_attempt_that_failed_is_raised() -> None:
    with socket.socket() as unheard:
        unheard.bind(("127.0.0.1", 0))
        with connecting(unheard.getsockname()) as sock:
            select.select([], [sock], [], patient(20))
            with pytest.raises(ConnectionRefusedError, match="refused"):
                check_connected(sock)


def test_addresses_of_both_families_are_there_once() -> None:
    found = [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.0.0.1", 9092)),
        (socket.AF_INET6, socket.SOCK_STREAM, 6, "", ("::1", 9092, 0, 0)),
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.0.0.1", 9092)),
    ]
    assert addresses_in(found) == [("10.0.0.1", 9092), ("::1", 9092)]


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (OSError(111, "Connection refused"), "Connection refused"),
        (ConnectionResetError("the broker closed"), "the broker closed"),
        (TimeoutError(), "TimeoutError"),
    ],
)
def test_a_reason_is_never_empty(error: OSError, text: str) -> None:
    assert why(error) == text
