"""The uniform assignor where all subscribe to the same topics, and what holds for all of them.

`compat.oracle.assigning` compares thousands of groups with Kafka's own classes.
"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.groups.consumer.assignors import (
    ASSIGNORS,
    GroupSpec,
    MemberSpec,
    Target,
    TopicSpec,
)

T1, T2 = bytes(15) + b"\1", bytes(15) + b"\2"
TOPICS = {"t1": TopicSpec(T1, 3), "t2": TopicSpec(T2, 2)}


def assign(
    targets: dict[str, Target], topics: dict[str, TopicSpec] = TOPICS, *names: str
) -> dict[str, Target]:
    """One more assignment to members with some present targets."""
    chosen = names or tuple(topics)
    members = [MemberSpec(each, None, chosen, target) for each, target in targets.items()]
    return ASSIGNORS["uniform"](GroupSpec(members, topics, is_homogeneous=True))


def test_a_second_member_takes_what_the_first_has_too_much() -> None:
    """groups D-39, D-63: t1(3) and t2(2), m1 and then m2."""
    alone = assign({"m1": {}})
    assert alone == {"m1": {T1: (0, 1, 2), T2: (0, 1)}}
    assert assign({**alone, "m2": {}}) == {"m1": {T1: (0, 1, 2)}, "m2": {T2: (0, 1)}}


def test_what_a_member_left_goes_to_those_who_stay() -> None:
    """groups D-39: who stays keeps what it has."""
    assert assign({"m2": {T2: (0, 1)}}) == {"m2": {T2: (0, 1), T1: (0, 1, 2)}}


def test_topics_that_are_gone_leave_the_target() -> None:
    """groups D-39: a vanished topic is dropped."""
    left = {"t1": TOPICS["t1"]}
    assert assign({"m1": {T1: (0, 1, 2), T2: (0, 1)}}, left) == {"m1": {T1: (0, 1, 2)}}


def test_without_topics_targets_are_empty() -> None:
    """groups D-40: nothing subscribed, or nothing that exists."""
    assert assign({"m1": {T1: (0,)}}, TOPICS, "none") == {"m1": {}}
    assert assign({}, TOPICS) == {}


def test_partitions_are_taken_in_the_order_of_a_set() -> None:
    """groups D-39, A-60: what exceeds a quota is the end of a Java set, not the highest."""
    topics = {"t1": TopicSpec(T1, 80)}
    others = {f"n{n}": {T1: tuple(range(n, n + 10))} for n in range(0, 40, 10)}
    found = assign({"m1": {T1: tuple(range(50, 70))}, **others}, topics)
    assert sorted(found["m1"][T1]) == [*range(50, 60), *range(64, 70)]


def test_in_the_second_member_of_many_an_extra_partition_stays() -> None:
    """groups D-39: whoever holds one more keeps it, if enough members come later."""
    topics = {"t1": TopicSpec(T1, 3)}
    assert assign({"m1": {T1: (0,)}, "m2": {T1: (1, 2)}}, topics) == {
        "m1": {T1: (0,)},
        "m2": {T1: (1, 2)},
    }


# Properties of every assignor

counts = st.lists(st.integers(1, 20), min_size=1, max_size=5)
lives = st.lists(st.tuples(st.booleans(), st.integers(0, 30)), min_size=1, max_size=15)


def live(
    assignor: str, counts: list[int], life: list[tuple[bool, int]], *, alike: bool = True
) -> list[tuple[GroupSpec, dict[str, Target]]]:
    """Members come and go; each step's group and its new targets."""
    names = [f"t{n}" for n in range(len(counts))]
    topics = {
        name: TopicSpec(n.to_bytes(16, "big"), count)
        for n, (name, count) in enumerate(zip(names, counts, strict=True))
    }
    members: dict[str, MemberSpec] = {}
    steps = []
    for joins, number in life:
        if joins:
            mine = names if alike else [n for i, n in enumerate(names) if (number >> i) & 1]
            members[f"m{number}"] = MemberSpec(f"m{number}", None, mine, {})
        elif members:
            del members[list(members)[number % len(members)]]
        group = GroupSpec(list(members.values()), topics, is_homogeneous=alike)
        targets = ASSIGNORS[assignor](group)
        steps.append((group, targets))
        members = {m: members[m]._replace(target=target) for m, target in targets.items()}
    return steps


def pairs(target: Target) -> set[tuple[bytes, int]]:
    return {(topic_id, partition) for topic_id, held in target.items() for partition in held}


def subscribed_pairs(group: GroupSpec) -> set[tuple[bytes, int]]:
    return {
        (group.topics[name].topic_id, partition)
        for member in group.members
        for name in member.topics
        for partition in range(group.topics[name].partitions)
    }


@given(st.sampled_from(sorted(ASSIGNORS)), counts, lives, st.booleans())
def test_every_subscribed_partition_has_one_owner_who_subscribes(
    assignor: str, counts: list[int], life: list[tuple[bool, int]], alike: bool
) -> None:
    """groups D-38, D-39, D-41: all that is subscribed to is assigned, to one subscriber each."""
    for group, targets in live(assignor, counts, life, alike=alike):
        given_away = [pair for target in targets.values() for pair in pairs(target)]
        assert len(given_away) == len(set(given_away))
        assert set(given_away) == subscribed_pairs(group)
        assert targets.keys() == {member.member_id for member in group.members}
        for member in group.members:
            wanted = {group.topics[name].topic_id for name in member.topics}
            assert set(targets[member.member_id]) <= wanted


@given(counts, lives)
def test_nobody_has_two_more_than_another(counts: list[int], life: list[tuple[bool, int]]) -> None:
    """groups D-39: uniform is uniform."""
    for _, targets in live("uniform", counts, life):
        sizes = [len(pairs(target)) for target in targets.values()] or [0]
        assert max(sizes) - min(sizes) <= 1


@given(counts, lives)
def test_no_partition_moves_without_need(counts: list[int], life: list[tuple[bool, int]]) -> None:
    """groups D-39: each member keeps as much of what it had as its new share allows."""
    for group, targets in live("uniform", counts, life):
        for member in group.members:
            held, now = pairs(dict(member.target)), pairs(targets[member.member_id])  # type: ignore[arg-type]
            assert len(held & now) == min(len(held), len(now))


@given(st.sampled_from(sorted(ASSIGNORS)), counts, lives, st.booleans())
def test_an_assignment_lasts_while_nothing_changes(
    assignor: str, counts: list[int], life: list[tuple[bool, int]], alike: bool
) -> None:
    """groups D-38, D-39, D-41: the same group gets the same again."""
    group, targets = live(assignor, counts, life, alike=alike)[-1]
    members = [m._replace(target=targets[m.member_id]) for m in group.members]
    again = ASSIGNORS[assignor](group._replace(members=members))
    assert {m: pairs(t) for m, t in again.items()} == {m: pairs(t) for m, t in targets.items()}
