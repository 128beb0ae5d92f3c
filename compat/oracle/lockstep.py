"""One script on two sides, step by step.

Each step runs on both sides at the same time (a long poll costs its wait once). Different *steps*,
an answer that a script cannot read on with, and different outcomes are all differences; after one,
the script goes on as long as both generators can, each with what its own side said.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from compat.oracle.compare import Difference, differences
from compat.oracle.gaps import Gap
from compat.oracle.side import Side
from compat.oracle.steps import (
    Answer,
    Ask,
    Outcome,
    Receive,
    Script,
    Step,
    Undecodable,
    shown,
)
from compat.oracle.trees import Names, Tree, tree
from kafkawire.protocol.api_keys import API_NAMES
from kafkawire.protocol.errors import EncodeError

EARLY = 0.9
"""An answer that came before this part of the wait did not wait."""
OUTCOME_SHOWN_MAX = 300
_SCRIPT_ERRORS = (AttributeError, IndexError, KeyError, TypeError, ValueError, AssertionError)


class Finding(NamedTuple):
    """A difference, with the step that showed it."""

    step_number: int
    api: str
    version: int
    step: str
    difference: Difference


class Report:
    """What a script showed: how many steps it made, and the differences."""

    def __init__(self, script: str) -> None:
        self.script = script
        self.steps = 0
        self.findings: list[Finding] = []
        self.known: dict[str, int] = {}


class _Player:
    """A script on one side."""

    def __init__(self, side: Side, script: Script) -> None:
        self.side = side
        self.names = Names()
        self.ended = ""
        self._script = script

    def next(self, outcome: Outcome | None) -> Step | None:
        """The next step, given what came of the last one."""
        try:
            if outcome is None:
                return next(self._script)
            return self._script.send(outcome)
        except StopIteration:
            self.ended = "the end"
        except _SCRIPT_ERRORS as error:
            self.ended = f"cannot go on after {_brief(outcome)}: {error!r}"
        return None


def _brief(outcome: Outcome | None) -> str:
    """What came of a step, so short that known gaps can name it where it is no answer."""
    return repr(outcome.message if isinstance(outcome, Answer) else outcome)[:OUTCOME_SHOWN_MAX]


class Lockstep:
    """Two sides on which scripts are run."""

    def __init__(self, first: Side, second: Side, gaps: list[Gap]) -> None:
        self._sides = (first, second)
        self._gaps = gaps
        self._pool = ThreadPoolExecutor(2)

    def close(self) -> None:
        """End all connections."""
        for side in self._sides:
            side.close()
        self._pool.shutdown()

    def run(self, name: str, make: Callable[[], Script]) -> Report:
        """Run a script to its end."""
        report = Report(name)
        players = [_Player(side, make()) for side in self._sides]
        outcomes: list[Outcome | None] = [None, None]
        while True:
            steps = [
                player.next(outcome) for player, outcome in zip(players, outcomes, strict=True)
            ]
            if steps[0] is None or steps[1] is None:
                break
            report.steps += 1
            doing = [
                self._pool.submit(player.side.do, step)
                for player, step in zip(players, steps, strict=True)
            ]
            try:
                outcomes = [each.result() for each in doing]
            except EncodeError as error:
                players[0].ended = players[1].ended = f"cannot send {shown(steps[0])}: {error}"
                break
            self._compare(report, players, steps, outcomes)
        self._compare_ends(report, players, steps)
        for side in self._sides:
            side.close()
        return report

    def _compare_ends(
        self, report: Report, players: list[_Player], steps: list[Step | None]
    ) -> None:
        ends = [player.ended or shown(step) for player, step in zip(players, steps, strict=True)]
        if ends[0] != ends[1] or "cannot" in ends[0]:
            self._note(report, Finding(report.steps, "", 0, "", Difference("(script)", *ends)))

    def _compare(
        self,
        report: Report,
        players: list[_Player],
        steps: list[Step | None],
        outcomes: list[Outcome | None],
    ) -> None:
        step = steps[0]
        assert step is not None
        if isinstance(step, Ask) and not step.compared:
            return
        views = [
            _view(player.names, outcome) for player, outcome in zip(players, outcomes, strict=True)
        ]
        for view, outcome in zip(views, outcomes, strict=True):
            if isinstance(step, (Ask, Receive)) and step.waits_ms and isinstance(outcome, Answer):
                view["waited"] = outcome.seconds * 1000 >= step.waits_ms * EARLY
        if len({type(each) for each in steps}) > 1:
            views = [{"step": type(each).__name__} for each in steps]
        elif len({type(each) for each in outcomes}) > 1:
            views = [{"outcome": _brief(each)} for each in outcomes]
        api, version = _api(outcomes, step)
        for difference in differences(*views):
            self._note(report, Finding(report.steps, api, version, shown(step), difference))

    def _note(self, report: Report, finding: Finding) -> None:
        for gap in self._gaps:
            if gap.covers(report.script, finding.api, finding.difference):
                report.known[gap.name] = report.known.get(gap.name, 0) + 1
                return
        report.findings.append(finding)


def _api(outcomes: list[Outcome | None], step: Step) -> tuple[str, int]:
    if hasattr(step, "request"):
        return API_NAMES[step.request.API_KEY], step.version
    for outcome in outcomes:
        if isinstance(outcome, Answer):
            return API_NAMES[outcome.api_key], outcome.version
    return "", 0


def _view(names: Names, outcome: Outcome | None) -> dict[str, Tree]:
    """An outcome as a tree; that of an answer is its message, fields at the top."""
    if isinstance(outcome, Answer):
        found = tree(names, outcome.message)
        assert isinstance(found, dict)
        return found
    if isinstance(outcome, Undecodable):
        return {"outcome": outcome.why, "bytes": outcome.frame.hex()}
    return {"outcome": type(outcome).__name__}
