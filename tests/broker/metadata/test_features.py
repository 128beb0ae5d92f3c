"""Feature levels: the tables agree with each other."""

from __future__ import annotations

import pytest

from kafkawire.broker.metadata.features import (
    BOOTSTRAP_LEVELS,
    FINALIZED_ORDER,
    SUPPORTED,
    check_levels,
)
from kafkawire.protocol.errors import DecodeError


def test_a_new_cluster_has_levels_that_are_supported() -> None:
    supported = {each.name: each for each in SUPPORTED}
    for name, level in BOOTSTRAP_LEVELS:
        assert supported[name].min <= level <= supported[name].max


def test_metadata_version_comes_first_and_the_rest_by_alphabet() -> None:
    """admin F-4."""
    names = [name for name, _ in BOOTSTRAP_LEVELS]
    assert names[0] == "metadata.version"
    assert names[1:] == sorted(names[1:])


def test_every_feature_has_its_place_among_the_finalized() -> None:
    assert sorted(FINALIZED_ORDER) == sorted(each.name for each in SUPPORTED)


def test_levels_that_are_unknown_are_refused() -> None:
    """admin G-2: what a level beyond ours changes, nobody here can know."""
    check_levels(dict(BOOTSTRAP_LEVELS))
    check_levels({"metadata.version": 7})
    for levels, reason in (
        ({"metadata.version": 34}, "metadata.version is finalized at 34, and only 7 to 33"),
        ({"metadata.version": 6}, "metadata.version is finalized at 6, and only 7 to 33"),
        ({"share.version": 3}, "share.version is finalized at 3, and only 0 to 2"),
        ({"new.version": 1}, "the feature new.version, finalized at 1, is unknown"),
    ):
        with pytest.raises(DecodeError, match=reason):
            check_levels(levels)
