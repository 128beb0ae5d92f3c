"""A plan: what it says of a request, and what of it holds after a wait."""

from __future__ import annotations

from typing import Any, cast

from kafkawire.broker.fetch.plan import FetchPlan, Role
from kafkawire.protocol.messages.fetch_request import FetchRequest
from tests.support.broker.fetch_plans import plan_of


def plan(version: int = 12, **fields: Any) -> FetchPlan:
    return plan_of(FetchRequest(**fields), version)


def test_old_versions_name_topics() -> None:
    """fetch A-6."""
    assert [plan(version).uses_topic_ids for version in (12, 13)] == [False, True]


class Twice:
    """A role that says which one follows it."""

    def __init__(self, at_completion: Twice | None) -> None:
        self.at_completion = at_completion


def test_only_the_role_of_a_plan_differs_after_a_wait() -> None:
    """fetch D-13."""
    last: Any = Twice(None)
    request = FetchRequest(max_wait_ms=70, min_bytes=5, max_bytes=90)
    made = plan_of(request, 12, now_ms=1_000, role=cast("Role", Twice(last)))
    again = made.at_completion()
    assert again.role is last
    for name in FetchPlan.__slots__:
        assert name == "role" or getattr(again, name) == getattr(made, name), name
    assert (again.now_ms, again.deadline_ms, again.max_bytes, again.min_bytes) == (
        1_000,
        1_070,
        90,
        5,
    )


def test_without_a_role_a_plan_holds_after_a_wait() -> None:
    """fetch D-13."""
    made = plan()
    assert made.at_completion() is made
