"""Sockets of connections, for both shells: how they begin to connect, and why they failed."""

from __future__ import annotations

import errno
import os
import socket
from typing import TYPE_CHECKING, Any

from kafkawire.client.errors import AuthenticationError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.client.core.lane import Address

GETADDRINFO_ADDRESS = 4
"""Index of the address in the tuples of `getaddrinfo`."""


def connecting(
    address: Address, send_buffer_bytes: int = -1, receive_buffer_bytes: int = -1
) -> socket.socket:
    """Return a socket that begins to connect and never blocks. Raises OSError.

    Once it is writable, `check_connected` raises OSError if it is not connected. The system chooses
    the size of a buffer of -1 bytes.
    """
    family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        sock.setblocking(False)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for option, size in (
            (socket.SO_SNDBUF, send_buffer_bytes),
            (socket.SO_RCVBUF, receive_buffer_bytes),
        ):
            if size >= 0:
                sock.setsockopt(socket.SOL_SOCKET, option, size)
        _check(sock.connect_ex(address), errno.EINPROGRESS, errno.EWOULDBLOCK)
    except BaseException:
        sock.close()
        raise
    return sock


def check_connected(sock: socket.socket) -> None:
    """Raise OSError if the attempt to connect has failed."""
    _check(sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR))


def addresses_in(found: Iterable[tuple[Any, ...]]) -> list[Address]:
    """Return the addresses in an answer of `getaddrinfo`, each once."""
    addresses = (each[GETADDRINFO_ADDRESS] for each in found)
    return list(dict.fromkeys((str(host), int(port)) for host, port, *_ in addresses))


def no_name(error: UnicodeError) -> OSError:
    """Return the error of a name that cannot be the name of a host.

    Labels of more than 63 characters fail before a name server is asked; metadata may have them.
    """
    return OSError(f"this is not the name of a host: {error}")


def why(error: OSError) -> str:
    """Return the reason in an error of a socket or of the resolver, never empty."""
    return error.strerror or str(error) or type(error).__name__


def tls_refused(target: Address, error: OSError) -> AuthenticationError:
    """Return why a connection to `target` fails for good: one side does not accept the other.

    It is fatal, as Kafka's SslAuthenticationException is.
    """
    host, port = target
    return AuthenticationError(f"{host}:{port}: TLS: {error}")


def _check(code: int, *harmless: int) -> None:
    if code and code not in harmless:
        raise OSError(code, os.strerror(code))
