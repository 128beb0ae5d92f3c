"""Plans of a broker: from request, session, rights, quota and replica."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.fetch import planner
from kafkawire.broker.fetch.plan import FetchPlan
from kafkawire.broker.security.authorizer import RuleAuthorizer
from kafkawire.protocol.messages.fetch_request import FetchRequest
from tests.support.broker.cluster import RACK_AWARE, Cluster
from tests.support.requests.fetching import Fetcher
from tests.support.requests.quotas import alter_quotas, quota_entry


@pytest.fixture
def plans(monkeypatch: pytest.MonkeyPatch) -> list[FetchPlan]:
    """The plans that requests of a test got."""
    made: list[FetchPlan] = []
    plan_fetch = planner.plan_fetch

    def noting(*args: Any) -> FetchPlan:
        made.append(plan_fetch(*args))
        return made[-1]

    monkeypatch.setattr("kafkawire.broker.api.fetch.plan_fetch", noting)
    return made


def limits(plan: FetchPlan) -> tuple[int, int]:
    return plan.max_bytes, plan.min_bytes


def test_limits_are_clamped_by_the_broker(plans: list[FetchPlan]) -> None:
    """fetch B-12: the minimum too."""
    fetcher = Fetcher(fetch_max_bytes="1024")
    fetcher.fetch(("t", 0), max_bytes=5_000, min_bytes=2_000)
    fetcher.fetch(("t", 0), max_bytes=0, min_bytes=1)
    fetcher.fetch(("t", 0), max_bytes=700, min_bytes=20)
    assert [limits(plan) for plan in plans] == [(1_024, 1_024), (0, 0), (700, 20)]


def test_before_2_5_the_minimum_was_not_clamped(plans: list[FetchPlan]) -> None:
    """fetch B-12."""
    Fetcher(emulate="2.4").fetch(("t", 0), version=11, max_bytes=100, min_bytes=2_000)
    assert limits(plans[0]) == (100, 2_000)


def test_a_quota_limits_consumers_only(plans: list[FetchPlan]) -> None:
    """fetch B-62."""
    fetcher = Fetcher()
    alter_quotas(fetcher.harness, quota_entry({"client-id": "test"}, consumer_byte_rate=5.0))
    fetcher.fetch(("t", 0), replica_id=7)
    fetcher.fetch(("t", 0))
    assert [plan.max_bytes for plan in plans] == [57_671_680, 50]


def test_a_deadline_is_the_arrival_and_the_longest_wait(plans: list[FetchPlan]) -> None:
    """fetch D-24."""
    fetcher = Fetcher()
    fetcher.client.send(FetchRequest(max_wait_ms=100, min_bytes=1), 12)
    assert plans[0].now_ms == fetcher.harness.now_ms
    assert plans[0].deadline_ms == fetcher.harness.now_ms + 100


def test_a_session_is_part_of_the_plan_of_an_incremental_fetch(plans: list[FetchPlan]) -> None:
    """fetch E-3, E-21."""
    fetcher = Fetcher()
    session = fetcher.open(("t", 0))
    session.fetch()
    assert [plan.session for plan in plans] == [None, session.real]


def test_replicas_and_consumers_with_a_rack_have_a_role(plans: list[FetchPlan]) -> None:
    """fetch B-5, B-42: its view is part of the plan's."""
    cluster = Cluster((1, 2), replica_selector_class=RACK_AWARE, broker_rack="r1")
    for fields in (
        {},
        {"rack_id": "r2"},
        {"replica_id": 2, "rack_id": "r2"},
        {"replica_id": -3},
        {"replica_id": -3, "rack_id": "r2"},
    ):
        cluster.fetch(("t", 0), version=12, **fields)
    roles = [plan.role for plan in plans]
    assert [type(role).__name__ for role in roles] == [
        "NoneType",
        "PreferringRole",
        "FollowerRole",
        "NoneType",
        "PreferringRole",
    ]
    assert [plan.view.role for plan in plans] == [role and role.view for role in roles]


def test_rights_are_part_of_the_view(plans: list[FetchPlan]) -> None:
    """fetch B-6."""
    fetcher = Fetcher()
    fetcher.fetch(("t", 0))
    fetcher.broker.authorizer = RuleAuthorizer(allow_if_no_rule=True)
    fetcher.fetch(("t", 0))
    assert [plan.view.access is None for plan in plans] == [True, False]
