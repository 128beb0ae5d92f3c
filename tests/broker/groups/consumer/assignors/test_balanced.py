"""Uniform assignment where members subscribe to different topics."""

from __future__ import annotations

from kafkawire.broker.groups.consumer.assignors import GroupSpec, MemberSpec, Target, TopicSpec
from kafkawire.broker.groups.consumer.assignors.balanced import assign_balanced

T1, T2, T3 = (bytes(15) + bytes([n]) for n in (1, 2, 3))
TOPICS = {"t1": TopicSpec(T1, 4), "t2": TopicSpec(T2, 2), "t3": TopicSpec(T3, 1)}


def assign(
    wanted: dict[str, tuple[str, ...]], targets: dict[str, Target] | None = None
) -> dict[str, Target]:
    members = [
        MemberSpec(member_id, None, names, (targets or {}).get(member_id, {}))
        for member_id, names in wanted.items()
    ]
    return assign_balanced(GroupSpec(members, TOPICS, is_homogeneous=False))


def sizes(targets: dict[str, Target]) -> dict[str, int]:
    return {member: sum(map(len, target.values())) for member, target in targets.items()}


def test_who_alone_subscribes_gets_all_and_the_others_the_rest() -> None:
    """groups D-41: topics with most for each subscriber are dealt first."""
    found = assign({"m1": ("t1",), "m2": ("t2", "t3"), "m3": ("t2", "t3")})
    assert found == {"m1": {T1: (0, 1, 2, 3)}, "m2": {T2: (0,), T3: (0,)}, "m3": {T2: (1,)}}


def test_a_shared_topic_makes_up_for_what_others_have() -> None:
    """groups D-41, D-43: t2 goes to who does not have the large t1."""
    found = assign({"m1": ("t1", "t2"), "m2": ("t2",)})
    assert found == {"m1": {T1: (0, 1, 2, 3)}, "m2": {T2: (0, 1)}}


def test_what_is_kept_moves_when_it_is_too_much() -> None:
    """groups D-41, D-43: a member that joins is given as much as the others have."""
    before = {"m1": {T1: (0, 1, 2, 3), T2: (0, 1)}}
    found = assign({"m1": ("t1", "t2"), "m2": ("t1",)}, before)
    assert sizes(found) == {"m1": 3, "m2": 3}
    assert set(found["m1"][T1]) < {0, 1, 2, 3}


def test_what_is_not_subscribed_to_any_more_is_lost() -> None:
    """groups D-41: also of topics that others still read."""
    found = assign({"m1": ("t2",), "m2": ("t1", "t2")}, {"m1": {T1: (0, 1, 2, 3), T2: (0, 1)}})
    assert found == {"m1": {T2: (0, 1)}, "m2": {T1: (0, 1, 2, 3)}}


def test_nothing_moves_where_all_is_balanced() -> None:
    """groups D-43: one partition between the most and the least is balance."""
    before: dict[str, Target] = {
        "m1": {T1: (0, 2, 3)},
        "m2": {T1: (1,), T2: (0,)},
        "m3": {T2: (1,), T3: (0,)},
    }
    wanted: dict[str, tuple[str, ...]] = {
        "m1": ("t1", "t2"),
        "m2": ("t1", "t2"),
        "m3": ("t2", "t3"),
    }
    assert assign(wanted, before) == before


def test_without_existing_topics_targets_are_empty() -> None:
    """groups D-40, D-33."""
    assert assign({"m1": ("none",), "m2": ()}) == {"m1": {}, "m2": {}}
