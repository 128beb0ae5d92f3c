"""One member of a classic group."""

import pytest

from kafkawire.broker.coordinator import Answer
from kafkawire.broker.groups.classic_group import ClassicGroup
from kafkawire.broker.groups.member import ClassicMember
from kafkawire.java_order import java_hash_order


def test_metadata_of_a_protocol_that_is_not_offered_are_empty() -> None:
    """groups B-45."""
    member = ClassicMember("m", client_id="c", client_host="/h")
    member.protocols = (("a", b"1"), ("b", b"2"), ("c", b"3"))
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
    member.presence.join = Answer() if joining else None
    member.presence.sync = Answer() if syncing else None
    member.presence.is_new = new
    assert member.presence.must_heartbeat == must


def test_a_member_is_put_in_order_by_the_id_that_it_has_now() -> None:
    """groups A-63, B-35."""
    group = ClassicGroup("g", 0)
    for member_id in ("m1", "m2", "m3"):
        instance_id = f"of {member_id}"
        group.add(ClassicMember(member_id, instance_id, client_id="c", client_host="/h"))
    for number in range(20):
        group.rename(next(iter(group.members.values())), f"new {number}")
        assert group.ordered_ids() == java_hash_order(group.members)
