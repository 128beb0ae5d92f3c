"""One member of a classic group."""

import pytest

from kafkawire.broker.coordinator import Answer
from kafkawire.broker.groups.classic_group import ClassicGroup
from kafkawire.broker.groups.member import ClassicMember, protocols_of, rebalance_timeout_of
from kafkawire.broker.java_order import java_hash_order
from kafkawire.protocol.messages.join_group_request import JoinGroupRequest


def test_a_member_votes_for_its_first_choice_among_the_candidates() -> None:
    """groups B-45."""
    member = ClassicMember("m", client_id="c", client_host="/h")
    member.protocols = (("a", b"1"), ("b", b"2"), ("c", b"3"))
    assert member.vote({"c", "b"}) == "b"
    assert member.metadata("c") == b"3"
    assert member.metadata("x") == b""
    assert member.metadata(None) == b""


@pytest.mark.parametrize(
    ("joining", "syncing", "new", "must"),
    [
        (False, False, False, True),
        (True, False, False, False),
        (False, True, False, False),
        (True, False, True, True),
    ],
)
def test_a_waiting_call_stands_for_a_heartbeat_unless_the_member_is_new(
    joining: bool, syncing: bool, new: bool, must: bool
) -> None:
    """groups B-46."""
    member = ClassicMember("m", client_id="c", client_host="/h")
    member.join = Answer() if joining else None
    member.sync = Answer() if syncing else None
    member.is_new = new
    assert member.must_heartbeat == must


def test_version_0_has_the_session_timeout_for_both() -> None:
    """groups B-10, scenario 18."""
    request = JoinGroupRequest(session_timeout_ms=7, rebalance_timeout_ms=-1, protocols=[])
    assert rebalance_timeout_of(request, 0) == 7
    assert rebalance_timeout_of(request, 1) == -1
    assert protocols_of(request) == ()


def test_a_member_is_put_in_order_by_the_id_that_it_has_now() -> None:
    """groups A-63, B-35."""
    group = ClassicGroup("g", 0)
    for member_id in ("m1", "m2", "m3"):
        instance_id = f"of {member_id}"
        group.add(ClassicMember(member_id, instance_id, client_id="c", client_host="/h"))
    for number in range(20):
        group.rename(next(iter(group.members.values())), f"new {number}")
        assert group.ordered_ids() == java_hash_order(group.members)
