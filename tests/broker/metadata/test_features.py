"""Feature levels: the tables agree with each other."""

from __future__ import annotations

from kafkawire.broker.metadata.features import BOOTSTRAP_LEVELS, FINALIZED_ORDER, SUPPORTED


def test_a_new_cluster_has_levels_that_are_supported():
    supported = {each.name: each for each in SUPPORTED}
    for name, level in BOOTSTRAP_LEVELS:
        assert supported[name].min <= level <= supported[name].max


def test_metadata_version_comes_first_and_the_rest_by_alphabet():
    """admin F-4."""
    names = [name for name, _ in BOOTSTRAP_LEVELS]
    assert names[0] == "metadata.version"
    assert names[1:] == sorted(names[1:])


def test_every_feature_has_its_place_among_the_finalized():
    assert sorted(FINALIZED_ORDER) == sorted(each.name for each in SUPPORTED)
