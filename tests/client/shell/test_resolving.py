"""Names and addresses of brokers, resolved on this machine."""

from __future__ import annotations

import socket
from typing import Any

import pytest
import trio

from kafkawire.client.shell.resolving import addresses_of, canonical

NAMES = {
    "cluster": ["10.0.0.1", "10.0.0.2"],
    "alone": ["10.0.0.9"],
}
CANONICAL = {"10.0.0.1": "one.example", "10.0.0.2": "two.example"}


@pytest.fixture(autouse=True)
def name_server(monkeypatch: pytest.MonkeyPatch) -> None:
    async def getaddrinfo(host: str, port: int, **_: Any) -> list[tuple[Any, ...]]:
        if host not in NAMES:
            raise socket.gaierror(-2, "Name or service not known")
        found = [(0, 0, 0, "", (address, port)) for address in NAMES[host]]
        return found + found

    async def getnameinfo(address: tuple[str, int], flags: int) -> tuple[str, str]:
        assert flags == socket.NI_NAMEREQD
        if address[0] not in CANONICAL:
            raise socket.gaierror(-2, "Name or service not known")
        return CANONICAL[address[0]], str(address[1])

    monkeypatch.setattr(trio.socket, "getaddrinfo", getaddrinfo)
    monkeypatch.setattr(trio.socket, "getnameinfo", getnameinfo)


async def test_each_address_comes_once() -> None:
    assert await addresses_of("cluster", 9092) == [("10.0.0.1", 9092), ("10.0.0.2", 9092)]


async def test_each_address_of_a_name_is_a_broker_of_its_own() -> None:
    """client D-10: resolve_canonical_bootstrap_servers_only."""
    given = [("cluster", 9092), ("alone", 9093), ("unknown", 9094)]
    assert await canonical(given) == [
        ("one.example", 9092),
        ("two.example", 9092),
        ("10.0.0.9", 9093),
        ("unknown", 9094),
    ]


async def test_a_name_that_cannot_be_one_is_not_resolved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Metadata may have such a name; it must not end the client."""
    monkeypatch.undo()
    with pytest.raises(OSError, match="not the name of a host"):
        await addresses_of("a" * 64 + ".example", 9092)
