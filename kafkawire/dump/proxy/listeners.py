"""Who stands for whom: each broker that a client hears of has a listener here.

A node keeps its listener for as long as the proxy runs, also when it comes back at another address:
the listener then leads there. Its port follows from its id where that is free, so that a proxy that
is started again gives the same addresses to clients that still have them.
"""

from __future__ import annotations

import socket
from collections.abc import Callable

from kafkawire.dump.proxy.addresses import Node
from kafkawire.dump.transport import Endpoint

BACKLOG = 1024
NODES_MAX = 1000
"""Listeners at most, and node ids that have a port of their own."""
_ANY_PORT = 0


class Target:
    """Where a listener leads: to the first of these addresses that answers."""

    __slots__ = ("addresses", "name")

    def __init__(self, name: str, *addresses: Endpoint) -> None:
        self.name = name
        self.addresses = addresses


class TooManyNodes(OSError):
    """There are more brokers than anybody has; something invents them."""


Opened = Callable[[socket.socket, Target], None]
"""Given each listening socket."""


class Listeners:
    """The listeners of nodes, all on one host; `opened` is told of each new one.

    `base_port` is the port of node 0.
    """

    def __init__(self, host: str, base_port: int, opened: Opened) -> None:
        self._host = host
        self._base_port = base_port
        self._opened = opened
        self._found: dict[tuple[int, str], tuple[Target, int]] = {}

    def port_of(self, node: Node) -> int:
        """The port here that leads to a node, opened if it is new.

        Raises OSError if there cannot be one.
        """
        key = node.node_id, node.role
        known = self._found.get(key)
        address = Endpoint(node.host, node.port)
        if known is not None:
            known[0].addresses = (address,)
            return known[1]
        if len(self._found) >= NODES_MAX:
            raise TooManyNodes(f"no listener for {address}: there are {NODES_MAX} already")
        target = Target(f"{node.role} {node.node_id}", address)
        sock = self._listen(node)
        port: int = sock.getsockname()[1]
        self._found[key] = target, port
        self._opened(sock, target)
        return port

    def _listen(self, node: Node) -> socket.socket:
        wanted = self._base_port + node.node_id
        if node.role != "broker" or not 0 <= node.node_id < NODES_MAX or wanted > 65_535:
            return listen(Endpoint(self._host, _ANY_PORT))
        try:
            return listen(Endpoint(self._host, wanted))
        except OSError:
            return listen(Endpoint(self._host, _ANY_PORT))


def listen(address: Endpoint) -> socket.socket:
    """A listening socket that does not block. Raises OSError."""
    found = socket.getaddrinfo(
        address.host or None, address.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )
    # Where localhost has two addresses, clients that are given 127.0.0.1 must find us too.
    found.sort(key=lambda each: each[0] != socket.AF_INET)
    family, kind, protocol, _, where = found[0]
    sock = socket.socket(family, kind, protocol)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(where)
        sock.listen(BACKLOG)
    except OSError:
        sock.close()
        raise
    sock.setblocking(False)
    return sock
