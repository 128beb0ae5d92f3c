"""One member of a classic group."""

import pytest

from kafkawire.broker.coordinator import Answer
from kafkawire.broker.groups.member import ClassicMember, protocols_of, rebalance_timeout_of
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
