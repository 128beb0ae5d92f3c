"""Brokers keep their ports here, wherever they go."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator

import pytest

from kafkawire.dump.proxy import listeners
from kafkawire.dump.proxy.addresses import Node
from kafkawire.dump.proxy.listeners import Listeners, Target, TooManyNodes, listen
from kafkawire.dump.transport import Endpoint

HOST = "127.0.0.1"


class Opened(list[tuple[socket.socket, Target]]):
    def __call__(self, sock: socket.socket, target: Target) -> None:
        self.append((sock, target))


@pytest.fixture
def opened() -> Iterator[Opened]:
    found = Opened()
    yield found
    for sock, _ in found:
        sock.close()


def free_port() -> int:
    with contextlib.closing(listen(Endpoint(HOST, 0))) as sock:
        port: int = sock.getsockname()[1]
    return port


def test_the_port_follows_from_the_id_of_the_node(opened: Opened) -> None:
    port = free_port()
    found = Listeners(HOST, port - 3, opened)

    assert found.port_of(Node(3, "real", 9092, "broker")) == port


def test_a_port_that_is_taken_is_replaced_by_another(opened: Opened) -> None:
    with contextlib.closing(listen(Endpoint(HOST, 0))) as sock:
        taken = sock.getsockname()[1]
        port = Listeners(HOST, taken - 5, opened).port_of(Node(5, "real", 9092, "broker"))

    assert port != taken
    assert port == opened[0][0].getsockname()[1]


@pytest.mark.parametrize(
    "node",
    [Node(-1, "real", 1, "broker"), Node(5000, "real", 1, "broker"), Node(1, "r", 1, "controller")],
)
def test_nodes_without_a_place_of_their_own_get_any(opened: Opened, node: Node) -> None:
    assert Listeners(HOST, 1, opened).port_of(node) > 1024


def test_a_node_that_moves_keeps_its_port_and_leads_elsewhere(opened: Opened) -> None:
    found = Listeners(HOST, free_port(), opened)
    before = found.port_of(Node(1, "old", 9092, "broker"))
    after = found.port_of(Node(1, "new", 9093, "broker"))

    assert before == after
    assert [target.addresses for _, target in opened] == [(Endpoint("new", 9093),)]


def test_a_node_that_is_also_a_controller_has_two(opened: Opened) -> None:
    found = Listeners(HOST, free_port(), opened)
    ports = {found.port_of(Node(1, "real", 9092, role)) for role in ("broker", "controller")}

    assert len(ports) == 2
    assert [target.name for _, target in opened] == ["broker 1", "controller 1"]


def test_no_more_are_opened_than_a_bound(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listeners, "NODES_MAX", 2)
    found = Listeners(HOST, 1, opened)
    for number in (10, 11):
        found.port_of(Node(number, "real", 9092, "broker"))

    with pytest.raises(TooManyNodes, match="2 already"):
        found.port_of(Node(12, "real", 9092, "broker"))


def test_where_nobody_can_listen_is_an_error() -> None:
    with pytest.raises(OSError):
        listen(Endpoint("192.0.2.1", 0))
