"""Plans of operations, run in a `World`."""

from __future__ import annotations

from typing import Any

from kafkawire.client.core.operations.running import Running, Tools
from kafkawire.client.core.operations.sources import Plan, Sources
from tests.client.support.world import World


def sources(world: World) -> Sources:
    """What an admin client in the world knows of its cluster."""
    tools = Tools(world.network, world.timers, world.random)
    return Sources(world.metadata, tools, {}, {})


def run(world: World, plan: Plan[Any, Any], ms: int = 5000) -> Running[Any, Any]:
    """Run a plan for some simulated time; return its results and errors."""
    world.metadata.request_update(world.now_ms)
    world.settle()
    running = Running(plan.operation, plan.keys, sources(world).tools, lambda: None)
    running.begin(world.now_ms)
    world.advance(ms)
    return running
