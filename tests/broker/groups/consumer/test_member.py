"""One member and what it has."""

from kafkawire.broker.groups.consumer.member import (
    ClassicSide,
    ConsumerMember,
    CurrentAssignment,
    MemberState,
    Profile,
)

T = bytes(16)


def test_a_member_is_settled_when_it_is_stable_at_the_epoch() -> None:
    """groups D-64."""
    member = ConsumerMember("m", Profile(), CurrentAssignment(3, 2, MemberState.STABLE))
    assert member.is_settled(3)
    assert not member.is_settled(4)
    member.current = CurrentAssignment(3, 2, MemberState.UNRELEASED)
    assert not member.is_settled(3)


def test_a_partition_has_the_epoch_at_which_the_member_got_it() -> None:
    """groups D-55: also while it is to be given back."""
    current = CurrentAssignment(5, 4, MemberState.UNREVOKED, {T: {0: 2}}, {T: {1: 4}})
    member = ConsumerMember("m", Profile(), current)
    assert [member.epoch_of(T, index) for index in (0, 1, 2)] == [2, 4, None]
    assert member.epoch_of(b"x" * 16, 0) is None


def test_a_member_with_classic_protocols_is_classic() -> None:
    assert ConsumerMember("m", Profile(classic=ClassicSide(1, ()))).is_classic
    assert not ConsumerMember("m").is_classic
