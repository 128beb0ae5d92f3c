"""Walks on two sides, many in a row: their topics are made together, and taken away together."""

from __future__ import annotations

import functools
import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from compat.oracle.gaps import Gap
from compat.oracle.lockstep import Lockstep, Report
from compat.oracle.runner import api_ranges
from compat.oracle.scripts.kit import TIMEOUT_MS, World, all_there, delete_topics, new_topic
from compat.oracle.side import Side
from compat.oracle.steps import Answer, Ask, InForce, Script, Step, shown
from compat.oracle.walking.ground import Ground
from compat.oracle.walking.planner import Kind, Plan
from compat.oracle.walking.shrinking import shrunk
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.create_topics_response import CreateTopicsResponse
from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse

CREATE, DELETE, METADATA, LIST = 7, 5, 9, 6
SHRINKING_RUNS_MAX = 150
SHRINKING_SECONDS_MAX = 60.0
"""Well below what a test may take: a difference must be told of, however long it is."""
TOPIC_ALREADY_EXISTS = int(ErrorCode.TOPIC_ALREADY_EXISTS)

Ids = dict[str, bytes]


class Walked(NamedTuple):
    """A walk and what came of it."""

    seed: int
    report: Report


class Walker:
    """Two sides on which walks of a kind are made; the versions are those of the first side."""

    def __init__(self, sides: tuple[Side, Side], gaps: list[Gap], kind: Kind) -> None:
        self.sides = sides
        self._kind = kind
        self._ranges = api_ranges(sides[0])
        self._lockstep = Lockstep(*sides, gaps)
        for side in sides:
            kind.prepare(side)
            side.close()

    def close(self) -> None:
        """End all connections."""
        self._lockstep.close()

    def walk(self, seeds: Iterable[int]) -> Iterator[Walked]:
        """Make the walks of these seeds, one after another."""
        waiting = iter(seeds)
        while some := list(itertools.islice(waiting, self._kind.together)):
            together = [self._kind.plan(seed, self._ranges) for seed in some]
            for found, report in zip(together, self._run(together), strict=False):
                yield Walked(found.seed, report)

    def shrink(self, seed: int) -> tuple[Plan, Report, list[str]]:
        """The fewest moves of a walk found that still show a difference, and their steps.

        The report has no finding if the walk shows none when it is made again.
        """
        whole = self._kind.plan(seed, self._ranges)
        end = time.monotonic() + SHRINKING_SECONDS_MAX

        def fails(moves: Sequence[object]) -> bool:
            if time.monotonic() > end:
                return False
            (report,) = self._run([whole._replace(moves=tuple(moves))])  # type: ignore[arg-type]
            return bool(report.findings)

        moves = shrunk(whole.moves, fails, SHRINKING_RUNS_MAX)
        least = whole._replace(moves=moves)
        steps: list[str] = []
        (report,) = self._run([least], steps)
        return least, report, steps

    def _run(self, plans: Sequence[Plan], steps: list[str] | None = None) -> Iterator[Report]:
        """The reports of some plans, whose topics are there while they run."""
        ids = tuple(_made(side, plans) for side in self.sides)
        try:
            for each in plans:
                script = self._script(each, ids, steps)
                known = tuple(_of(each, some) for some in ids)
                yield self._lockstep.run(self._kind.script, script, known)
        finally:
            for side in self.sides:
                self._kind.clear(side, plans)
                _cleared(side, tuple(each.prefix for each in plans))

    def _script(
        self, found: Plan, ids: tuple[Ids, ...], steps: list[str] | None
    ) -> Callable[[], Script]:
        # The runner makes one script for each side, in the order of the sides.
        following = iter(ids)
        traces = iter((steps, None))
        return lambda: _traced(self._played(found, next(following)), next(traces))

    def _played(self, found: Plan, ids: Ids) -> Script:
        world = World(self._kind.script, self._ranges, found.seed, len(found.moves))
        ground = Ground(world, found.prefix)
        for topic in found.topics:
            ground.ids[topic.key] = ids[ground.name(topic)]
        for move in found.moves:
            yield from move(ground)


def _of(found: Plan, ids: Ids) -> list[bytes]:
    """The ids of a plan's own topics, in its order."""
    return [ids[found.prefix + topic.name] for topic in found.topics]


def _traced(script: Script, steps: list[str] | None) -> Script:
    """The script; what it does is written down."""
    if steps is None:
        yield from script
        return
    outcome = None
    while True:
        try:
            step: Step = next(script) if outcome is None else script.send(outcome)
        except StopIteration:
            return
        steps.append(shown(step))
        outcome = yield step


def _made(side: Side, plans: Sequence[Plan]) -> Ids:
    """Make the topics that plans start with, and wait until all can be used. Their ids by name."""
    wanted = {each.prefix + topic.name: topic for each in plans for topic in each.topics}
    if not wanted:
        return {}
    topics = [new_topic(name, it.count, configs=it.configs) for name, it in wanted.items()]
    found = side.do(Ask(CreateTopicsRequest(topics=topics, timeout_ms=TIMEOUT_MS), CREATE))
    assert isinstance(found, Answer), f"{side.name} does not make topics: {found}"
    assert isinstance(found.message, CreateTopicsResponse)
    wrong = [each for each in found.message.topics if each.error_code]
    if wrong and wrong[0].error_code == TOPIC_ALREADY_EXISTS:  # a run that was interrupted
        _cleared(side, tuple(each.prefix for each in plans))
        return _made(side, plans)
    assert not wrong, f"{side.name} does not make topics: {wrong}"
    part, element = ListOffsetsRequest.ListOffsetsPartition, ListOffsetsRequest.ListOffsetsTopic
    asked = [
        element(name=name, partitions=[part(partition_index=at) for at in range(it.count)])
        for name, it in wanted.items()
    ]
    side.do(Ask(ListOffsetsRequest(replica_id=-1, topics=asked), LIST, until=all_there))
    side.close()
    return {each.name: each.topic_id for each in found.message.topics}


def _cleared(side: Side, prefixes: tuple[str, ...]) -> None:
    """Delete whatever topics walks left, and wait until they are gone."""
    everything = MetadataRequest(topics=None, allow_auto_topic_creation=False)
    left = functools.partial(_left, prefixes)
    found = side.do(Ask(everything, METADATA))
    names = left(found.message) if isinstance(found, Answer) else []
    if names:
        side.do(Ask(delete_topics(names, DELETE, TIMEOUT_MS), DELETE))
        side.do(Ask(everything, METADATA, until=lambda found: not left(found)))
        side.do(InForce())
    side.close()


def _left(prefixes: tuple[str, ...], found: Message) -> list[str]:
    assert isinstance(found, MetadataResponse)
    return [each.name for each in found.topics if each.name and each.name.startswith(prefixes)]
