"""Followers at the real leader and at ours. Skipped without Java and Maven.

A walk's number is its seed, the same in every run; `compat.oracle.followers` walks with any.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from compat.oracle.followers.__main__ import STEPS, differences, real_leader
from compat.oracle.followers.leaders import RealLeader
from compat.oracle.followers.scenes import SCENES
from compat.oracle.followers.walk import Walk
from compat.oracle.node import OracleUnavailable
from compat.oracle.sides import VERSION
from tests.support.rings.skips import skip_without

pytestmark = pytest.mark.oracle

WALKS = 2
UNCHECKED = "our leader is not compared with one of Apache Kafka"


@pytest.fixture(scope="module")
def real(request: pytest.FixtureRequest) -> Iterator[RealLeader]:
    if request.config.getoption("--against") != "kafkawire":
        skip_without("--against is another broker than kafkawire", UNCHECKED)
    try:
        with real_leader(VERSION) as leader:
            yield leader
    except OracleUnavailable as missing:
        skip_without(missing, UNCHECKED)


@pytest.mark.parametrize("scene", SCENES)
def test_a_scene_is_as_with_the_real_leader(real: RealLeader, scene: str) -> None:
    assert differences(real, scene) == []


@pytest.mark.parametrize("seed", range(WALKS))
def test_a_random_walk_is_as_with_the_real_leader(
    real: RealLeader, seed: int, walked: list[str]
) -> None:
    walked.append(f"followers: seed {seed}")
    Walk(real, seed).go(STEPS)
