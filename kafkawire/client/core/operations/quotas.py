"""Operations on client quotas: describe, alter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kafkawire.client.core.operations.operation import Operation
from kafkawire.client.core.operations.sources import Plan, Sources, for_all, outcome
from kafkawire.client.core.operations.topics import CONTROLLER_MOVED
from kafkawire.client.descriptions import QuotaEntity
from kafkawire.client.errors import ClientError
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.alter_client_quotas_request import AlterClientQuotasRequest
from kafkawire.protocol.messages.describe_client_quotas_request import (
    DescribeClientQuotasRequest,
)

Quotas = Mapping[QuotaEntity, Mapping[str, float]]
QUOTAS = "client quotas"
TYPES = {"user": "user", "client_id": "client-id", "ip": "ip"}
"""Kafka's names of the kinds of entities, by the fields of `QuotaEntity`."""
EXACT, DEFAULT, ANY_NAME = range(3)
_FIELDS = {name: field for field, name in TYPES.items()}


def describe_client_quotas(
    sources: Sources, match: QuotaEntity, *, any_of: Sequence[str], strict: bool
) -> Plan[str, Quotas]:
    """Find the quotas of entities that match; there is one key.

    Entities have the names of `match`, and any names of the fields `any_of`; `strict` leaves out
    those that are of further kinds.
    """
    component = DescribeClientQuotasRequest.ComponentData

    def ask(keys: Sequence[str], version: int) -> DescribeClientQuotasRequest:
        named = [
            component(entity_type=kind, match_type=DEFAULT if name is None else EXACT, match=name)
            for kind, name in _parts(match)
        ]
        others = [
            component(entity_type=TYPES[field], match_type=ANY_NAME, match=None) for field in any_of
        ]
        return DescribeClientQuotasRequest(components=named + others, strict=strict)

    def read(answer: Any, keys: Sequence[str], version: int) -> dict[str, Quotas | ClientError]:
        found: Quotas = {
            _entity(each.entity): {value.key: value.value for value in each.values}
            for each in answer.entries or ()
        }
        return for_all(keys, found, answer, api=ApiKey.DESCRIBE_CLIENT_QUOTAS)

    operation = Operation(
        ApiKey.DESCRIBE_CLIENT_QUOTAS, "describe client quotas", sources.anyone(), ask, read
    )
    return Plan(operation, [QUOTAS])


def alter_client_quotas(
    sources: Sources,
    changes: Mapping[QuotaEntity, Mapping[str, float | None]],
    *,
    validate_only: bool,
) -> Plan[QuotaEntity, None]:
    """Set quotas by their names, or remove those that are None; the keys are the entities."""

    def entry(key: QuotaEntity) -> AlterClientQuotasRequest.EntryData:
        return AlterClientQuotasRequest.EntryData(
            entity=[
                AlterClientQuotasRequest.EntityData(entity_type=kind, entity_name=name)
                for kind, name in _parts(key)
            ],
            ops=[
                AlterClientQuotasRequest.OpData(key=name, value=value or 0.0, remove=value is None)
                for name, value in changes[key].items()
            ],
        )

    def ask(keys: Sequence[QuotaEntity], version: int) -> AlterClientQuotasRequest:
        return AlterClientQuotasRequest(
            entries=[entry(key) for key in keys], validate_only=validate_only
        )

    def read(
        answer: Any, keys: Sequence[QuotaEntity], version: int
    ) -> dict[QuotaEntity, ClientError | None]:
        return {
            _entity(each.entity): outcome(None, each, api=ApiKey.ALTER_CLIENT_QUOTAS)
            for each in answer.entries
        }

    operation = Operation(
        ApiKey.ALTER_CLIENT_QUOTAS,
        "alter client quotas",
        sources.controller(),
        ask,
        read,
        again=CONTROLLER_MOVED,
    )
    return Plan(operation, list(changes))


def _parts(entity: QuotaEntity) -> list[tuple[str, str | None]]:
    """The kinds of an entity, by Kafka's names, and its name of each."""
    return [(TYPES[field], name) for field, name in entity._asdict().items() if name != ""]


def _entity(parts: Iterable[Any]) -> QuotaEntity:
    named = {_FIELDS[part.entity_type]: part.entity_name for part in parts}
    return QuotaEntity(**named)
