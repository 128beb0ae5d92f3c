"""Addresses as people write them, and sockets that listen on them."""

import socket
from typing import NamedTuple

from kafkawire.server.errors import UsageError

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 9092
_PORT_MAX = 65_535
_SCHEME = "PLAINTEXT://"
"""What Kafka writes before an address; it may stand there."""

BACKLOG = 1024
"""Connections that wait to be accepted; a test suite may open hundreds at once."""

_EVERYWHERE = ("", "0.0.0.0", "::")


class Address(NamedTuple):
    """A host (a name, an IPv4 or an IPv6 address, without brackets) and a port."""

    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"

    @property
    def is_everywhere(self) -> bool:
        """Whether listening here means listening on all interfaces."""
        return self.host in _EVERYWHERE


def parse_address(text: str, what: str) -> Address:
    """`host:port`, `host`, `:port` or `[v6]:port`; raises `UsageError` naming `what`."""
    text = text.removeprefix(_SCHEME)
    host, colon, port = text.rpartition(":")
    if not colon or (text.startswith("[") and text.endswith("]")):
        host, port = text, str(DEFAULT_PORT)
    host = host.removeprefix("[").removesuffix("]")
    if not (port.isascii() and port.isdigit()) or len(port) > 5 or int(port) > _PORT_MAX:
        raise UsageError(f"{what} {text}: {port!r} is not a port")
    return Address(host if host or text.startswith(":") else DEFAULT_HOST, int(port))


def listen(address: Address) -> socket.socket:
    """A listening socket that does not block; raises `UsageError` if there cannot be one."""
    host = address.host or "0.0.0.0"
    try:
        found = socket.getaddrinfo(host, address.port, type=socket.SOCK_STREAM)
        # Where localhost has two addresses, clients that are given 127.0.0.1 must find us too.
        found.sort(key=lambda each: each[0] != socket.AF_INET)
        family, kind, protocol, _, where = found[0]
        sock = socket.socket(family, kind, protocol)
    except OSError as error:
        raise UsageError(f"cannot listen on {address}: {error.strerror or error}") from None
    except UnicodeError:
        raise UsageError(f"cannot listen on {address}: that is no name of a host") from None
    try:
        # On Windows the option means that others may take the port as well.
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(where)
        sock.listen(BACKLOG)
    except OSError as error:
        sock.close()
        raise UsageError(f"cannot listen on {address}: {error.strerror or error}") from None
    sock.setblocking(False)
    return sock


def bound_address(sock: socket.socket) -> Address:
    """Where a socket listens, its port known even if 0 was asked for."""
    host, port = sock.getsockname()[:2]
    return Address(host, port)
