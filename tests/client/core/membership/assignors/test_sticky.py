"""Sticky members, round by round."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.client.core.membership.assignors.sticky import StickyAssignor
from kafkawire.client.core.membership.subscription import (
    MemberSubscription,
    StickyClaim,
    sticky_user_data,
)
from tests.client.support.groups import at, cluster, member, short

names = st.sets(st.sampled_from("abcd")).map(" ".join)
groups = st.lists(names, min_size=1, max_size=8)
counts = st.fixed_dictionaries(dict.fromkeys("abcd", st.integers(0, 9)))


def claiming(topics: str, claim: str, generation: int) -> MemberSubscription:
    data = sticky_user_data(StickyClaim(at(claim), generation))
    return MemberSubscription(tuple(topics.split()), user_data=data)


def test_user_data_is_what_was_assigned_last() -> None:
    """client G-40."""
    assignor = StickyAssignor()
    assert assignor.user_data(["a"]) is None
    assignor.on_assignment(at("a1"), 4)
    assert assignor.user_data(["a"]) == sticky_user_data(StickyClaim(at("a1"), 4))


def test_members_keep_what_their_user_data_claims() -> None:
    """client G-72, G-73: not what the subscription names."""
    group = {"k": claiming("a", "a1", 3), "m": claiming("a", "a0", 3)._replace(owned=at("a1"))}
    assert short(StickyAssignor().assign(cluster(a=2), group)) == {"k": "a1", "m": "a0"}


def test_a_leader_remembers_the_newest_generation() -> None:
    """client G-74: so a claim is old where all claims are."""
    view = cluster(a=2, b=1)
    group = {
        "m": claiming("a b", "a0 a1 b0", 3)._replace(generation=3),
        "k": member("a"),
        "n": claiming("a", "a0", 2)._replace(generation=2),
    }
    new = StickyAssignor()
    assert short(new.assign(view, group)) == {"m": "b0", "k": "a1", "n": "a0"}
    late = {"m": claiming("a b", "b0", 3), "k": member("a"), "n": claiming("a", "", 3)}
    assert new.assign(view, late)["m"] == list(at("b0"))


def test_of_two_older_claims_the_newer_counts_and_else_the_first() -> None:
    """client G-74."""
    view = cluster(a=2, b=1)
    group = {"m": claiming("a b", "a0 a1 b0", 3)._replace(generation=3), "j": member("a")}
    for generations, kept in (((2, 2), "k"), ((1, 2), "n"), ((2, 1), "k")):
        for who, generation in zip("kn", generations, strict=True):
            group[who] = claiming("a", "a0", generation)._replace(generation=generation)
        targets = short(StickyAssignor().assign(view, group))
        assert targets[kept] == "a0"


def test_a_group_without_members_gets_nothing() -> None:
    assert StickyAssignor().assign(cluster(a=1), {}) == {}


@given(groups, groups, counts)
def test_each_partition_is_given_once_and_most_stay(
    before: list[str], after: list[str], sizes: dict[str, int]
) -> None:
    """client G-73, G-74: to a subscriber; no one has two more than another that could take one."""
    view = cluster(**sizes)
    assignor = StickyAssignor()
    old = assignor.assign(view, {str(n): member(topics) for n, topics in enumerate(before)})
    group = {}
    for number, topics in enumerate(after):
        claim = StickyClaim(tuple(old.get(str(number), ())), 1)
        group[str(number)] = MemberSubscription(
            tuple(topics.split()), generation=1, user_data=sticky_user_data(claim)
        )
    targets = assignor.assign(view, group)
    given_out = [each for target in targets.values() for each in target]
    wanted = {topic for topics in after for topic in topics.split()}
    assert sorted(given_out) == [
        each
        for topic in sorted(wanted)
        for each in at(" ".join(f"{topic}{n}" for n in range(sizes[topic])))
    ]
    if "" not in after:
        for who, target in targets.items():
            assert {each.topic for each in target} <= set(group[who].topics)
            for other, more in targets.items():
                gain = [each for each in more if each.topic in group[who].topics]
                assert not gain or len(more) <= len(target) + 1, (who, other)


@given(st.integers(1, 9), st.integers(0, 40), st.integers(0, 9))
def test_nothing_moves_between_members_that_stay(members: int, size: int, gone: int) -> None:
    """client G-73: members leave, and the others keep what they have."""
    view = cluster(a=size)
    assignor = StickyAssignor()
    old = assignor.assign(view, dict.fromkeys(map(str, range(members)), member("a")))
    group = {
        who: MemberSubscription(("a",), user_data=sticky_user_data(StickyClaim(tuple(held), 1)))
        for who, held in old.items()
        if int(who) > gone
    }
    for who, target in assignor.assign(view, group).items():
        assert set(old[who]) <= set(target)
