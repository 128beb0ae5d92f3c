"""UpdateFeatures: set finalized levels of features (KIP-584, admin D.4).

Version 0 can only say that a level may go down, and Kafka 4.4 does not hear even that: it is taken
for an upgrade (D-19). The timeout is ignored; of a feature named twice the last level counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import RequestContext, Versions
from kafkawire.broker.metadata.feature_changes import UPGRADE, Update
from kafkawire.broker.security.access import require_cluster
from kafkawire.broker.security.authorizer import Operation
from kafkawire.protocol.messages.update_features_request import UpdateFeaturesRequest
from kafkawire.protocol.messages.update_features_response import UpdateFeaturesResponse

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker

VERSIONS = Versions(0, 2)

UPGRADE_TYPE_MIN = 1
"""From this version on a request says which way a level may go."""
RESULTS_MAX = 1
"""The last version that tells of each feature."""


def handle(
    broker: Broker, request: UpdateFeaturesRequest, context: RequestContext
) -> UpdateFeaturesResponse:
    """Set all levels or none."""
    require_cluster(broker, context, Operation.ALTER)
    version = context.api_version
    updates = {
        each.feature: Update(
            each.max_version_level, each.upgrade_type if version >= UPGRADE_TYPE_MIN else UPGRADE
        )
        for each in request.feature_updates
    }
    broker.controller.update_features(
        updates, validate_only=request.validate_only, now_ms=context.now_ms
    )
    response = UpdateFeaturesResponse(error_message=None)
    if version <= RESULTS_MAX:
        response.results = [
            UpdateFeaturesResponse.UpdatableFeatureResult(
                feature=each.feature, error_message="NONE"
            )
            for each in request.feature_updates
        ]
    return response
