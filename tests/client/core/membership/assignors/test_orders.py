"""Orders of members and topics."""

from __future__ import annotations

from kafkawire.client.core.membership.assignors.orders import (
    static_first,
    topics_of,
)
from tests.client.support.groups import at, cluster, member


def test_members_with_one_instance_id_are_in_the_order_of_a_hash_table() -> None:
    """groups A-60: `p` is in bucket 0, `a` and `q` in bucket 1 in the order of insertion."""
    group = dict.fromkeys("bqpa", member("t", instance="i"))
    assert static_first(group) == ["p", "q", "a", "b"]


def test_static_members_come_first_by_instance_id() -> None:
    """client G-70."""
    group = {
        "a": member("t"),
        "b": member("t", instance="z"),
        "c": member("t", instance="y"),
        "A": member("t"),
    }
    assert static_first(group) == ["c", "b", "A", "a"]


def test_strings_compare_by_their_utf16_units() -> None:
    group = dict.fromkeys(["\uff5e", "\U0001f600", "a"], member("t"))
    assert static_first(group) == ["a", "\U0001f600", "\uff5e"]


def test_topics_that_do_not_exist_or_that_no_member_wants_are_left_out() -> None:
    """groups A-60: `p` is in bucket 0, `a` and `q` in bucket 1."""
    group = {"m": member("a n q"), "k": member("p e")}
    found = topics_of(cluster(a=2, p=1, q=1, e=0, u=3), group)
    assert list(found.items()) == [
        ("p", list(at("p0"))),
        ("a", list(at("a0 a1"))),
        ("q", list(at("q0"))),
    ]
