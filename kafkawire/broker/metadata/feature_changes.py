"""What UpdateFeatures decides: the new levels of features as records, or why not (KIP-584).

All or nothing: the first feature that may not have its level refuses all of them. The checks are
those of Kafka's `FeatureControlManager`, in its order and with its words (admin D-16 to D-20).
kraft.version alone is no record of the metadata but of the quorum's own (F-30).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.metadata.bootstrap import MIN_INSYNC_REPLICAS
from kafkawire.broker.metadata.features import (
    DEPENDENCIES,
    ELR_VERSION,
    KRAFT_VERSION,
    METADATA_CHANGED_WITH,
    METADATA_VERSION,
    SUPPORTED,
)
from kafkawire.broker.metadata.image import EVERY_BROKER, RESOURCE_BROKER
from kafkawire.java_order import java_hash_order
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.config_record import ConfigRecord
from kafkawire.protocol.messages.feature_level_record import FeatureLevelRecord

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kafkawire.broker.metadata.image import MetadataImage
    from kafkawire.protocol.message import Message

UPGRADE = 1
SAFE_DOWNGRADE = 2
UNSAFE_DOWNGRADE = 3
METADATA_VERSION_MIN = 7
METADATA_VERSION_MIN_NAME = "3.3-IV3"
"""What every other feature needs."""

_KINDS = (UPGRADE, SAFE_DOWNGRADE, UNSAFE_DOWNGRADE)

_ALL_FAIL = "The update failed for all features since the following feature had an error: {}"


class Update(NamedTuple):
    """The level that a feature is to have, and which way it may go to get there."""

    level: int
    kind: int


class FeatureChanger:
    """Decides about levels; changes nothing. `min_insync_replicas` is the node's static value."""

    __slots__ = ("_image", "_min_insync_replicas", "_node_id")

    def __init__(self, image: MetadataImage, node_id: int, min_insync_replicas: str) -> None:
        self._image = image
        self._node_id = node_id
        self._min_insync_replicas = min_insync_replicas

    def decide(self, updates: Mapping[str, Update]) -> list[Message]:
        """The records of all updates; `ApiError(INVALID_UPDATE_VERSION)` if one cannot be.

        None of them is for kraft.version, which is checked all the same.
        """
        try:
            self._check_all(updates)
        except ApiError as error:
            raise ApiError(error.code, _ALL_FAIL.format(error.message)) from None
        records: list[Message] = []
        for name in java_hash_order(updates):
            update = updates[name]
            if name == ELR_VERSION and update.level and not self._level(name):
                records += self._eligible_replicas_begin()
            if name != KRAFT_VERSION:
                records.append(FeatureLevelRecord(name=name, feature_level=update.level))
        return records

    def _check_all(self, updates: Mapping[str, Update]) -> None:
        levels = {**self._image.features, **{name: each.level for name, each in updates.items()}}
        for name in java_hash_order(updates):
            self._check(name, updates[name], levels)
        if KRAFT_VERSION in updates:  # the quorum looks at what that needs, once all else is fine
            _check_dependencies(KRAFT_VERSION, updates[KRAFT_VERSION].level, levels)

    def _level(self, name: str) -> int:
        if name == METADATA_VERSION:
            return self._image.metadata_version
        return self._image.features.get(name, 0)

    def _check(self, name: str, update: Update, levels: Mapping[str, int]) -> None:
        level, kind = update
        if kind not in _KINDS:
            raise _refused(name, level, "The controller does not support the given upgrade type.")
        if level < 0:
            raise _refused(name, level, "A feature version cannot be less than 0.")
        self._check_support(name, level)
        current = self._level(name)
        if level < current and kind == UPGRADE:
            raise _refused(
                name,
                level,
                "Can't downgrade the version of this feature without setting the upgrade type to "
                "either safe or unsafe downgrade.",
            )
        if level > current and kind != UPGRADE:
            raise _refused(name, level, "Can't downgrade to a newer version.")
        if name == METADATA_VERSION:
            _check_nothing_is_lost(current, update)
        else:
            _check_feature(name, level, current)
            if name != KRAFT_VERSION:
                _check_dependencies(name, level, levels)

    def _check_support(self, name: str, level: int) -> None:
        own = {each.name: (each.min, each.max) for each in SUPPORTED}
        everybody = [(f"Local controller {self._node_id}", own)]
        everybody += [
            (f"Broker {broker.node_id}", broker.features) for broker in self._image.brokers.values()
        ]
        for who, features in everybody:
            least, most = features.get(name, (0, 0))
            if least <= level <= most:
                continue
            if most == 0:
                raise _refused(name, level, f"{who} does not support this feature.")
            raise _refused(name, level, f"{who} only supports versions {least}-{most}")

    def _eligible_replicas_begin(self) -> list[Message]:
        """min.insync.replicas belongs to the whole cluster from now on (admin D-20)."""
        records: list[Message] = []
        if MIN_INSYNC_REPLICAS not in self._image.config(RESOURCE_BROKER, EVERY_BROKER):
            records.append(_min_insync_replicas(EVERY_BROKER, self._min_insync_replicas))
        for (kind, name), configs in self._image.configs.items():
            if kind == RESOURCE_BROKER and name != EVERY_BROKER and MIN_INSYNC_REPLICAS in configs:
                records.append(_min_insync_replicas(name, None))
        return records


def _check_nothing_is_lost(current: int, update: Update) -> None:
    """metadata.version goes down only where no form of records changed (admin D-18, G-5)."""
    if not any(update.level < each <= current for each in METADATA_CHANGED_WITH):
        return
    why = (
        "Unsafe metadata downgrade is not supported in this version."
        if update.kind == UNSAFE_DOWNGRADE
        else "Refusing to perform the requested downgrade because it might delete metadata "
        "information."
    )
    raise ApiError(
        ErrorCode.INVALID_UPDATE_VERSION,
        f"Unsupported metadata.version downgrade from {current} to {update.level}. {why}",
    )


def _check_feature(name: str, level: int, current: int) -> None:
    if name == KRAFT_VERSION and level < current:
        raise _refused(name, level, "Can't downgrade the version of this feature.")
    if all(each.name != name for each in SUPPORTED):
        raise _refused(name, level, f"Feature {name} not found.")


def _check_dependencies(name: str, level: int, levels: Mapping[str, int]) -> None:
    metadata_version = levels.get(METADATA_VERSION, METADATA_VERSION_MIN)
    if level and metadata_version < METADATA_VERSION_MIN:
        raise _refused(
            name,
            level,
            f"{name} could not be set to {level} because it depends on "
            f"metadata.version={METADATA_VERSION_MIN} ({METADATA_VERSION_MIN_NAME})",
        )
    for needed, least in DEPENDENCIES.get((name, level), ()):
        if levels.get(needed, 0) < least:
            raise _refused(
                name,
                level,
                f"{name} could not be set to {level} because it depends on {needed} level {least}",
            )


def _min_insync_replicas(broker: str, value: str | None) -> ConfigRecord:
    return ConfigRecord(
        resource_type=RESOURCE_BROKER, resource_name=broker, name=MIN_INSYNC_REPLICAS, value=value
    )


def _refused(name: str, level: int, why: str) -> ApiError:
    return ApiError(
        ErrorCode.INVALID_UPDATE_VERSION,
        f"Invalid update version {level} for feature {name}. {why}",
    )
