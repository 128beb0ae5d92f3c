"""Plans of one key."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.client.admin.runner import run_one
from kafkawire.client.core.operations.lookups import anyone
from kafkawire.client.core.operations.operation import Operation
from kafkawire.client.core.operations.sources import Plan, Sources
from kafkawire.client.errors import ClientError
from kafkawire.client.outcomes import Outcomes
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest


class Told:
    """Runs nothing, and gives what it was told."""

    def __init__(self, outcomes: Outcomes[Any, Any]) -> None:
        self.outcomes = outcomes

    @property
    def sources(self) -> Sources:
        raise AssertionError

    def limit_ms(self, timeout_ms: int | None) -> int:
        return timeout_ms or 5

    async def run(self, plan: Plan[Any, Any], limit_ms: int) -> Outcomes[Any, Any]:
        return self.outcomes


async def test_the_only_result_or_its_error() -> None:
    """client B-50."""
    operation: Operation[str, int] = Operation(
        16, "count", anyone(), lambda keys, version: ListGroupsRequest(), lambda *_: {}
    )
    plan = Plan(operation, ["all"])
    assert await run_one(Told(Outcomes({"all": 3}, {})), plan, 5) == 3
    with pytest.raises(ClientError, match="no"):
        await run_one(Told(Outcomes({}, {"all": ClientError("no")})), plan, 5)
