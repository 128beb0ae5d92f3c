"""A principal as bytes."""

from __future__ import annotations

import pytest

from kafkawire.broker.nodes.principal import (
    Principal,
    decode_principal,
    encode_principal,
    principal_of,
)
from kafkawire.protocol.errors import ApiError

ANONYMOUS = bytes.fromhex("0000 05 55736572 0a 414e4f4e594d4f5553 00 00")
"""The bytes that a running Kafka 4.4.0 accepts."""
ALICE = bytes.fromhex("0000 05 55736572 06 616c696365 01 00")
"""Written by Kafka 4.4.0 for a client with a delegation token."""


@pytest.mark.parametrize(
    ("data", "principal"),
    [
        (ANONYMOUS, Principal("User", "ANONYMOUS")),
        (ALICE, Principal("User", "alice", token_authenticated=True)),
    ],
)
def test_the_bytes_are_kafkas(data: bytes, principal: Principal) -> None:
    """replication E-2."""
    assert encode_principal(principal) == data
    assert decode_principal(data) == principal


@pytest.mark.parametrize(
    ("data", "name"),
    [(ANONYMOUS + b"\x99", "User:ANONYMOUS"), (bytes.fromhex("0000 01 01 00 00"), ":")],
)
def test_kafka_accepts_bytes_behind_a_principal_and_empty_names(data: bytes, name: str) -> None:
    """replication E-2."""
    assert str(decode_principal(data)) == name


@pytest.mark.parametrize(
    "data",
    [
        None,
        b"",
        b"\0",
        ANONYMOUS[:-3],
        bytes.fromhex("0001") + ANONYMOUS[2:],
        bytes.fromhex("0000 00 0a 414e4f4e594d4f5553 00 00"),
        bytes.fromhex("0000 05 55736572 00 00 00"),
    ],
)
def test_other_bytes_are_refused(data: bytes | None) -> None:
    """replication E-3."""
    with pytest.raises(ApiError) as caught:
        decode_principal(data)
    assert caught.value.code == 97


def test_a_principal_is_read_from_its_text() -> None:
    assert principal_of("User:CN=a:b") == Principal("User", "CN=a:b")
