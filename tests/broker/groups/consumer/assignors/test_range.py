"""The range assignor."""

from __future__ import annotations

from kafkawire.broker.groups.consumer.assignors import ASSIGNORS, GroupSpec, MemberSpec, TopicSpec

ASSIGN = ASSIGNORS["range"]
T1, T2 = bytes(15) + b"\1", bytes(15) + b"\2"
TOPICS = {"t1": TopicSpec(T1, 5), "t2": TopicSpec(T2, 2)}


def member(member_id: str, *topics: str, instance_id: str | None = None) -> MemberSpec:
    return MemberSpec(member_id, instance_id, topics, {})


def assigned(*members: MemberSpec, homogeneous: bool = True) -> dict[str, dict[bytes, list[int]]]:
    targets = ASSIGN(GroupSpec(members, TOPICS, homogeneous))
    return {
        member_id: {topic_id: list(run) for topic_id, run in target.items()}
        for member_id, target in targets.items()
    }


def test_first_members_get_the_longer_runs_of_each_topic() -> None:
    """groups D-38: quota and one more for the first members, topic by topic."""
    assert assigned(member("b", "t1", "t2"), member("a", "t1", "t2"), member("c", "t1", "t2")) == {
        "a": {T1: [0, 1], T2: [0]},
        "b": {T1: [2, 3], T2: [1]},
        "c": {T1: [4]},
    }


def test_static_members_come_first_by_instance_id() -> None:
    """groups D-38: members with an instance id, by that id, precede those without."""
    static = [member("z", "t2", instance_id="i2"), member("y", "t2", instance_id="i1")]
    assert assigned(member("a", "t2"), *static) == {"a": {}, "y": {T2: [0]}, "z": {T2: [1]}}


def test_members_are_sorted_by_utf_16_units() -> None:
    """groups D-38: a character beyond the basic plane sorts before one at its end."""
    high, late = "\U0001f600", "\uff5e"
    assert assigned(member(late, "t2"), member(high, "t2")) == {high: {T2: [0]}, late: {T2: [1]}}
    assert late < high


def test_only_subscribers_count() -> None:
    """groups D-38: each topic is cut among its own subscribers; unknown topics do not matter."""
    found = assigned(member("a", "t1", "none"), member("b", "t1", "t2"), homogeneous=False)
    assert found == {"a": {T1: [0, 1, 2]}, "b": {T1: [3, 4], T2: [0, 1]}}


def test_a_member_without_topics_has_an_empty_target() -> None:
    """groups D-38, D-40: every member gets a target, be it empty."""
    assert assigned(member("a"), homogeneous=True) == {"a": {}}
