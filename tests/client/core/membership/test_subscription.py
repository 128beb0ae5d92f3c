"""Subscriptions, assignments and the user data of assignors, as bytes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.client.core.membership.subscription import (
    MemberAssignment,
    MemberSubscription,
    StickyClaim,
    cooperative_user_data,
    decode_assignment,
    decode_subscription,
    encode_assignment,
    encode_subscription,
    read_cooperative_user_data,
    read_sticky_user_data,
    sticky_user_data,
)
from kafkawire.protocol.errors import DecodeError
from tests.client.support.groups import at

MEMBER = MemberSubscription(("b", "a"), at("b1 a2 a0"), 7, "r", b"\xff")


def test_a_subscription_is_sorted() -> None:
    """client G-40."""
    assert encode_subscription(MEMBER).hex() == (
        "0003"
        "00000002" "000161" "000162"
        "00000001" "ff"
        "00000002" "000161" "00000002" "00000000" "00000002" "000162" "00000001" "00000001"
        "00000007"
        "000172"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("version", "read"),
    [
        (0, MemberSubscription(("a", "b"), user_data=b"\xff")),
        (1, MemberSubscription(("a", "b"), at("a0 a2 b1"), user_data=b"\xff")),
        (2, MemberSubscription(("a", "b"), at("a0 a2 b1"), 7, None, b"\xff")),
        (3, MemberSubscription(("a", "b"), at("a0 a2 b1"), 7, "r", b"\xff")),
    ],
)
def test_older_versions_have_less(version: int, read: MemberSubscription) -> None:
    """client G-40."""
    data = encode_subscription(MEMBER, version)
    assert data[:2] == bytes((0, version))
    assert decode_subscription(data) == read
    assert decode_subscription(data, "i").group_instance_id == "i"


def test_a_version_of_the_future_is_read_as_the_newest() -> None:
    data = b"\x00\x09" + encode_subscription(MEMBER)[2:] + b"more"
    assert decode_subscription(data).generation == 7
    assert decode_assignment(b"\x00\x04" + encode_assignment(at("a0"))[2:] + b"x").partitions == (
        at("a0")
    )


def test_no_rack_and_no_generation_have_one_form() -> None:
    empty = encode_subscription(MemberSubscription((), generation=-5, rack=""))
    assert decode_subscription(empty) == MemberSubscription(())


@pytest.mark.parametrize("data", [b"", b"\x00", b"\xff\xff", b"\x00\x03\x00\x00"])
def test_bytes_that_are_no_subscription(data: bytes) -> None:
    with pytest.raises(DecodeError):
        decode_subscription(data)
    with pytest.raises(DecodeError):
        decode_assignment(data)


def test_an_assignment_keeps_the_order_of_the_leader() -> None:
    data = encode_assignment(at("b1 a0 b0"))
    assert data.hex() == (
        "0003"
        "00000002" "000162" "00000002" "00000001" "00000000" "000161" "00000001" "00000000"
        "ffffffff"
    )  # fmt: skip
    assert decode_assignment(data) == MemberAssignment(at("b1 b0 a0"))
    assert decode_assignment(encode_assignment((), b"")).user_data == b""


def test_the_user_data_of_sticky_has_topics_in_the_order_of_a_hash_table() -> None:
    """client G-40: `q` and `a` are in one bucket of 16; the newest comes first."""
    data = sticky_user_data(StickyClaim(at("b3 a1 q0 a0"), 5))
    assert data.hex() == (
        "00000003"
        "000171" "00000001" "00000000"
        "000161" "00000002" "00000001" "00000000"
        "000162" "00000001" "00000003"
        "00000005"
    )  # fmt: skip


@pytest.mark.parametrize(("more", "first"), [("", "p"), (" a1", "a")])
def test_a_second_partition_of_the_thirteenth_topic_makes_the_table_grow(
    more: str, first: str
) -> None:
    """client G-40, groups A-60: then `p` is in bucket 16 of 32, and `a` in bucket 1."""
    names = "mnopqrstuvwxa"
    data = sticky_user_data(StickyClaim(at(" ".join(f"{name}0" for name in names) + more), 5))
    assert data[6:7].decode() == first


def test_user_data_of_sticky_without_a_generation_is_read() -> None:
    """client G-72: consumers before Kafka 2.3 write none."""
    data = sticky_user_data(StickyClaim(at("b3"), 5))
    assert read_sticky_user_data(data) == StickyClaim(at("b3"), 5)
    assert read_sticky_user_data(data + b"more") == StickyClaim(at("b3"), 5)
    assert read_sticky_user_data(data[:-4]) == StickyClaim(at("b3"), -1)
    assert read_sticky_user_data(data[:-1]) == StickyClaim(at("b3"), -1)


@pytest.mark.parametrize("data", [None, b"", b"\x00", b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff\x00"])
def test_user_data_that_cannot_be_read_claims_nothing(data: bytes | None) -> None:
    """client G-72."""
    assert read_sticky_user_data(data) == StickyClaim((), -1)


@given(st.binary(max_size=40))
def test_any_bytes_are_read_without_error(data: bytes) -> None:
    read_sticky_user_data(data)
    read_cooperative_user_data(data)


def test_cut_user_data_of_sticky_claims_nothing() -> None:
    data = sticky_user_data(StickyClaim(at("b3 c1"), 5))
    for size in range(len(data) - 4):
        assert read_sticky_user_data(data[:size]) == StickyClaim((), -1)


def test_the_user_data_of_cooperative_sticky_is_a_generation() -> None:
    """client G-40: -1 at first."""
    assert cooperative_user_data(-1) == b"\xff\xff\xff\xff"
    assert read_cooperative_user_data(cooperative_user_data(9)) == 9
    assert read_cooperative_user_data(None) == -1
    assert read_cooperative_user_data(b"\x00\x00") == -1
