"""Partitions that change owner in two rounds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.client.core.membership.assignors.cooperative import CooperativeStickyAssignor
from kafkawire.client.core.membership.subscription import MemberSubscription, cooperative_user_data
from tests.client.support.groups import at, cluster, member, short


def test_user_data_is_the_generation_of_the_last_assignment() -> None:
    """client G-40."""
    assignor = CooperativeStickyAssignor()
    assert assignor.user_data(["a"]) == b"\xff\xff\xff\xff"
    assignor.on_assignment(at("a1"), 4)
    assert assignor.user_data(["a"]) == b"\x00\x00\x00\x04"


def test_a_partition_waits_until_its_owner_has_given_it_up() -> None:
    """client G-75: members that subscribe alike."""
    assignor = CooperativeStickyAssignor()
    group = {"k": member("a"), "m": member("a", "a0 a1 a2 a3", 2)}
    first = assignor.assign(cluster(a=4), group)
    assert short(first) == {"k": "", "m": "a0 a1"}
    group = {"k": member("a", "", 3), "m": member("a", "a0 a1", 3)}
    assert short(assignor.assign(cluster(a=4), group)) == {"k": "a2 a3", "m": "a0 a1"}


def test_a_partition_waits_in_groups_that_subscribe_to_different_topics() -> None:
    """client G-75."""
    group = {"k": member("a b"), "m": member("a", "a0 a1 a2 a3", 2)}
    targets = CooperativeStickyAssignor().assign(cluster(a=4, b=1), group)
    assert short(targets) == {"k": "b0", "m": "a1 a2 a3"}


def test_what_two_members_claim_is_given_to_none() -> None:
    """client G-72, G-75."""
    group = {"k": member("a", "a0", 2), "m": member("a", "a0 a1", 2)}
    targets = CooperativeStickyAssignor().assign(cluster(a=2), group)
    assert short(targets) == {"k": "", "m": "a1"}


def test_a_subscription_without_generation_has_it_as_user_data() -> None:
    """client G-72."""
    old = MemberSubscription(("a",), at("a0"), user_data=cooperative_user_data(3))
    new = MemberSubscription(("a",), at("a0 a1"), 4)
    targets = CooperativeStickyAssignor().assign(cluster(a=2), {"k": old, "m": new})
    assert short(targets) == {"k": "", "m": "a0"}


names = st.sets(st.sampled_from("abc"), min_size=1).map(" ".join)
groups = st.lists(names, min_size=1, max_size=7)


@given(groups, groups)
def test_two_rounds_are_enough_and_none_gives_what_another_owns(
    before: list[str], after: list[str]
) -> None:
    """client G-75."""
    view = cluster(a=5, b=8, c=3)
    assignor = CooperativeStickyAssignor()
    held = assignor.assign(view, {str(n): member(topics) for n, topics in enumerate(before)})
    for generation in (1, 2, 3):
        group = {
            str(n): MemberSubscription(
                tuple(topics.split()), tuple(held.get(str(n), ())), generation
            )
            for n, topics in enumerate(after)
        }
        owners = {each: who for who, one in group.items() for each in one.owned}
        targets = assignor.assign(view, group)
        for who, target in targets.items():
            assert all(owners.get(each, who) == who for each in target)
        held = targets
    wanted = {topic for topics in after for topic in topics.split()}
    assert sum(map(len, held.values())) == sum({"a": 5, "b": 8, "c": 3}[t] for t in wanted)
