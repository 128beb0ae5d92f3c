"""Partitions by turns."""

from __future__ import annotations

from kafkawire.client.core.membership.assignors.round_robin import RoundRobinAssignor
from tests.client.support.groups import cluster, member, short


def test_members_take_turns_over_all_topics() -> None:
    """client G-71."""
    group = {"n": member("b a"), "m": member("a b")}
    targets = RoundRobinAssignor().assign(cluster(a=3, b=2), group)
    assert short(targets) == {"m": "a0 a2 b1", "n": "a1 b0"}


def test_a_member_that_does_not_subscribe_is_passed_by() -> None:
    """client G-71: the pointer moves on from the member that was served."""
    group = {"m": member("a"), "n": member("a b c"), "o": member("a c"), "p": member("x")}
    targets = RoundRobinAssignor().assign(cluster(a=1, b=2, c=3), group)
    assert short(targets) == {"m": "a0", "n": "b0 b1 c1", "o": "c0 c2", "p": ""}


def test_static_members_are_served_first() -> None:
    """client G-70, G-71."""
    group = {"m": member("a"), "z": member("a", instance="i")}
    targets = RoundRobinAssignor().assign(cluster(a=1), group)
    assert short(targets) == {"m": "", "z": "a0"}


def test_a_group_without_members_gets_nothing() -> None:
    assert RoundRobinAssignor().assign(cluster(a=1), {}) == {}


def test_the_assignor_needs_nothing_of_its_members() -> None:
    """client G-40."""
    assignor = RoundRobinAssignor()
    assignor.on_assignment([], 5)
    assert assignor.user_data(["a"]) is None
