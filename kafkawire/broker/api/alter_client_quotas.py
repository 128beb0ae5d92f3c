"""AlterClientQuotas (key 49): set and remove the quotas of users, clients and addresses (KIP-546).

v1  flexible

What is possible is said in `metadata.quota_changes`; entities are answered once each, in the order
of Kafka's hash tables. Byte rates and request percentages take effect at once
(`security.quotas`); the others are kept and described.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import Versions
from kafkawire.broker.metadata.image import quota_entity
from kafkawire.broker.metadata.quota_changes import (
    QuotaAlteration,
    decide,
    entities_as_listed,
    parts_as_listed,
)
from kafkawire.broker.security.access import CLUSTER_AUTHORIZATION_TEXT, access_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.alter_client_quotas_response import AlterClientQuotasResponse

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.metadata.image import QuotaEntity
    from kafkawire.protocol.messages.alter_client_quotas_request import AlterClientQuotasRequest

VERSIONS = Versions(0, 1)


def handle(
    broker: Broker, request: AlterClientQuotasRequest, context: RequestContext
) -> AlterClientQuotasResponse:
    """Change what can be changed; raises `ApiError` if the client may change nothing."""
    access = access_of(broker, context)
    if access is not None and not access.to_cluster(Operation.ALTER_CONFIGS):
        raise ApiError(ErrorCode.CLUSTER_AUTHORIZATION_FAILED, CLUSTER_AUTHORIZATION_TEXT)
    alterations = [
        QuotaAlteration(
            quota_entity(entry), [(op.key, None if op.remove else op.value) for op in entry.ops]
        )
        for entry in request.entries
    ]
    records, outcomes = decide(broker.metadata, alterations)
    if not request.validate_only:
        broker.controller.commit(records, context.now_ms)
    return AlterClientQuotasResponse(
        entries=[_entry(entity, outcomes[entity]) for entity in entities_as_listed(outcomes)]
    )


def error_response(
    request: AlterClientQuotasRequest, context: RequestContext, error: ApiError
) -> AlterClientQuotasResponse:
    """Every entry fails alike."""
    return AlterClientQuotasResponse(
        entries=[_entry(quota_entity(entry), error) for entry in request.entries]
    )


def _entry(entity: QuotaEntity, error: ApiError | None) -> AlterClientQuotasResponse.EntryData:
    return AlterClientQuotasResponse.EntryData(
        error_code=0 if error is None else int(error.code),
        error_message=None if error is None else error.message,
        entity=[
            AlterClientQuotasResponse.EntityData(entity_type=kind, entity_name=name)
            for kind, name in parts_as_listed(entity)
        ],
    )
