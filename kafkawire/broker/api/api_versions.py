"""ApiVersions: what this broker serves, and the feature levels of the cluster (admin A.1).

An API is advertised because it has a module. The range comes from a table rather than from the
modules, which would all be imported by the first client's first request otherwise; a test holds
the two together.

`FinalizedFeaturesEpoch` is the offset of the newest metadata record. In Kafka it grows twice a
second by itself; here only changes make it grow, since no idle records are written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker import api as apis
from kafkawire.broker.context import RequestContext, Versions
from kafkawire.broker.metadata.features import SUPPORTED, finalized_order
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.protocol.since import API_VERSIONS_SOFTWARE_SINCE

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker

VERSIONS = Versions(0, 5)
RESTS = True

CLUSTER_MIN = 5
"""From this version on the client may say which broker it means (KIP-1242)."""
ZERO_MINIMUM_MIN = 4
"""Clients of older versions refuse features whose minimum is 0 (KIP-1022)."""
NOT_GIVEN = -1
TELEMETRY = frozenset((ApiKey.GET_TELEMETRY_SUBSCRIPTIONS, ApiKey.PUSH_TELEMETRY))

_ALPHANUMERICS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
_SOFTWARE_CHARS = _ALPHANUMERICS | frozenset("-.")

# The highest stable version of each API in Apache Kafka 4.4.0. The lowest is always the first
# that the declarations know: what 4.0 removed (KIP-896) is served here.
_HIGHEST = (
    "0:13 1:18 2:11 3:13 8:10 9:10 10:6 11:9 12:4 13:5 14:5 15:6 16:5 17:1 18:5 19:7 20:6 21:2 "
    "22:5 23:4 24:5 25:4 26:5 27:2 28:6 29:3 30:3 31:3 32:4 33:2 34:2 35:5 36:2 37:3 38:3 39:2 "
    "40:2 41:3 42:3 43:2 44:1 45:1 46:0 47:0 48:1 49:1 50:0 51:0 55:2 57:2 60:2 61:0 64:0 65:0 "
    "66:2 68:1 69:1 71:0 72:0 74:1 75:0 76:1 77:1 78:2 79:2 80:1 81:0 83:0 84:0 85:1 86:0 87:1 "
    "88:1 89:1 90:1 91:0 92:0 93:0 94:0"
)

UNSTABLE = "unstable.api.versions.enable"
_UNSTABLE = {int(ApiKey.INIT_PRODUCER_ID): 6}
"""What that configuration adds (produce C-20)."""


def handle(
    broker: Broker, request: ApiVersionsRequest, context: RequestContext
) -> ApiVersionsResponse:
    """Check what the client says of itself and of us, then list what is served."""
    version = context.api_version
    if version >= API_VERSIONS_SOFTWARE_SINCE:
        _check_software(request.client_software_name)
        _check_software(request.client_software_version)
    if version >= CLUSTER_MIN:
        _check_cluster(broker, request)
    if version >= API_VERSIONS_SOFTWARE_SINCE:
        context.connection.client_software_name = request.client_software_name
        context.connection.client_software_version = request.client_software_version
    features = broker.metadata.features
    return ApiVersionsResponse(
        api_keys=[
            each
            for each in advertised(unstable=broker.config.boolean(UNSTABLE))
            if broker.telemetry is not None or each.api_key not in TELEMETRY
        ],
        supported_features=_supported(version),
        finalized_features_epoch=broker.metadata.applied_offset,
        finalized_features=[
            ApiVersionsResponse.FinalizedFeatureKey(
                name=name, max_version_level=features[name], min_version_level=features[name]
            )
            for name in finalized_order(features)
        ],
    )


def unsupported_version_response(versions: Versions | None = VERSIONS) -> ApiVersionsResponse:
    """The answer to a version that is not known, itself of version 0 (KIP-511, admin A-2).

    It lists the known `versions` of ApiVersions and nothing else, or without them nothing at all.
    """
    response = ApiVersionsResponse(error_code=ErrorCode.UNSUPPORTED_VERSION, api_keys=[])
    if versions is not None:
        own = ApiVersionsResponse.ApiVersion(
            api_key=ApiKey.API_VERSIONS, min_version=versions.min, max_version=versions.max
        )
        response.api_keys.append(own)
    return response


def advertised(*, unstable: bool = False) -> list[ApiVersionsResponse.ApiVersion]:
    """The APIs that are served, ascending, and their versions.

    Those of `TELEMETRY` clients are told of only if there is a receiver (admin A-7, D-53).
    """
    highest = {
        int(key): int(version) for key, version in (entry.split(":") for entry in _HIGHEST.split())
    }
    if unstable:
        highest.update(_UNSTABLE)
    return [
        ApiVersionsResponse.ApiVersion(api_key=key, min_version=0, max_version=highest[key])
        for key in apis.served()
        if key in highest
    ]


def _supported(version: int) -> list[ApiVersionsResponse.SupportedFeatureKey]:
    return [
        ApiVersionsResponse.SupportedFeatureKey(
            name=each.name, min_version=each.min, max_version=each.max
        )
        for each in SUPPORTED
        if each.min > 0 or version >= ZERO_MINIMUM_MIN
    ]


def _check_software(text: str) -> None:
    """One alphanumeric, or several characters that begin and end with one (admin A-4)."""
    if not (
        text
        and text[0] in _ALPHANUMERICS
        and text[-1] in _ALPHANUMERICS
        and _SOFTWARE_CHARS.issuperset(text)
    ):
        raise ApiError(ErrorCode.INVALID_REQUEST)


def _check_cluster(broker: Broker, request: ApiVersionsRequest) -> None:
    if (request.cluster_id is None) != (request.node_id == NOT_GIVEN):
        raise ApiError(ErrorCode.INVALID_REQUEST)
    if request.cluster_id is not None and (
        request.cluster_id != broker.cluster_id or request.node_id != broker.node_id
    ):
        raise ApiError(ErrorCode.REBOOTSTRAP_REQUIRED)
