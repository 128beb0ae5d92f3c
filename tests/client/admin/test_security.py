"""Security, at a broker that has neither ACLs nor SCRAM credentials of its own to change."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from kafkawire.client.admin import security
from kafkawire.client.core.operations.sources import Plan, Sources
from kafkawire.client.descriptions import AclBinding, AclFilter
from kafkawire.client.errors import ConfigurationError, UnsupportedVersion, refusal
from kafkawire.client.outcomes import Outcomes
from tests.client.admin.test_client import admin
from tests.client.support.operations import sources
from tests.client.support.world import World

READS = AclBinding("topic", "orders", "User:anna", "read")


class Asked:
    """Keeps the plans that it is given, and answers with a result for each key."""

    def __init__(self, result: Any = None) -> None:
        self.plans: list[Plan[Any, Any]] = []
        self._result = result

    @property
    def sources(self) -> Sources:
        return sources(World())

    def limit_ms(self, timeout_ms: int | None) -> int:
        return timeout_ms or 5

    async def run(self, plan: Plan[Any, Any], limit_ms: int) -> Outcomes[Any, Any]:
        self.plans.append(plan)
        return Outcomes(dict.fromkeys(plan.keys, self._result), {})


async def test_a_broker_without_acls_cannot_be_asked() -> None:
    """client D-31."""
    async with admin() as (_, client):
        with pytest.raises(UnsupportedVersion):
            await client.describe_acls()
        created = await client.create_acls([READS])
        assert isinstance(created.errors[READS], UnsupportedVersion)
        every = AclFilter()
        assert isinstance((await client.delete_acls([every])).errors[every], UnsupportedVersion)
        with pytest.raises(UnsupportedVersion):
            await client.describe_user_scram_credentials()


async def test_words_that_no_acl_has_are_refused() -> None:
    with pytest.raises(
        ConfigurationError, match="unknown operation 'look' of an ACL; there are all, read"
    ):
        await security.create_acls(Asked(), [READS._replace(operation="look")])
    with pytest.raises(
        ConfigurationError, match="unknown resource_type 'table' of an ACL; there are topic"
    ):
        await security.describe_acls(Asked(), AclFilter("table"))
    with pytest.raises(ConfigurationError, match="unknown SCRAM mechanism 'SHA'"):
        await security.alter_user_scram_credentials(Asked(), {"anna": {"SHA": "secret"}})


async def test_passwords_are_salted_before_they_are_sent() -> None:
    asked = Asked()
    changes = {"anna": {"SCRAM-SHA-256": "secret"}, "ben": {"SCRAM-SHA-256": "secret"}}
    told = await security.alter_user_scram_credentials(asked, changes, iterations=5000)
    assert set(told) == {"anna", "ben"}
    (plan,) = asked.plans
    request: Any = plan.operation.ask(plan.keys, 0)
    first, second = request.upsertions
    assert first.salt != second.salt
    expected = hashlib.pbkdf2_hmac("sha256", b"secret", first.salt, 5000)
    assert (first.iterations, first.salted_password) == (5000, expected)


async def test_credentials_are_found_by_user() -> None:
    """client B-50."""
    missing = refusal(91, "user ben")
    told = {"anna": {"SCRAM-SHA-256": 4096}, "ben": missing}
    found = await security.describe_user_scram_credentials(Asked(told))
    assert (dict(found), found.errors) == ({"anna": {"SCRAM-SHA-256": 4096}}, {"ben": missing})


async def test_a_broker_without_delegation_tokens_cannot_be_asked() -> None:
    """client D-31."""
    async with admin() as (_, client):
        with pytest.raises(UnsupportedVersion):
            await client.create_delegation_token(renewers=["User:anna"])
        with pytest.raises(UnsupportedVersion):
            await client.renew_delegation_token(b"secret")
        with pytest.raises(UnsupportedVersion):
            await client.expire_delegation_token(b"secret")
        with pytest.raises(UnsupportedVersion):
            await client.describe_delegation_token()
        with pytest.raises(ConfigurationError, match="'anna' is no principal"):
            await client.describe_delegation_token(["anna"])
