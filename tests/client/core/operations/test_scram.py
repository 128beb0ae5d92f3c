"""SCRAM credentials in Kafka's numbers."""

from __future__ import annotations

from typing import Any

from kafkawire.client.core.operations import scram
from kafkawire.protocol.messages.alter_user_scram_credentials_response import (
    AlterUserScramCredentialsResponse,
)
from kafkawire.protocol.messages.describe_user_scram_credentials_response import (
    DescribeUserScramCredentialsResponse,
)
from tests.client.support.operations import sources
from tests.client.support.world import World


def test_credentials_are_set_and_deleted_together() -> None:
    """client B-50."""
    salted = scram.Salted(8192, b"salt", b"made")
    plan = scram.alter_credentials(
        sources(World()),
        {"anna": {"SCRAM-SHA-512": salted, "SCRAM-SHA-256": None}, "ben": {"SCRAM-SHA-256": None}},
    )
    request: Any = plan.operation.ask(plan.keys, 0)
    assert [(each.name, each.mechanism) for each in request.deletions] == [("anna", 1), ("ben", 1)]
    (upsertion,) = request.upsertions
    assert (upsertion.name, upsertion.mechanism, upsertion.iterations) == ("anna", 2, 8192)
    assert (upsertion.salt, upsertion.salted_password) == (b"salt", b"made")
    result = AlterUserScramCredentialsResponse.AlterUserScramCredentialsResult
    answer = AlterUserScramCredentialsResponse(
        results=[result(user="anna"), result(user="ben", error_code=91)]
    )
    told: Any = plan.operation.read(answer, plan.keys, 0)
    assert told["anna"] is None
    assert told["ben"].code == 91


def test_users_without_credentials_fail_alone() -> None:
    """client B-50."""
    plan = scram.describe_credentials(sources(World()), ["anna", "ben"])
    request: Any = plan.operation.ask(plan.keys, 0)
    assert [each.name for each in request.users] == ["anna", "ben"]
    every: Any = scram.describe_credentials(sources(World()), None).operation.ask([], 0)
    assert every.users is None
    result = DescribeUserScramCredentialsResponse.DescribeUserScramCredentialsResult
    info = DescribeUserScramCredentialsResponse.CredentialInfo(mechanism=2, iterations=4096)
    answer = DescribeUserScramCredentialsResponse(
        results=[result(user="anna", credential_infos=[info]), result(user="ben", error_code=91)]
    )
    (told,) = plan.operation.read(answer, plan.keys, 0).values()
    assert isinstance(told, dict)
    assert told["anna"] == {"SCRAM-SHA-512": 4096}
    assert told["ben"].code == 91
    refused: Any = plan.operation.read(
        DescribeUserScramCredentialsResponse(error_code=31), plan.keys, 0
    )
    assert [error.code for error in refused.values()] == [31]
