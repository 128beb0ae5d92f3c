"""SyncGroup on the wire."""

from typing import Any

import pytest

from kafkawire.protocol.messages.sync_group_request import SyncGroupRequest
from kafkawire.protocol.messages.sync_group_response import SyncGroupResponse
from tests.support.requests.groups import GroupsHarness
from tests.support.requests.harness import BrokerHarness


@pytest.mark.parametrize("version", range(6))
def test_assignments_are_handed_out_at_every_version(version: int) -> None:
    """groups B-51, B-53."""
    member = GroupsHarness().member()
    member.join()
    assert member.joined.error_code == 0
    response = member.send_sync({member.id: b"A"}, version).response
    assert (response.error_code, response.assignment) == (0, b"A")
    named = ("consumer", "range") if version >= 5 else (None, None)
    assert (response.protocol_type, response.protocol_name) == named


def test_checks_come_before_the_coordinator_is_looked_for() -> None:
    """groups B-50, scenario 39."""
    client = BrokerHarness().connect()

    def code(**fields: Any) -> int:
        error_code: int = client.request(SyncGroupRequest(**fields), 5).error_code
        return error_code

    assert code(group_id="") == 23
    both = {"protocol_type": "consumer", "protocol_name": "range"}
    assert code(group_id="", **both) == 24
    assert code(group_id="g", **both) == 16


def test_a_refusal_has_the_bytes_of_kafka() -> None:
    """groups A.8."""
    assert SyncGroupResponse(error_code=27).encode(5) == bytes.fromhex("00000000 001b 00 00 01 00")
