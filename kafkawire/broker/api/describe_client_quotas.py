"""DescribeClientQuotas (key 48): the quotas of users, clients and addresses (KIP-546).

v1  flexible

Each component of the filter must match; a strict filter also wants no further types in an entity.
No components match everything, or nothing if strict (admin D-28, D-29).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import Versions
from kafkawire.broker.metadata.quota_changes import (
    IP,
    SMALL_TABLE,
    TYPES,
    entities_as_listed,
    parts_as_listed,
)
from kafkawire.broker.security.access import access_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.java_order import java_hash_order
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError, invalid_request
from kafkawire.protocol.messages.describe_client_quotas_response import (
    DescribeClientQuotasResponse,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.metadata.image import QuotaEntity
    from kafkawire.protocol.messages.describe_client_quotas_request import (
        DescribeClientQuotasRequest,
    )

    Filter = dict[str, tuple[str | None, ...]]

VERSIONS = Versions(0, 1)
RESTS = True

EXACT = 0
DEFAULT = 1
SPECIFIED = 2
_NAMES = {EXACT: "EXACT", DEFAULT: "DEFAULT", SPECIFIED: "SPECIFIED"}


def handle(
    broker: Broker, request: DescribeClientQuotasRequest, context: RequestContext
) -> DescribeClientQuotasResponse:
    """The entities that match; raises `ApiError` for a filter that cannot be."""
    access = access_of(broker, context)
    if access is not None and not access.to_cluster(Operation.DESCRIBE_CONFIGS):
        raise ApiError(ErrorCode.CLUSTER_AUTHORIZATION_FAILED)
    wanted = _filter(request)
    quotas = broker.metadata.client_quotas
    return DescribeClientQuotasResponse(
        error_message="",
        entries=[
            _entry(entity, quotas[entity])
            for entity in entities_as_listed(quotas, least=SMALL_TABLE)
            if _matches(dict(entity), wanted, strict=request.strict)
        ],
    )


def error_response(
    request: DescribeClientQuotasRequest, context: RequestContext, error: ApiError
) -> DescribeClientQuotasResponse:
    """No entries at all, which is not the same as an empty list of them."""
    return DescribeClientQuotasResponse(
        error_code=int(error.code), error_message=error.message, entries=None
    )


def _filter(request: DescribeClientQuotasRequest) -> Filter:
    """For each type the names that match, none for any name."""
    found: Filter = {}
    for component in request.components:
        kind = component.entity_type
        if not kind:
            raise invalid_request("Invalid empty entity type.")
        if kind in found:
            raise invalid_request(f"Entity type {kind} cannot appear more than once in the filter.")
        if kind not in TYPES:
            raise ApiError(ErrorCode.UNSUPPORTED_VERSION, f"Unsupported entity type {kind}")
        found[kind] = _names(component)
    if IP in found and len(found) > 1:
        raise invalid_request(
            "Invalid entity filter component combination. IP filter component should not be used "
            "with user or clientId filter component."
        )
    return found


def _names(component: DescribeClientQuotasRequest.ComponentData) -> tuple[str | None, ...]:
    how, name = component.match_type, component.match
    if how not in _NAMES:
        raise invalid_request(f"Unknown match type {how}")
    if how == EXACT:
        if name is None:
            raise invalid_request(
                "Request specified MATCH_TYPE_EXACT, but set match string to null."
            )
        return (name,)
    if name is not None:
        raise invalid_request(
            f"Request specified MATCH_TYPE_{_NAMES[how]}, but also specified a match string."
        )
    return (None,) if how == DEFAULT else ()


def _matches(names: Mapping[str, str | None], wanted: Filter, *, strict: bool) -> bool:
    if strict and len(names) != len(wanted):
        return False
    return all(
        kind in names and (not matching or names[kind] in matching)
        for kind, matching in wanted.items()
    )


def _entry(
    entity: QuotaEntity, quotas: Mapping[str, float]
) -> DescribeClientQuotasResponse.EntryData:
    return DescribeClientQuotasResponse.EntryData(
        entity=[
            DescribeClientQuotasResponse.EntityData(entity_type=kind, entity_name=name)
            for kind, name in parts_as_listed(entity)
        ],
        values=[
            DescribeClientQuotasResponse.ValueData(key=key, value=quotas[key])
            for key in java_hash_order(quotas, least=SMALL_TABLE)
        ],
    )
