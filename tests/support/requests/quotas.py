"""Setting client quotas and hearing of throttling, through the harness."""

from __future__ import annotations

from typing import Any

from kafkawire.protocol.messages.alter_client_quotas_request import AlterClientQuotasRequest
from tests.support.requests.harness import BrokerHarness

FOR_ALL_CLIENTS: dict[str, str | None] = {"client-id": None}


def quota_entry(
    entity: dict[str, str | None], **changes: float | None
) -> AlterClientQuotasRequest.EntryData:
    """`changes` are by key; None removes."""
    return AlterClientQuotasRequest.EntryData(
        entity=[
            AlterClientQuotasRequest.EntityData(entity_type=kind, entity_name=name)
            for kind, name in entity.items()
        ],
        ops=[
            AlterClientQuotasRequest.OpData(key=key, value=value or 0.0, remove=value is None)
            for key, value in changes.items()
        ],
    )


def alter_quotas(
    harness: BrokerHarness, *entries: AlterClientQuotasRequest.EntryData, **fields: Any
) -> Any:
    """The answer to one AlterClientQuotas, from a client of its own."""
    client = harness.connect("quotas")
    return client.request(AlterClientQuotasRequest(entries=list(entries), **fields))


def set_quota(harness: BrokerHarness, **changes: float | None) -> None:
    """Let `changes` hold for every client id."""
    (entry,) = alter_quotas(harness, quota_entry(FOR_ALL_CLIENTS, **changes)).entries
    assert entry.error_code == 0, entry.error_message
