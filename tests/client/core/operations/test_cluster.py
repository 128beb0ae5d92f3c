"""The cluster as brokers of several releases describe it."""

from __future__ import annotations

import pytest

from kafkawire.client.core.operations.cluster import describe_cluster
from kafkawire.client.errors import UnsupportedVersion
from tests.client.support.operations import run, sources
from tests.client.support.world import World


def test_new_brokers_are_asked_for_it() -> None:
    world = World()
    plan = describe_cluster(sources(world), include_authorized_operations=True)
    (found,) = run(world, plan).results.values()
    assert [node.id for node in found.nodes] == [1]
    assert found.authorized_operations is not None


@pytest.mark.parametrize("release", ["1.1", "2.4"])
def test_old_brokers_tell_it_by_metadata(release: str) -> None:
    world = World(emulate=release)
    plan = describe_cluster(sources(world), include_authorized_operations=False)
    (error,) = run(world, plan).errors.values()
    assert isinstance(error, UnsupportedVersion)
    assert plan.instead is not None
    (found,) = run(world, plan.instead).results.values()
    assert (len(found.nodes), found.authorized_operations) == (1, None)
