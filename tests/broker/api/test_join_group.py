"""JoinGroup on the wire: checks before the group is asked, and bytes by version."""

import pytest

from kafkawire.protocol.messages.join_group_request import JoinGroupRequest
from kafkawire.protocol.messages.join_group_response import JoinGroupResponse
from tests.support.requests.groups import SUBSCRIPTION, GroupsHarness
from tests.support.requests.harness import BrokerHarness

VERSIONS = range(10)


@pytest.mark.parametrize("version", VERSIONS)
def test_an_empty_group_id_is_invalid(version: int) -> None:
    """groups B-10, B-11, scenario 12."""
    harness = GroupsHarness()
    response = harness.member("", id="m").send_join(version).response
    assert (response.error_code, response.member_id) == (24, "m")
    assert (response.generation_id, response.leader, response.members) == (-1, "", [])
    assert response.protocol_name == ("" if version <= 6 else None)
    assert response.protocol_type is None


@pytest.mark.parametrize(
    ("timeout_ms", "code"), [(5_999, 26), (6_000, 79), (1_800_000, 79), (1_800_001, 26)]
)
def test_the_session_timeout_must_be_within_bounds(timeout_ms: int, code: int) -> None:
    """groups B-10, scenario 13."""
    member = GroupsHarness().member(session_timeout_ms=timeout_ms)
    assert member.send_join().response.error_code == code


def test_bounds_are_checked_before_the_coordinator_is_looked_for() -> None:
    """groups B-10."""
    client = BrokerHarness().connect()
    good = JoinGroupRequest(group_id="g", session_timeout_ms=6_000, member_id="m")
    bad = JoinGroupRequest(group_id="g", session_timeout_ms=1, member_id="m")
    assert client.request(good, 9).error_code == 16
    assert client.request(good, 9).member_id == "m"
    assert client.request(bad, 9).error_code == 26


@pytest.mark.parametrize("version", VERSIONS)
def test_a_group_forms_at_every_version(version: int) -> None:
    """groups B-11, B-43."""
    harness = GroupsHarness()
    member = harness.member(protocols=(("range", b"meta"),))
    member.join(version)
    response = member.joined
    assert (response.error_code, response.generation_id) == (0, 1)
    assert (response.protocol_name, response.leader) == ("range", member.id)
    assert response.protocol_type == ("consumer" if version >= 7 else None)
    (listed,) = response.members
    assert (listed.member_id, listed.metadata) == (member.id, b"meta")
    group = harness.live_group()
    rebalance_timeout_ms = 10_000 if version == 0 else 5_000
    assert group.rebalance_timeout_ms == rebalance_timeout_ms


def request(version: int) -> JoinGroupRequest:
    protocol = JoinGroupRequest.JoinGroupRequestProtocol(name="range", metadata=SUBSCRIPTION)
    made = JoinGroupRequest(
        group_id="g1", session_timeout_ms=10_000, protocol_type="consumer", protocols=[protocol]
    )
    if version > 0:
        made.rebalance_timeout_ms = 5_000
    return made


REQUESTS = {
    0: "00026731 00002710 0000 0008636f6e73756d6572 00000001 000572616e6765 0000000e"
    "0000000000010002 7431ffffffff",
    5: "00026731 00002710 00001388 0000 ffff 0008636f6e73756d6572 00000001 000572616e6765"
    "0000000e 00000000000100027431ffffffff",
    9: "036731 00002710 00001388 01 00 09636f6e73756d6572 02 0672616e6765 0f"
    "00000000000100027431ffffffff 00 00 00",
}


@pytest.mark.parametrize("version", REQUESTS)
def test_requests_have_the_bytes_of_kafka(version: int) -> None:
    """groups A.8."""
    assert request(version).encode(version) == bytes.fromhex(REQUESTS[version])


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        (4, "00000000 004f ffffffff 0000 0000 000463612d78 00000000"),
        (7, "00000000 004f ffffffff 00 00 01 0563612d78 01 00"),
        (9, "00000000 004f ffffffff 00 00 01 00 0563612d78 01 00"),
    ],
)
def test_the_answer_member_id_required_has_the_bytes_of_kafka(version: int, expected: str) -> None:
    """groups A.8."""
    harness = GroupsHarness()
    client = harness.connect("ca")
    pending = client.send(request(version), version)
    member_id: str = pending.response.member_id
    header_bytes = 4 + 4 + (version >= 6)
    body = pending.raw[header_bytes:].replace(member_id.encode(), b"ca-x")
    uuid_bytes, short_bytes = len(member_id), len("ca-x")
    if version >= 6:
        body = body.replace(bytes([uuid_bytes + 1]) + b"ca-x", bytes([short_bytes + 1]) + b"ca-x")
    else:
        body = body.replace(bytes([0, uuid_bytes]) + b"ca-x", bytes([0, short_bytes]) + b"ca-x")
    assert body == bytes.fromhex(expected)


def test_success_has_the_bytes_of_kafka() -> None:
    """groups A.8."""
    member = JoinGroupResponse.JoinGroupResponseMember(member_id="m1", metadata=SUBSCRIPTION)
    response = JoinGroupResponse(
        generation_id=1,
        protocol_type="consumer",
        protocol_name="range",
        leader="m1",
        member_id="m1",
        members=[member],
    )
    assert response.encode(9) == bytes.fromhex(
        "00000000 0000 00000001 09636f6e73756d6572 0672616e6765 036d31 00 036d31 02 036d31 00"
        "0f 00000000000100027431ffffffff 00 00"
    )
