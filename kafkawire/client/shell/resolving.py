"""Names of brokers: their addresses, and the names that name servers hold to be the right ones."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import trio

from kafkawire.client.sockets import addresses_in, no_name

if TYPE_CHECKING:
    from kafkawire.client.core.lane import Address


class NameOptions(NamedTuple):
    """Options for resolving bootstrap names.

    Attributes:
        resolve_timeout_ms: How long names are tried again of which none can be resolved
            (bootstrap.resolve.timeout.ms); 0: once.
        uses_canonical_names: Whether each address of a bootstrap name is a broker of its own, under
            the name that belongs to the address (client.dns.lookup).
    """

    resolve_timeout_ms: int = 0
    uses_canonical_names: bool = False


async def addresses_of(host: str, port: int) -> list[Address]:
    """Return the addresses of a name, each once. Raises OSError."""
    try:
        found = await trio.socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except UnicodeError as error:
        raise no_name(error) from error
    return addresses_in(found)


async def canonical(bootstrap: Sequence[Address]) -> list[Address]:
    """Return the canonical name of each address; unresolved addresses stay unchanged."""
    found: dict[Address, None] = {}
    for host, port in bootstrap:
        try:
            addresses = await addresses_of(host, port)
        except OSError:
            found[host, port] = None
            continue
        for address in addresses:
            found[await _name_of(address), port] = None
    return list(found)


async def _name_of(address: Address) -> str:
    try:
        name, _ = await trio.socket.getnameinfo(address, socket.NI_NAMEREQD)
    except OSError:
        return address[0]
    return name
