"""What an operation is, unless it says more."""

from __future__ import annotations

from kafkawire.client.core.operations.lookups import anyone
from kafkawire.client.core.operations.operation import Operation
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest


def test_an_operation_goes_over_any_idle_connection_and_repeats_what_may_pass() -> None:
    operation: Operation[str, int] = Operation(
        16, "list groups", anyone(), lambda keys, version: ListGroupsRequest(), lambda *_: {}
    )
    assert (operation.least, operation.most) == (0, 32767)
    assert operation.lookup.lane == 1
    assert operation.again is None
