"""Scripts, one after another, on two sides; both are emptied of topics and groups before each."""

from __future__ import annotations

import functools

from compat.oracle.emptying import empty_broker, make_internal_topics
from compat.oracle.gaps import Gap
from compat.oracle.lockstep import Lockstep, Report
from compat.oracle.scripts import ALL_SCRIPTS
from compat.oracle.scripts.kit import World
from compat.oracle.side import Side
from compat.oracle.steps import Answer, Ask, Script
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse

SEED = 20_261_121
WALK_STEPS = 300


def api_ranges(side: Side) -> dict[int, tuple[int, int]]:
    """The versions that a side says it speaks."""
    found = side.do(Ask(ApiVersionsRequest(), 0))
    assert isinstance(found, Answer), f"{side.name} does not answer ApiVersions: {found}"
    assert isinstance(found.message, ApiVersionsResponse)
    side.close()
    return {each.api_key: (each.min_version, each.max_version) for each in found.message.api_keys}


class Runner:
    """Two sides, ready for scripts. The versions asked for are those of the first side."""

    def __init__(
        self,
        sides: tuple[Side, Side],
        gaps: list[Gap],
        *,
        seed: int = SEED,
        walk_steps: int = WALK_STEPS,
    ) -> None:
        self.sides = sides
        self.gaps = gaps
        self._seed = seed
        self._walk_steps = walk_steps
        self._ranges = api_ranges(sides[0])
        self._lockstep = Lockstep(*sides, gaps)
        for side in sides:
            make_internal_topics(side)

    def run(self, name: str) -> Report:
        """Run one script to its end."""
        for side in self.sides:
            empty_broker(side)
        return self._lockstep.run(name, functools.partial(self._script, name))

    def _script(self, name: str) -> Script:
        return ALL_SCRIPTS[name](self._world(name))

    def _world(self, name: str) -> World:
        return World(name, self._ranges, self._seed, self._walk_steps)

    def closed_gaps(self) -> list[str]:
        """The gaps that no difference needed so far."""
        return [gap.name for gap in self.gaps if not gap.was_needed]

    def close(self) -> None:
        """End all connections."""
        self._lockstep.close()
