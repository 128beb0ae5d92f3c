"""What a member holds while partitions are dealt out."""

from kafkawire.broker.groups.consumer.assignors.holding import Holding
from kafkawire.broker.groups.consumer.assignors.specs import MemberSpec

T1, T2 = bytes(15) + b"\1", bytes(15) + b"\2"


def member(**target: tuple[int, ...]) -> MemberSpec:
    ids = {"t1": T1, "t2": T2}
    return MemberSpec("m", None, (), {ids[name]: held for name, held in target.items()})


def test_what_does_not_change_stays_as_its_record_has_it() -> None:
    """groups D-39, D-41: in whatever order that is."""
    assert Holding(member(t2=(5, 1), t1=(0,))).target() == {T2: (5, 1), T1: (0,)}


def test_partitions_come_and_go() -> None:
    holding = Holding(member(t1=(0, 1)))
    holding.remove(T1, 0)
    holding.add(T2, 3)
    holding.add(T2, 1)
    assert holding.target() == {T1: (1,), T2: (1, 3)}


def test_a_topic_without_partitions_is_gone() -> None:
    """groups D-32: a record has no empty topics."""
    holding = Holding(member(t1=(0,), t2=(0, 1)))
    holding.remove(T1, 0)
    holding.drop_topic(T2)
    assert holding.target() == {}


def test_what_has_changed_has_the_order_of_the_copys_tables() -> None:
    """groups A-60, D-32: 16 buckets for up to eleven partitions, whatever their numbers."""
    holding = Holding(member(t1=(3, 64, 97)))
    holding.copy()
    assert holding.target() == {T1: (64, 97, 3)}
