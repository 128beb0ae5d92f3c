"""Operations on features of the cluster: describe their levels, change them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kafkawire import __version__
from kafkawire.client.core.connection import SOFTWARE
from kafkawire.client.core.operations.operation import Operation
from kafkawire.client.core.operations.sources import Plan, Sources, for_all, outcome
from kafkawire.client.core.operations.topics import CONTROLLER_MOVED
from kafkawire.client.descriptions import FeatureDescription
from kafkawire.client.errors import ClientError, refusal
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.update_features_request import UpdateFeaturesRequest

FEATURES = "features"
UPGRADES = {"upgrade": 1, "safe_downgrade": 2, "unsafe_downgrade": 3}
FEATURES_SINCE, UPGRADE_TYPES_SINCE = 3, 1
RESULTS_MAX = 1
"""The last version whose response has a result for each feature."""
Features = Mapping[str, FeatureDescription]


def describe_features(sources: Sources) -> Plan[str, Features]:
    """Describe the features of a broker and of its cluster; there is one key."""

    def read(answer: Any, keys: Sequence[str], version: int) -> dict[str, Features | ClientError]:
        return for_all(keys, _features(answer), answer, api=ApiKey.API_VERSIONS)

    operation = Operation(
        ApiKey.API_VERSIONS,
        "describe features",
        sources.anyone(),
        lambda keys, version: ApiVersionsRequest(
            client_software_name=SOFTWARE, client_software_version=__version__
        ),
        read,
        least=FEATURES_SINCE,
    )
    return Plan(operation, [FEATURES])


def _features(answer: Any) -> Features:
    supported = {each.name: each for each in answer.supported_features}
    levels = {each.name: each.max_version_level for each in answer.finalized_features}
    return {
        name: FeatureDescription(
            supported[name].min_version if name in supported else None,
            supported[name].max_version if name in supported else None,
            levels.get(name),
        )
        for name in sorted(supported.keys() | levels.keys())
    }


def update_features(
    sources: Sources,
    levels: Mapping[str, int],
    *,
    upgrade: str,
    timeout_ms: int,
    validate_only: bool,
) -> Plan[str, None]:
    """Set the levels of features, all or none; the keys are their names. Level 0 removes one."""

    def ask(keys: Sequence[str], version: int) -> UpdateFeaturesRequest:
        updates = [
            UpdateFeaturesRequest.FeatureUpdateKey(
                feature=key, max_version_level=levels[key], upgrade_type=UPGRADES[upgrade]
            )
            for key in keys
        ]
        return UpdateFeaturesRequest(
            timeout_ms=timeout_ms, feature_updates=updates, validate_only=validate_only
        )

    def read(answer: Any, keys: Sequence[str], version: int) -> dict[str, ClientError | None]:
        api = ApiKey.UPDATE_FEATURES
        if answer.error_code:
            error = refusal(answer.error_code, answer.error_message or "", api=api)
            return dict.fromkeys(keys, error)
        if version > RESULTS_MAX:
            return dict.fromkeys(keys)
        return {
            each.feature: outcome(None, each, api=api, what=f"feature {each.feature}")
            for each in answer.results
        }

    operation = Operation(
        ApiKey.UPDATE_FEATURES,
        "update features",
        sources.controller(),
        ask,
        read,
        least=UPGRADE_TYPES_SINCE,
        again=CONTROLLER_MOVED,
    )
    return Plan(operation, list(levels))
