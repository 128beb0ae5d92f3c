"""Reading topics out of a classic consumer's metadata."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.groups.subscription import subscribed_topics
from kafkawire.protocol.messages.consumer_protocol_subscription import (
    ConsumerProtocolSubscription,
)

V1 = bytes.fromhex("0001 00000001 00027431 ffffffff 00000001 00027431 00000002 00000000 00000001")


def embedded(topics: list[str], version: int) -> bytes:
    subscription = ConsumerProtocolSubscription(topics=topics, user_data=b"mine")
    return version.to_bytes(2, "big") + subscription.encode(version)


@given(st.lists(st.lists(st.text(max_size=20), max_size=4), max_size=4), st.integers(0, 3))
def test_topics_of_all_members_are_found_at_every_version(
    members: list[list[str]], version: int
) -> None:
    """groups E-3: only the part of version 0 is read."""
    found = subscribed_topics([embedded(topics, version) for topics in members])
    assert found == frozenset(topic for topics in members for topic in topics)


def test_golden_bytes() -> None:
    """groups E-2."""
    assert subscribed_topics([bytes.fromhex("0000 00000001 0002 7431 ffffffff")]) == frozenset(
        {"t1"}
    )
    assert subscribed_topics([V1]) == frozenset({"t1"})


def test_a_version_from_the_future_is_read_like_the_newest() -> None:
    """groups E-2."""
    assert subscribed_topics([bytes.fromhex("0009 00000001 0002 7431") + b"?"]) == frozenset({"t1"})


@pytest.mark.parametrize(
    "data",
    [
        b"",
        bytes.fromhex("ffff 00000001 0002 7431"),
        bytes.fromhex("0000 ffffffff"),
        bytes.fromhex("0000 7fffffff 0002 7431"),
        bytes.fromhex("0000 00000001 0003 7431"),
        bytes.fromhex("0000 00000001 ffff"),
        bytes.fromhex("0000 00000001 0001 ff"),
    ],
)
def test_what_cannot_be_read_makes_the_subscriptions_unknown(data: bytes) -> None:
    """groups E-3, E-2: a negative version is malformed, too."""
    assert subscribed_topics([V1, data]) is None


@given(st.binary(max_size=40))
def test_any_bytes_are_read_or_unknown(data: bytes) -> None:
    topics = subscribed_topics([data])
    assert topics is None or all(topic.encode() in data for topic in topics)
