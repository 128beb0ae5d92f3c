"""Addresses as people write them."""

from __future__ import annotations

from kafkawire.dump.transport import Endpoint


def test_hosts_with_colons_have_brackets() -> None:
    assert str(Endpoint("127.0.0.1", 9092)) == "127.0.0.1:9092"
    assert str(Endpoint("::1", 9092)) == "[::1]:9092"
    assert str(Endpoint("broker.example", 1)) == "broker.example:1"
