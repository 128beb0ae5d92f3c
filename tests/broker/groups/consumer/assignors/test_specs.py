"""What an assignor is told."""

from kafkawire.broker.groups.consumer.assignors.specs import (
    MemberSpec,
    TopicSpec,
    existing,
    in_java_order,
    is_same,
    sized_hash_order,
    subscribed,
)
from kafkawire.java_order import java_hash_order

T1, T2 = bytes(15) + b"\1", bytes(15) + b"\2"


def test_names_and_topics_of_a_regular_expression_are_one_set() -> None:
    """groups D-33, D-49: the larger of the two first, and nothing twice."""
    names = ["t3", "t1", "t2"]
    assert subscribed(names) == tuple(java_hash_order(names))
    assert subscribed(["b", "a", "c"], ["x", "a"]) == ("a", "b", "c", "x")
    assert subscribed(["b"], ["x"]) == ("x", "b")


def test_topics_that_do_not_exist_are_left_out() -> None:
    """groups D-33."""
    member = MemberSpec("m", None, ("none", "t1"), {})
    assert existing(member, {"t1": TopicSpec(T1, 1)}) == [TopicSpec(T1, 1)]


def test_members_are_in_javas_order() -> None:
    """groups D-39: a table that is filled by put."""
    members = [MemberSpec(f"m{n}", None, (), {}) for n in range(20)]
    expected = java_hash_order([each.member_id for each in members])
    assert [each.member_id for each in in_java_order(members)] == expected


def test_a_table_is_as_large_as_it_was_made() -> None:
    """groups A-60: of 4, 32 and 16 buckets here."""
    high = bytes(15) + b"\x11"
    assert sized_hash_order([high, T2], 2) == [high, T2]
    assert sized_hash_order([high, T2], 20) == [T2, high]
    assert sized_hash_order([high, T2], 2, least=16) == [high, T2]


def test_targets_are_the_same_in_any_order() -> None:
    """groups D-32: no record is written for another order."""
    assert is_same({T1: (0, 1), T2: (3,)}, {T2: (3,), T1: (1, 0)})
    assert not is_same({T1: (0,)}, {T1: (0, 1)})
    assert not is_same({T1: (0,)}, {T2: (0,)})
