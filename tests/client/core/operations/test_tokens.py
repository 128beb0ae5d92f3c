"""Delegation tokens as brokers of several versions tell them."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.client.core.operations import tokens
from kafkawire.protocol.messages.create_delegation_token_response import (
    CreateDelegationTokenResponse,
)
from kafkawire.protocol.messages.describe_delegation_token_response import (
    DescribeDelegationTokenResponse,
)
from kafkawire.protocol.messages.renew_delegation_token_response import (
    RenewDelegationTokenResponse,
)
from tests.client.support.operations import sources
from tests.client.support.world import World


@pytest.mark.parametrize(("owner", "least"), [(None, 1), ("User:ben", 3)])
def test_the_owner_of_a_new_token_needs_its_version(owner: str | None, least: int) -> None:
    """client D-31."""
    plan = tokens.create_token(sources(World()), owner, ["User:anna"], max_lifetime_ms=5)
    assert plan.operation.least == least
    request: Any = plan.operation.ask(plan.keys, 3)
    ((kind, name),) = [(each.principal_type, each.principal_name) for each in request.renewers]
    assert (kind, name, request.max_lifetime_ms) == ("User", "anna", 5)
    assert request.owner_principal_name == ("ben" if owner else "")


@pytest.mark.parametrize(("version", "requester"), [(2, ""), (3, "User:anna")])
def test_a_token_that_was_created(version: int, requester: str) -> None:
    plan = tokens.create_token(sources(World()), None, [], max_lifetime_ms=-1)
    answer = CreateDelegationTokenResponse(
        principal_type="User",
        principal_name="ben",
        token_requester_principal_type="User",
        token_requester_principal_name="anna",
        issue_timestamp_ms=1,
        expiry_timestamp_ms=2,
        max_timestamp_ms=3,
        token_id="id",
        hmac=b"secret",
    )
    (token,) = plan.operation.read(answer, plan.keys, version).values()
    assert token == ("id", b"secret", "User:ben", requester, 1, 2, 3, ())
    refused: Any = plan.operation.read(CreateDelegationTokenResponse(error_code=61), plan.keys, 3)
    assert [error.code for error in refused.values()] == [61]


def test_a_token_is_renewed_and_ended_by_its_secret() -> None:
    renewal = tokens.renew_token(sources(World()), b"secret", period_ms=7)
    request: Any = renewal.operation.ask(renewal.keys, 2)
    assert (request.hmac, request.renew_period_ms) == (b"secret", 7)
    answer = RenewDelegationTokenResponse(expiry_timestamp_ms=9)
    assert list(renewal.operation.read(answer, renewal.keys, 2).values()) == [9]
    end = tokens.expire_token(sources(World()), b"secret", period_ms=-1)
    request = end.operation.ask(end.keys, 2)
    assert (request.hmac, request.expiry_time_period_ms) == (b"secret", -1)


def test_tokens_are_found_by_owner() -> None:
    plan = tokens.describe_tokens(sources(World()), ["User:ben"])
    request: Any = plan.operation.ask(plan.keys, 3)
    assert [(each.principal_type, each.principal_name) for each in request.owners] == [
        ("User", "ben")
    ]
    every: Any = tokens.describe_tokens(sources(World()), None).operation.ask([], 3)
    assert every.owners is None
    renewer = DescribeDelegationTokenResponse.DescribedDelegationTokenRenewer
    token = DescribeDelegationTokenResponse.DescribedDelegationToken(
        principal_type="User",
        principal_name="ben",
        token_id="id",
        hmac=b"secret",
        renewers=[renewer(principal_type="User", principal_name="anna")],
    )
    answer = DescribeDelegationTokenResponse(tokens=[token])
    told: Any = plan.operation.read(answer, plan.keys, 2)
    ((found,),) = told.values()
    assert found == ("id", b"secret", "User:ben", "", 0, 0, 0, ("User:anna",))
