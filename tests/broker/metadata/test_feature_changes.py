"""Levels of features: what may change, and what comes along with it."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.metadata.bootstrap import default_levels
from kafkawire.broker.metadata.feature_changes import (
    SAFE_DOWNGRADE,
    UNSAFE_DOWNGRADE,
    UPGRADE,
    FeatureChanger,
    Update,
)
from kafkawire.broker.metadata.features import METADATA_CHANGED_WITH, SUPPORTED
from kafkawire.broker.metadata.image import RESOURCE_BROKER, MetadataImage
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.config_record import ConfigRecord
from kafkawire.protocol.messages.feature_level_record import FeatureLevelRecord
from kafkawire.protocol.messages.register_broker_record import RegisterBrokerRecord

ELR = "eligible.leader.replicas.version"
MINIMUM = "min.insync.replicas"
NOWHERE = (
    "Refusing to perform the requested downgrade because it might delete metadata information."
)


def image(**levels: int) -> MetadataImage:
    """An image of a new cluster, or with these levels alone."""
    found = MetadataImage()
    for record in default_levels() if not levels else ():
        found.apply(record, 0)
    for name, level in levels.items():
        found.apply(FeatureLevelRecord(name=name.replace("_", "."), feature_level=level), 0)
    return found


def decide(found: MetadataImage, **updates: tuple[int, int]) -> list[Any]:
    changer = FeatureChanger(found, 1, "1")
    return changer.decide(
        {name.replace("_", "."): Update(*update) for name, update in updates.items()}
    )


def refusal(found: MetadataImage, **updates: tuple[int, int]) -> str:
    with pytest.raises(ApiError) as caught:
        decide(found, **updates)
    assert caught.value.code == 95
    text = caught.value.message or ""
    start = "The update failed for all features since the following feature had an error: "
    assert text.startswith(start)
    return text.removeprefix(start)


@pytest.mark.parametrize(
    ("level", "kind", "why"),
    [
        (1, 0, "The controller does not support the given upgrade type."),
        (-1, 9, "The controller does not support the given upgrade type."),
        (-1, UPGRADE, "A feature version cannot be less than 0."),
        (2, UPGRADE, "Local controller 1 only supports versions 0-1"),
        (
            0,
            UPGRADE,
            "Can't downgrade the version of this feature without setting the upgrade type to "
            "either safe or unsafe downgrade.",
        ),
    ],
)
def test_checks_of_one_feature_come_in_their_order(level: int, kind: int, why: str) -> None:
    """admin D-17."""
    text = f"Invalid update version {level} for feature group.version. {why}"
    assert refusal(image(), group_version=(level, kind)) == text


def test_a_downgrade_cannot_raise_a_level() -> None:
    """admin D-17."""
    found = image(metadata_version=33)
    for kind in (SAFE_DOWNGRADE, UNSAFE_DOWNGRADE):
        text = refusal(found, group_version=(1, kind))
        assert text.endswith("Can't downgrade to a newer version.")


def test_what_nobody_knows() -> None:
    """admin D-17: level 0 passes for supported, and is found out later."""
    start = "Invalid update version"
    assert refusal(image(), nope=(1, UPGRADE)) == (
        f"{start} 1 for feature nope. Local controller 1 does not support this feature."
    )
    assert refusal(image(), nope=(0, SAFE_DOWNGRADE)) == (
        f"{start} 0 for feature nope. Feature nope not found."
    )


def test_every_broker_must_support_the_level() -> None:
    """admin D-17."""
    found = image(metadata_version=33)
    feature = RegisterBrokerRecord.BrokerFeature
    known = feature(name="share.version", min_supported_version=0, max_supported_version=1)
    found.apply(RegisterBrokerRecord(broker_id=7, features=[known]), 4)
    assert refusal(found, share_version=(2, UPGRADE)).endswith(
        "Broker 7 only supports versions 0-1"
    )
    assert refusal(found, group_version=(1, UPGRADE)).endswith(
        "Broker 7 does not support this feature."
    )
    assert decide(found, share_version=(1, UPGRADE))


def test_metadata_version_goes_down_only_where_records_stay_as_they_are() -> None:
    """admin D-18, G-5, H 98."""
    for current in range(8, 34):
        for level in range(7, current):
            found = image(metadata_version=current)
            lost = any(level < each <= current for each in METADATA_CHANGED_WITH)
            if not lost:
                (record,) = decide(found, metadata_version=(level, SAFE_DOWNGRADE))
                assert record.feature_level == level
                continue
            why = f"Unsupported metadata.version downgrade from {current} to {level}. "
            assert refusal(found, metadata_version=(level, SAFE_DOWNGRADE)) == why + NOWHERE
            unsafe = refusal(found, metadata_version=(level, UNSAFE_DOWNGRADE))
            assert unsafe == why + "Unsafe metadata downgrade is not supported in this version."
    assert sorted(METADATA_CHANGED_WITH) == [7, 8, 11, 13, 14, 15, 17, 23, 30, 32, 33]


def test_metadata_version_has_bounds() -> None:
    """admin G-2, G-6, H 98: an unreleased level is not offered."""
    for level in (6, 0, 34):
        text = f"Invalid update version {level} for feature metadata.version. Local controller 1 "
        found = refusal(image(), metadata_version=(level, UPGRADE))
        assert found == f"{text}only supports versions 7-33"


def test_some_features_need_others() -> None:
    """admin D-17, G-1: the other may be raised by the same request."""
    found = image(metadata_version=22)
    text = f"{ELR} could not be set to 1 because it depends on metadata.version level 23"
    assert refusal(found, eligible_leader_replicas_version=(1, UPGRADE)).endswith(text)
    updates = {ELR: Update(1, UPGRADE), "metadata.version": Update(23, UPGRADE)}
    assert FeatureChanger(found, 1, "1").decide(updates)
    found = image(metadata_version=20)
    text = "kraft.version could not be set to 1 because it depends on metadata.version level 21"
    assert refusal(found, kraft_version=(1, UPGRADE)).endswith(text)
    for each in SUPPORTED:
        if each.name not in (ELR, "kraft.version", "metadata.version"):
            level = Update(each.max, UPGRADE)
            assert FeatureChanger(image(metadata_version=7), 1, "1").decide({each.name: level})


def test_all_but_the_quorums_version_need_a_metadata_version() -> None:
    """admin D-17: before it is asked whether that may be."""
    for level in (1, -1):
        refused = refusal(image(), group_version=(1, UPGRADE), metadata_version=(level, UPGRADE))
        assert "group.version could not be set to 1 because it depends on" in refused
        assert refused.endswith("metadata.version=7 (3.3-IV3)")
    low = {"metadata_version": (1, UPGRADE)}
    for one in ({"group_version": (0, SAFE_DOWNGRADE)}, {"kraft_version": (1, UPGRADE)}):
        assert refusal(image(), **one, **low).endswith("only supports versions 7-33")


def test_the_quorums_version_never_goes_down() -> None:
    """admin D-20, F-30: and it is no record of the metadata."""
    found = image()
    assert decide(found, kraft_version=(1, UPGRADE)) == []
    found.features["kraft.version"] = 1
    text = "Invalid update version 0 for feature kraft.version. Can't downgrade the version of this"
    for kind in (SAFE_DOWNGRADE, UNSAFE_DOWNGRADE):
        assert refusal(found, kraft_version=(0, kind)) == f"{text} feature."


def test_eligible_replicas_bring_min_insync_replicas_to_the_cluster() -> None:
    """admin D-20: brokers lose theirs, in the same batch and before the level."""
    found = image(metadata_version=33)
    for name in ("1", "2"):
        own = ConfigRecord(
            resource_type=RESOURCE_BROKER, resource_name=name, name=MINIMUM, value="2"
        )
        found.apply(own, 0)
    *configs, level = decide(found, eligible_leader_replicas_version=(1, UPGRADE))
    assert [(each.resource_name, each.name, each.value) for each in configs] == [
        ("", MINIMUM, "1"),
        ("1", MINIMUM, None),
        ("2", MINIMUM, None),
    ]
    assert (level.name, level.feature_level) == (ELR, 1)


def test_what_the_cluster_has_already_stays() -> None:
    """admin D-20: turning it off leaves the default in place, too."""
    found = image()
    own = ConfigRecord(resource_type=RESOURCE_BROKER, resource_name="", name=MINIMUM, value="3")
    found.apply(own, 0)
    (off,) = decide(found, eligible_leader_replicas_version=(0, SAFE_DOWNGRADE))
    found.apply(off, 0)
    assert [
        each.API_KEY for each in decide(found, eligible_leader_replicas_version=(1, UPGRADE))
    ] == [FeatureLevelRecord.API_KEY]
