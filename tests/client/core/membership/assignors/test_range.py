"""Runs of topics, with and without racks."""

from __future__ import annotations

from collections.abc import Mapping

from kafkawire.client.core.membership.assignors.range import RangeAssignor
from kafkawire.client.core.membership.subscription import MemberSubscription
from kafkawire.client.core.view import ClusterView
from tests.client.support.groups import cluster, member, short


def assigned(view: ClusterView, group: Mapping[str, MemberSubscription]) -> dict[str, str]:
    return short(RangeAssignor().assign(view, group))


def test_the_first_members_have_one_more() -> None:
    """client G-70."""
    group = {"m": member("a b"), "n": member("a b"), "k": member("a")}
    assert assigned(cluster(a=5, b=3), group) == {
        "k": "a0 a1",
        "m": "a2 a3 b0 b1",
        "n": "a4 b2",
    }


def test_without_racks_topics_are_in_the_order_of_a_hash_table() -> None:
    """client G-70: `p` comes before `a`."""
    assert assigned(cluster(a=1, p=1), {"m": member("a p")}) == {"m": "p0 a0"}


def test_members_beyond_the_partitions_get_nothing() -> None:
    group = {"m": member("a"), "n": member("a"), "k": member("x"), "j": member("")}
    assert assigned(cluster(a=1), group) == {"m": "a0", "n": "", "k": "", "j": ""}
    assert assigned(cluster(a=1), {}) == {}


def test_a_topic_that_is_named_twice_counts_once() -> None:
    group = {"m": member("a a"), "n": member("a")}
    assert assigned(cluster(a=2), group) == {"m": "a0", "n": "a1"}


def test_members_get_partitions_of_their_rack_within_the_same_quotas() -> None:
    """client G-70."""
    group = {"k": member("a", rack="y"), "m": member("a", rack="x"), "n": member("a")}
    view = cluster("xy", a="0 0 0 0 1 1 1")
    assert assigned(view, group) == {"k": "a4 a5 a6", "m": "a0 a1", "n": "a2 a3"}


def test_what_no_rack_matches_is_cut_as_ever() -> None:
    """client G-70."""
    group = {"k": member("a", rack="y"), "m": member("a", rack="x")}
    assert assigned(cluster("xyz", a="0 2 2 0"), group) == {"k": "a1 a2", "m": "a0 a3"}


def test_topics_of_one_size_and_the_same_members_stay_together() -> None:
    """client G-70: partition 0 is in reach of `k` in both topics; 1 is not, and goes on."""
    group = {"k": member("a b", rack="y"), "m": member("a b", rack="x")}
    view = cluster("xy", a="1 0 1 0", b="1 1 01 0")
    assert assigned(view, group) == {"k": "a0 a2 b0 b2", "m": "a1 a3 b1 b3"}


def test_targets_are_sorted_where_racks_matter() -> None:
    """client G-70: also of topics that all racks have."""
    group = {"k": member("a p", rack="y"), "m": member("a p", rack="x")}
    view = cluster("xy", a="1 0", p="01 01 01")
    assert assigned(view, group) == {"k": "a0 p0 p1", "m": "a1 p2"}


def test_the_assignor_needs_nothing_of_its_members() -> None:
    """client G-40."""
    assignor = RangeAssignor()
    assignor.on_assignment([], 5)
    assert assignor.user_data(["a"]) is None
