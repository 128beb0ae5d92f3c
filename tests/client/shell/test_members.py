"""The kind of a member follows the option and the cluster."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from kafkawire.client.core.membership.common import Parts
from kafkawire.client.options import ConsumerSettings, settings
from kafkawire.client.shell.members import make_member
from kafkawire.timers import Timers
from tests.client.support.world import World

NEW, OLD = {"group.version": 1}, {"group.version": 0}


@pytest.mark.parametrize(
    ("protocol", "levels", "kind"),
    [
        ("auto", NEW, "ConsumerMember"),
        ("auto", OLD, "ClassicMember"),
        ("auto", {}, "ClassicMember"),
        ("classic", NEW, "ClassicMember"),
        ("consumer", OLD, "ConsumerMember"),
    ],
)
def test_auto_takes_what_the_cluster_has(
    protocol: str, levels: Mapping[str, int], kind: str
) -> None:
    """client G-2."""
    given = settings(
        ConsumerSettings,
        {"bootstrap.servers": "a:1", "group.id": "g", "group.protocol": protocol},
    )
    world = World()
    coordinator: Any = SimpleNamespace()
    commits: Any = SimpleNamespace()
    parts = Parts(world.network, coordinator, world.metadata, commits, Timers(), Random(1))
    assert type(make_member(given, parts, levels)).__name__ == kind
