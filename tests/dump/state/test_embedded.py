"""The consumer protocol within groups: every version, and what is none of it."""

from __future__ import annotations

from base64 import b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.state.embedded import Subscription, read_assignment, read_subscription
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.messages.consumer_protocol_assignment import ConsumerProtocolAssignment
from kafkawire.protocol.messages.consumer_protocol_subscription import (
    ConsumerProtocolSubscription,
)


def text(version: int, body: bytes) -> str:
    return b64encode(version.to_bytes(2, "big", signed=True) + body).decode()


@pytest.mark.parametrize("version", range(4))
def test_subscriptions_of_every_version_are_read(version: int) -> None:
    """groups E-1."""
    kind = ConsumerProtocolSubscription
    owned = [kind.TopicPartition(topic="a", partitions=[2, 0])] if version else []
    body = kind(topics=["a", "b"], owned_partitions=owned).encode(version)
    expected = (TopicPartition("a", 0), TopicPartition("a", 2)) if version else ()
    assert read_subscription(text(version, body)) == Subscription(("a", "b"), expected)
    # A newer version is read as the newest known one, what follows is ignored (E-2).
    if version == 3:
        assert read_subscription(text(9, body + b"more")) == Subscription(("a", "b"), expected)


@pytest.mark.parametrize("version", range(4))
def test_assignments_of_every_version_are_read(version: int) -> None:
    kind = ConsumerProtocolAssignment
    topics = [kind.TopicPartition(topic=name, partitions=[1, 0]) for name in "ba"]
    body = kind(assigned_partitions=topics).encode(version)
    assert read_assignment(text(version, body)) == tuple(
        TopicPartition(name, number) for name in "ab" for number in (0, 1)
    )


def test_golden_bytes_are_read() -> None:
    """groups E-2."""
    data = bytes.fromhex("0000 00000001 0002 7431 ffffffff")
    assert read_subscription(b64encode(data).decode()) == Subscription(("t1",), ())
    data = bytes.fromhex("0000 00000001 00027431 00000003 00000000 00000001 00000002 ffffffff")
    assert read_assignment(b64encode(data).decode()) == tuple(
        TopicPartition("t1", number) for number in range(3)
    )


def test_nobody_is_given_nothing() -> None:
    assert read_assignment("") == ()


@given(st.binary(max_size=40))
def test_anything_else_is_not_read(data: bytes) -> None:
    found = read_subscription(b64encode(data).decode())
    assert found is None or isinstance(found, Subscription)
    assert read_assignment(b64encode(b"\xff" + data).decode()) is None
