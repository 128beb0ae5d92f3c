"""Sticky assignment of members that subscribe to different topics."""

from __future__ import annotations

from collections.abc import Mapping

from kafkawire.client.core.membership.assignors.racks import Racks
from kafkawire.client.core.membership.assignors.sticky_general import deal_generally
from kafkawire.client.core.membership.subscription import MemberSubscription
from kafkawire.client.core.view import ClusterView
from kafkawire.client.values import TopicPartition
from tests.client.support.groups import at, cluster, member, short


def dealt(
    view: ClusterView, group: Mapping[str, MemberSubscription], previous: str = "", by: str = ""
) -> dict[str, str]:
    """The targets; member `by` claims `previous` of an older generation."""
    topics = {
        name: [TopicPartition(name, number) for number in topic.partitions]
        for name, topic in sorted(view.topics.items())
    }
    every = [each for partitions in topics.values() for each in partitions]
    owned = {who: dict.fromkeys(each.owned) for who, each in group.items()}
    racks = Racks(view, group, every)
    return short(deal_generally(topics, group, owned, dict.fromkeys(at(previous), by), racks))


def test_the_subscriber_with_the_fewest_gets_a_partition() -> None:
    """client G-74: topics with few subscribers first, members by id."""
    group = {"m": member("a b"), "n": member("b"), "k": member("a b c")}
    assert dealt(cluster(a=2, b=3, c=2), group) == {"m": "a0 a1", "n": "b0 b1", "k": "c0 c1 b2"}


def test_members_keep_what_they_own_and_subscribe_to() -> None:
    """client G-74."""
    group = {"m": member("b", "a0 b0"), "n": member("a b", "a1")}
    assert dealt(cluster(a=2, b=1), group) == {"m": "b0", "n": "a1 a0"}


def test_partitions_move_to_members_with_two_fewer() -> None:
    """client G-74."""
    group = {"m": member("a b", "a0 a1 a2 a3 b0"), "n": member("a")}
    assert dealt(cluster(a=4, b=1), group) == {"m": "a2 a3 b0", "n": "a0 a1"}


def test_topics_with_one_subscriber_do_not_move() -> None:
    """client G-74."""
    group = {"m": member("a", "a0 a1 a2"), "n": member("b", "b0"), "k": member("b", "")}
    assert dealt(cluster(a=3, b=2), group) == {"m": "a0 a1 a2", "n": "b0", "k": "b1"}


def test_a_partition_returns_to_its_owner_of_an_older_generation() -> None:
    """client G-74: without the claim it goes to `k`, the first by id."""
    group = {"m": member("a b", "a0 a1 b0"), "k": member("a"), "n": member("a")}
    view = cluster(a=2, b=1)
    assert dealt(view, group) == {"m": "b0", "k": "a0", "n": "a1"}
    assert dealt(view, group, "a0", "n") == {"m": "b0", "k": "a1", "n": "a0"}


def test_an_older_owner_gets_a_partition_even_if_it_does_not_subscribe() -> None:
    """client G-74: as in Java."""
    group = {
        "m": member("a", "a0 a1 a2 a3"),
        "k": member("a"),
        "n": member("b", "b0"),
        "q": member("b", "b1"),
    }
    found = dealt(cluster(a=4, b=2), group, "a0", "n")
    assert found == {"m": "a2 a3", "k": "a1", "n": "b0 a0", "q": "b1"}


def test_an_older_owner_that_takes_no_part_is_ignored() -> None:
    """client G-74: Java fails with a NullPointerException."""
    group = {"m": member("a", "a0 a1 a2"), "k": member("a"), "n": member("b", "b0")}
    assert dealt(cluster(a=3, b=1), group, "a0", "n") == {"m": "a1 a2", "k": "a0", "n": "b0"}


def test_moves_in_a_circle_end() -> None:
    """client G-74: Java's class goes on for ever."""
    group = {
        "m": member("b a c", "a0 a1 a2 a4 b0 b1 c0 c1 c3"),
        "n": member("b", "b2 b3"),
        "o": member("a"),
    }
    found = dealt(cluster(a=5, b=5, c=4), group, "a0 a1 a3 b0 b4 c1 c3", "o")
    every = at("a0 a1 a2 a3 a4 b0 b1 b2 b3 b4 c0 c1 c2 c3")
    assert sorted(at(" ".join(found.values()))) == list(every)


def test_members_give_up_what_is_not_in_their_rack() -> None:
    """client G-74."""
    group = {
        "m": member("a b", "a0 a1", rack="x"),
        "n": member("a", "a2 a3", rack="y"),
    }
    view = cluster("xy", a="1 0 0 1", b="0")
    assert dealt(view, group) == {"m": "a1 b0 a2", "n": "a3 a0"}
