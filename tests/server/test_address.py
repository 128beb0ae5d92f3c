"""Addresses as people write them."""

import socket

import pytest

from kafkawire.server.address import Address, bound_address, listen, parse_address
from kafkawire.server.errors import UsageError


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("localhost:1", "localhost", 1),
        ("localhost:65535", "localhost", 65535),
        ("127.0.0.1", "127.0.0.1", 9092),
        (":9093", "", 9093),
        ("[::1]:5", "::1", 5),
        ("[::1]", "::1", 9092),
        ("0.0.0.0:0", "0.0.0.0", 0),
    ],
)
def test_hosts_and_ports_are_told_apart(text: str, host: str, port: int) -> None:
    assert parse_address(text, "--listen") == Address(host, port)


@pytest.mark.parametrize("text", ["a:b", "a:-1", "a:65536", "a:", "a:999999999999", "a:\u0663"])
def test_what_is_no_port_is_said(text: str) -> None:
    with pytest.raises(UsageError, match=f"--listen {text}: '.*' is not a port"):
        parse_address(text, "--listen")


def test_addresses_are_shown_as_clients_take_them() -> None:
    assert str(Address("::1", 5)) == "[::1]:5"
    assert str(Address("a", 5)) == "a:5"
    assert Address("0.0.0.0", 1).is_everywhere
    assert not Address("127.0.0.1", 1).is_everywhere


def test_a_free_port_is_found() -> None:
    with listen(Address("127.0.0.1", 0)) as sock:
        assert bound_address(sock).port > 0
        with socket.create_connection(bound_address(sock)):
            pass


def test_a_taken_port_is_said_in_one_line() -> None:
    with listen(Address("127.0.0.1", 0)) as sock:
        taken = bound_address(sock)
        with pytest.raises(UsageError, match=f"cannot listen on {taken}: Address already in use"):
            listen(taken)


def test_a_host_that_does_not_exist_is_said_in_one_line() -> None:
    with pytest.raises(UsageError, match="cannot listen on no-such-host"):
        listen(Address("no-such-host.invalid", 1))


@pytest.mark.parametrize("host", ["a..b", "a" * 300])
def test_what_cannot_be_a_host_is_said_in_a_line(host: str) -> None:
    with pytest.raises(UsageError, match="no name of a host"):
        listen(Address(host, 0))


def test_an_address_may_be_written_as_kafka_writes_it() -> None:
    assert parse_address("PLAINTEXT://h:9", "--listen") == Address("h", 9)
