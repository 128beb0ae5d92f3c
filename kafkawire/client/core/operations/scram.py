"""Operations on the SCRAM credentials of users: describe, alter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from kafkawire.client.core.operations.operation import Operation
from kafkawire.client.core.operations.sources import Plan, Sources, outcome
from kafkawire.client.core.operations.topics import CONTROLLER_MOVED
from kafkawire.client.errors import ClientError, refusal
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.alter_user_scram_credentials_request import (
    AlterUserScramCredentialsRequest,
)
from kafkawire.protocol.messages.describe_user_scram_credentials_request import (
    DescribeUserScramCredentialsRequest,
)

CREDENTIALS = "SCRAM credentials"
MECHANISMS = {"SCRAM-SHA-256": 1, "SCRAM-SHA-512": 2}
Iterations = Mapping[str, int]
_NAMES = {number: name for name, number in MECHANISMS.items()}


class Salted(NamedTuple):
    """The form in which a broker stores a password."""

    iterations: int
    salt: bytes
    password: bytes


def describe_credentials(
    sources: Sources, users: Sequence[str] | None
) -> Plan[str, Mapping[str, Iterations | ClientError]]:
    """Find the mechanisms of users, of all with None; there is one key.

    A result has the iterations of each mechanism by user, or why there are none.
    """

    def ask(keys: Sequence[str], version: int) -> DescribeUserScramCredentialsRequest:
        wanted = [DescribeUserScramCredentialsRequest.UserName(name=user) for user in users or ()]
        return DescribeUserScramCredentialsRequest(users=None if users is None else wanted)

    def read(
        answer: Any, keys: Sequence[str], version: int
    ) -> dict[str, Mapping[str, Iterations | ClientError] | ClientError]:
        api = ApiKey.DESCRIBE_USER_SCRAM_CREDENTIALS
        if answer.error_code:
            return {CREDENTIALS: refusal(answer.error_code, answer.error_message or "", api=api)}
        return {
            CREDENTIALS: {
                each.user: outcome(
                    {
                        _NAMES.get(info.mechanism, "unknown"): info.iterations
                        for info in each.credential_infos
                    },
                    each,
                    api=api,
                    what=f"user {each.user}",
                )
                for each in answer.results
            }
        }

    operation = Operation(
        ApiKey.DESCRIBE_USER_SCRAM_CREDENTIALS,
        "describe SCRAM credentials",
        sources.anyone(),
        ask,
        read,
    )
    return Plan(operation, [CREDENTIALS])


def alter_credentials(
    sources: Sources, changes: Mapping[str, Mapping[str, Salted | None]]
) -> Plan[str, None]:
    """Set credentials by mechanism, or delete those that are None; the keys are the users."""
    deletion = AlterUserScramCredentialsRequest.ScramCredentialDeletion
    upsertion = AlterUserScramCredentialsRequest.ScramCredentialUpsertion

    def ask(keys: Sequence[str], version: int) -> AlterUserScramCredentialsRequest:
        request = AlterUserScramCredentialsRequest()
        for user in keys:
            for name, salted in changes[user].items():
                mechanism = MECHANISMS[name]
                if salted is None:
                    request.deletions.append(deletion(name=user, mechanism=mechanism))
                else:
                    request.upsertions.append(
                        upsertion(
                            name=user,
                            mechanism=mechanism,
                            iterations=salted.iterations,
                            salt=salted.salt,
                            salted_password=salted.password,
                        )
                    )
        return request

    def read(answer: Any, keys: Sequence[str], version: int) -> dict[str, ClientError | None]:
        return {
            each.user: outcome(
                None, each, api=ApiKey.ALTER_USER_SCRAM_CREDENTIALS, what=f"user {each.user}"
            )
            for each in answer.results
        }

    operation = Operation(
        ApiKey.ALTER_USER_SCRAM_CREDENTIALS,
        "alter SCRAM credentials",
        sources.controller(),
        ask,
        read,
        again=CONTROLLER_MOVED,
    )
    return Plan(operation, list(changes))
