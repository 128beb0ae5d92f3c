"""Scripts, one after another, on two sides; both are emptied of topics and groups in between."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from compat.oracle.emptying import empty_broker, make_internal_topics
from compat.oracle.gaps import Gap
from compat.oracle.lockstep import Lockstep, Report
from compat.oracle.scripts import SCRIPTS
from compat.oracle.scripts.kit import World
from compat.oracle.side import Side
from compat.oracle.steps import Answer, Ask, Script
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse


def api_ranges(side: Side) -> dict[int, tuple[int, int]]:
    """The versions that a side says it speaks."""
    found = side.do(Ask(ApiVersionsRequest(), 0))
    assert isinstance(found, Answer), f"{side.name} does not answer ApiVersions: {found}"
    assert isinstance(found.message, ApiVersionsResponse)
    side.close()
    return {each.api_key: (each.min_version, each.max_version) for each in found.message.api_keys}


def run_scripts(
    sides: tuple[Side, Side], gaps: list[Gap], names: Sequence[str], *, seed: int, steps: int
) -> Iterator[Report]:
    """The reports, as the scripts end. The versions asked for are those of the first side."""
    ranges = api_ranges(sides[0])
    for side in sides:
        make_internal_topics(side)
    lockstep = Lockstep(*sides, gaps)
    try:
        for name in names:
            for side in sides:
                empty_broker(side)
            yield lockstep.run(name, functools.partial(_script, name, ranges, seed, steps))
    finally:
        lockstep.close()


def _script(name: str, ranges: dict[int, tuple[int, int]], seed: int, steps: int) -> Script:
    return SCRIPTS[name](World(name, ranges, seed, steps))
