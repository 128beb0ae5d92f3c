"""What a heartbeat must look like; the cases are those of `tests/broker/api`."""

import pytest

from kafkawire.broker.groups.consumer.validation import check_heartbeat
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.consumer_group_heartbeat_request import (
    ConsumerGroupHeartbeatRequest,
)
from tests.support.requests.consumer_groups import SILENT


def test_a_quiet_heartbeat_is_taken_without_error() -> None:
    request = ConsumerGroupHeartbeatRequest(
        **{**SILENT, "group_id": "g", "member_id": "m", "member_epoch": 3}
    )
    check_heartbeat(request, 1, ("uniform", "range"))


def test_only_assignors_that_the_broker_has_can_be_asked_for() -> None:
    """groups D-2: the list is that of `group.consumer.assignors`."""
    request = ConsumerGroupHeartbeatRequest(
        **{
            **SILENT,
            "group_id": "g",
            "member_id": "m",
            "member_epoch": 3,
            "server_assignor": "range",
        }
    )
    check_heartbeat(request, 1, ("uniform", "range"))
    with pytest.raises(ApiError) as refused:
        check_heartbeat(request, 1, ("uniform",))
    assert (refused.value.code, refused.value.message) == (
        112,
        "ServerAssignor range is not supported. Supported assignors: uniform.",
    )
