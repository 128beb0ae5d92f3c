"""Operations on delegation tokens: create, renew, expire, describe."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kafkawire.client.core.operations.operation import Operation
from kafkawire.client.core.operations.sources import Plan, Sources, for_all
from kafkawire.client.core.operations.topics import CONTROLLER_MOVED
from kafkawire.client.descriptions import DelegationToken
from kafkawire.client.errors import ClientError
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.create_delegation_token_request import (
    CreateDelegationTokenRequest,
)
from kafkawire.protocol.messages.describe_delegation_token_request import (
    DescribeDelegationTokenRequest,
)
from kafkawire.protocol.messages.expire_delegation_token_request import (
    ExpireDelegationTokenRequest,
)
from kafkawire.protocol.messages.renew_delegation_token_request import RenewDelegationTokenRequest

TOKEN = "the delegation token"
OWNER_SINCE, REQUESTER_SINCE = 3, 3


def create_token(
    sources: Sources, owner: str | None, renewers: Sequence[str], *, max_lifetime_ms: int
) -> Plan[str, DelegationToken]:
    """Create a token, of the client itself without an owner; there is one key."""
    renewer = CreateDelegationTokenRequest.CreatableRenewers

    def ask(keys: Sequence[str], version: int) -> CreateDelegationTokenRequest:
        request = CreateDelegationTokenRequest(
            renewers=[
                renewer(principal_type=kind, principal_name=name)
                for kind, name in map(_parts, renewers)
            ],
            max_lifetime_ms=max_lifetime_ms,
        )
        if owner is not None:
            request.owner_principal_type, request.owner_principal_name = _parts(owner)
        return request

    def read(
        answer: Any, keys: Sequence[str], version: int
    ) -> dict[str, DelegationToken | ClientError]:
        found = DelegationToken(
            answer.token_id,
            bytes(answer.hmac),
            f"{answer.principal_type}:{answer.principal_name}",
            _requester(answer, version),
            answer.issue_timestamp_ms,
            answer.expiry_timestamp_ms,
            answer.max_timestamp_ms,
            tuple(renewers),
        )
        return for_all(keys, found, answer, api=ApiKey.CREATE_DELEGATION_TOKEN)

    operation = Operation(
        ApiKey.CREATE_DELEGATION_TOKEN,
        "create a delegation token",
        sources.controller(),
        ask,
        read,
        least=1 if owner is None else OWNER_SINCE,
        again=CONTROLLER_MOVED,
    )
    return Plan(operation, [TOKEN])


def renew_token(sources: Sources, hmac: bytes, *, period_ms: int) -> Plan[str, int]:
    """Have a token live longer; there is one key. The result is when it expires."""
    request = RenewDelegationTokenRequest(hmac=hmac, renew_period_ms=period_ms)
    return _change(sources, ApiKey.RENEW_DELEGATION_TOKEN, "renew a delegation token", request)


def expire_token(sources: Sources, hmac: bytes, *, period_ms: int) -> Plan[str, int]:
    """Have a token end, -1 at once; there is one key. The result is when it expires."""
    request = ExpireDelegationTokenRequest(hmac=hmac, expiry_time_period_ms=period_ms)
    return _change(sources, ApiKey.EXPIRE_DELEGATION_TOKEN, "expire a delegation token", request)


def _change(sources: Sources, api: ApiKey, what: str, request: Message) -> Plan[str, int]:
    """Return the plan of a request whose answer has the new expiry time of a token."""

    def read(answer: Any, keys: Sequence[str], version: int) -> dict[str, int | ClientError]:
        return for_all(keys, answer.expiry_timestamp_ms, answer, api=api)

    operation = Operation(
        api, what, sources.controller(), lambda keys, version: request, read, again=CONTROLLER_MOVED
    )
    return Plan(operation, [TOKEN])


def describe_tokens(
    sources: Sources, owners: Sequence[str] | None
) -> Plan[str, tuple[DelegationToken, ...]]:
    """Find the tokens of owners, or all that the client may see; there is one key."""
    named = DescribeDelegationTokenRequest.DescribeDelegationTokenOwner

    def ask(keys: Sequence[str], version: int) -> DescribeDelegationTokenRequest:
        wanted = [
            named(principal_type=kind, principal_name=name)
            for kind, name in map(_parts, owners or ())
        ]
        return DescribeDelegationTokenRequest(owners=None if owners is None else wanted)

    def read(
        answer: Any, keys: Sequence[str], version: int
    ) -> dict[str, tuple[DelegationToken, ...] | ClientError]:
        found = tuple(_described(each, version) for each in answer.tokens)
        return for_all(keys, found, answer, api=ApiKey.DESCRIBE_DELEGATION_TOKEN)

    operation = Operation(
        ApiKey.DESCRIBE_DELEGATION_TOKEN, "describe delegation tokens", sources.anyone(), ask, read
    )
    return Plan(operation, [TOKEN])


def _described(each: Any, version: int) -> DelegationToken:
    return DelegationToken(
        each.token_id,
        bytes(each.hmac),
        f"{each.principal_type}:{each.principal_name}",
        _requester(each, version),
        each.issue_timestamp,
        each.expiry_timestamp,
        each.max_timestamp,
        tuple(f"{one.principal_type}:{one.principal_name}" for one in each.renewers),
    )


def _requester(each: Any, version: int) -> str:
    if version < REQUESTER_SINCE:
        return ""
    return f"{each.token_requester_principal_type}:{each.token_requester_principal_name}"


def _parts(principal: str) -> tuple[str, str]:
    kind, _, name = principal.partition(":")
    return kind, name
