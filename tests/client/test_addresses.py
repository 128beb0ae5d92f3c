"""What may stand in bootstrap.servers."""

from __future__ import annotations

import pytest

from kafkawire.client.addresses import addresses
from kafkawire.client.errors import ConfigurationError


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("localhost:9092", ("localhost", 9092)),
        (" b-1.example.org:19092 ", ("b-1.example.org", 19092)),
        ("[::1]:9092", ("::1", 9092)),
        ("PLAINTEXT://broker:1", ("broker", 1)),
        ("SASL_SSL://[fe80::1%eth0]:65535", ("fe80::1%eth0", 65535)),
    ],
)
def test_hosts_and_ports(text: str, address: tuple[str, int]) -> None:
    """client B-1: a scheme in front is ignored."""
    assert addresses([text]) == [address]


def test_an_address_that_is_given_twice_counts_once() -> None:
    assert addresses(["a:1", "b:2", "a:1"]) == [("a", 1), ("b", 2)]


@pytest.mark.parametrize("text", ["localhost", "a:0", "a:65536", "::1:9092", "a b:9092", "", "a:x"])
def test_what_is_no_address_is_named(text: str) -> None:
    with pytest.raises(ConfigurationError, match=f"'{text}' is no HOST:PORT"):
        addresses([text])
