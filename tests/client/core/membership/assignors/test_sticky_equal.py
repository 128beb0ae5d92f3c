"""Sticky assignment of members that subscribe to the same topics."""

from __future__ import annotations

from collections.abc import Mapping

from kafkawire.client.core.membership.assignors.claims import Ownership
from kafkawire.client.core.membership.assignors.racks import Racks
from kafkawire.client.core.membership.assignors.sticky_equal import deal_equally
from kafkawire.client.core.membership.subscription import StickyClaim
from kafkawire.client.core.view import ClusterView
from kafkawire.client.values import TopicPartition
from tests.client.support.groups import at, cluster, member, short


def dealt(
    view: ClusterView,
    owned: Mapping[str, str],
    racks: Mapping[str, str] | None = None,
    generations: Mapping[str, int] | None = None,
) -> tuple[dict[str, str], dict[str, str]]:
    """The targets, and what moved, of members with what they own."""
    partitions = [
        TopicPartition(n, p) for n, t in sorted(view.topics.items()) for p in t.partitions
    ]
    group = {who: member("a b", "", 1, rack=(racks or {}).get(who)) for who in owned}
    claims = {who: StickyClaim(at(text), 1) for who, text in owned.items()}
    ownership = Ownership(group, claims, frozenset(partitions))
    targets, moved = deal_equally(partitions, ownership, Racks(view, group, partitions))
    return short(targets), {short({"": [each]})[""]: who for each, who in moved.items()}


def test_new_members_share_by_turns() -> None:
    """client G-73: by topic and partition, members by id."""
    assert dealt(cluster(a=3, b=2), {"n": "", "m": ""}) == ({"n": "a1 b0", "m": "a0 a2 b1"}, {})


def test_members_keep_what_they_own() -> None:
    """client G-73."""
    owned = {"m": "a1 b0", "n": "a0", "k": ""}
    assert dealt(cluster(a=3, b=2), owned) == ({"m": "b0 a1", "n": "a0 b1", "k": "a2"}, {})


def test_a_new_member_gets_what_is_over() -> None:
    """client G-73: of the partitions in the order of (partition, topic) the first are kept."""
    owned = {"m": "b1 a2 a0 b0", "n": "a1"}
    targets, moved = dealt(cluster(a=3, b=2), {**owned, "k": ""})
    assert targets == {"m": "a0 b0", "n": "a1 b1", "k": "a2"}
    assert moved == {"a2": "k", "b1": "n"}


def test_the_first_members_keep_one_more() -> None:
    """client G-73."""
    owned = {"m": "a0 a1 a2", "p": "a3 a4 a5", "k": ""}
    targets, moved = dealt(cluster(a=7), owned)
    assert targets == {"m": "a0 a1 a2", "p": "a3 a4", "k": "a5 a6"}
    assert moved == {"a5": "k"}


def test_members_at_the_quota_get_one_each_in_order() -> None:
    """client G-73: by id first, then those that were filled up."""
    owned = {"n": "a0", "m": "a1", "k": ""}
    assert dealt(cluster(a=5), owned)[0] == {"n": "a0 a4", "m": "a1 a3", "k": "a2"}


def test_when_enough_have_one_more_the_others_get_none() -> None:
    """client G-73: the list of members at the quota is emptied."""
    owned = {"k": "a0", "m": "a1 a2", "n": "a3"}
    targets, _ = dealt(cluster(a=4), owned)
    assert targets == {"k": "a0", "m": "a1 a2", "n": "a3"}


def test_what_two_members_claim_is_moved() -> None:
    """client G-72, G-75."""
    targets, moved = dealt(cluster(a=2), {"k": "a0", "m": "a0 a1"})
    assert targets == {"k": "a0", "m": "a1"}
    assert moved == {"a0": "k"}


def test_members_give_up_what_is_not_in_their_rack() -> None:
    """client G-73."""
    view = cluster("xy", a="0 1 0 1")
    targets, moved = dealt(view, {"k": "a0 a1", "m": "a2 a3"}, {"k": "y", "m": "x"})
    assert targets == {"k": "a1 a3", "m": "a2 a0"}
    assert moved == {"a3": "k", "a0": "m"}


def test_partitions_near_few_members_are_given_first() -> None:
    """client G-73: what no rack matches goes by turns at the end."""
    view = cluster("xyz", a="01 0 1 2 0 1")
    targets, _ = dealt(view, {"k": "", "m": "", "n": ""}, {"k": "x", "m": "x", "n": "y"})
    assert targets == {"k": "a1 a0", "m": "a4 a3", "n": "a2 a5"}


def test_members_at_the_quota_get_one_more_in_their_rack() -> None:
    """client G-73."""
    view = cluster("xy", a="0 1 1 1 0")
    targets, _ = dealt(view, {"k": "", "m": ""}, {"k": "x", "m": "y"})
    assert targets == {"k": "a0 a4", "m": "a1 a2 a3"}
