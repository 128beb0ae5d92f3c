"""Counting who subscribes to what."""

from collections import Counter
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.groups.consumer.member import Profile
from kafkawire.broker.groups.consumer.subscriptions import ResolvedRegex, Subscriptions

names = st.lists(st.sampled_from("abc"), unique=True).map(lambda each: tuple(sorted(each)))
profiles = st.builds(Profile, topic_names=names, topic_regex=st.sampled_from(["", "r1", "r2"]))


def counted(members: Sequence[Profile], resolved: dict[str, ResolvedRegex]) -> Subscriptions:
    found = Subscriptions()
    for profile in members:
        found.add(profile)
    for regex, topics in resolved.items():
        if regex in found.regexes:
            found.resolve(regex, topics)
    return found


def told(subscriptions: Subscriptions) -> object:
    return (
        subscriptions.by_name,
        subscriptions.by_regex,
        subscriptions.regexes,
        subscriptions.resolved,
    )


RESOLVED = {
    "r1": ResolvedRegex(("a", "x"), 1, 2),
    "r2": ResolvedRegex(("x", "y"), 1, 2),
}


@given(st.lists(profiles, min_size=1, max_size=4), profiles)
def test_a_change_counts_as_if_it_had_always_been_so(
    members: list[Profile], after: Profile
) -> None:
    """groups D-47: an expression that lost its last member is gone with its topics."""
    before = counted(members, RESOLVED)
    was = told(before.copy())
    changed, dropped = before.changed(members[:1], [after])
    expected = counted([*members[1:], after], {**before.resolved})
    assert told(changed) == told(expected)
    lost = {members[0].topic_regex} - {""} - expected.regexes.keys()
    assert set(dropped) == lost
    assert told(before) == was


@given(st.lists(profiles, max_size=4))
def test_topics_are_those_of_names_and_expressions(members: list[Profile]) -> None:
    """groups D-49."""
    found = counted(members, RESOLVED)
    expected = {name for each in members for name in each.topic_names}
    for each in members:
        if each.topic_regex:
            expected.update(RESOLVED[each.topic_regex].topics)
    assert found.topics == expected
    assert all((topic in found) == (topic in expected) for topic in "abcxy")


@given(st.lists(profiles, min_size=1, max_size=4))
def test_members_are_alike_when_each_topic_has_all_of_them(members: list[Profile]) -> None:
    """groups D-36."""
    found = counted(members, RESOLVED)
    if not found.regexes:
        counts = Counter(name for each in members for name in each.topic_names)
        expected = all(count == len(members) for count in counts.values())
    else:
        shared = len({each.topic_regex for each in members}) == 1
        expected = shared and not any(each.topic_names for each in members)
    assert found.is_homogeneous(len(members)) == expected


def test_two_expressions_may_share_a_topic() -> None:
    found = Subscriptions()
    for regex, resolved in RESOLVED.items():
        found.resolve(regex, resolved)
    assert found.by_regex == {"a": 1, "x": 2, "y": 1}
    found.resolve("r1", None)
    assert found.by_regex == {"x": 1, "y": 1}
    assert found.topics_of(Profile(topic_regex="r1")) == ()
    assert found.topics_of(Profile(topic_regex="r2")) == ("x", "y")
