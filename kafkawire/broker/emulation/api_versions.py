"""What a release says of itself in ApiVersions: its versions and its feature levels (KIP-584).

Levels of features exist since 2.7; with ZooKeeper nobody had set any. Those of the newer releases
were seen on nodes of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.api.api_versions import TELEMETRY, ZERO_MINIMUM_MIN
from kafkawire.broker.behaviour import Number
from kafkawire.broker.emulation.emulated_api import ApiRules
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kafkawire.broker.behaviour import Behaviour
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext, Versions
    from kafkawire.protocol.message import Message

KRAFT: Number = (3, 3)
"""From here on the finalized features have an epoch that grows."""
FEATURES: Number = (2, 7)

NO_EPOCH = -1
FIRST_EPOCH = 0


class Feature(NamedTuple):
    """A feature, the levels of it that are supported, and the one that is finalized, 0 if none."""

    name: str
    min: int
    max: int
    level: int


KNOWN: tuple[tuple[Number, tuple[Feature, ...]], ...] = (
    ((0,), ()),
    ((3, 3), (Feature("metadata.version", 1, 7, 7),)),
    ((3, 9), (Feature("kraft.version", 0, 1, 0), Feature("metadata.version", 1, 21, 21))),
    (
        (4, 0),
        (
            Feature("group.version", 0, 1, 1),
            Feature("kraft.version", 0, 1, 0),
            Feature("metadata.version", 7, 25, 25),
            Feature("transaction.version", 0, 2, 2),
            Feature("eligible.leader.replicas.version", 0, 1, 0),
        ),
    ),
)
"""By release, in the order of the answer; later ones say what the plain handler says."""
PLAIN_SINCE: Number = (4, 4)
FINALIZED_ORDER = ("group.version", "transaction.version", "metadata.version")


class ApiVersionsRules(ApiRules):
    """`advertised` are the versions to be listed, by API key."""

    __slots__ = ("_advertised", "_number")

    def __init__(
        self, behaviour: Behaviour, number: Number, advertised: Mapping[int, Versions]
    ) -> None:
        super().__init__(behaviour)
        self._number = number
        self._advertised = advertised

    def after(
        self, broker: Broker, request: Message, context: RequestContext, response: Message
    ) -> None:
        """See `ApiRules.after`."""
        assert isinstance(response, ApiVersionsResponse)
        response.api_keys = [
            ApiVersionsResponse.ApiVersion(
                api_key=key, min_version=versions.min, max_version=versions.max
            )
            for key, versions in sorted(self._advertised.items())
            if broker.telemetry is not None or key not in TELEMETRY
        ]
        if self._number < PLAIN_SINCE:
            self._set_features(response, context.api_version)

    def _set_features(self, response: ApiVersionsResponse, version: int) -> None:
        known = [features for since, features in KNOWN if since <= self._number][-1]
        response.supported_features = [
            ApiVersionsResponse.SupportedFeatureKey(
                name=each.name, min_version=each.min, max_version=each.max
            )
            for each in known
            if each.min > 0 or version >= ZERO_MINIMUM_MIN
        ]
        levels = {each.name: each.level for each in known}
        response.finalized_features = [
            ApiVersionsResponse.FinalizedFeatureKey(
                name=name, max_version_level=levels[name], min_version_level=levels[name]
            )
            for name in FINALIZED_ORDER
            if levels.get(name)
        ]
        if self._number < KRAFT:
            is_new = self._number >= FEATURES
            response.finalized_features_epoch = FIRST_EPOCH if is_new else NO_EPOCH
