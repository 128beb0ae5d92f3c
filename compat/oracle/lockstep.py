"""One script on two sides, step by step.

Each step runs on both sides at the same time (a long poll costs its wait once). Different *steps*,
an answer that a script cannot read on with, and different outcomes are all differences; after one,
the script goes on as long as both generators can, each with what its own side said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from compat.oracle.compare import Difference, differences
from compat.oracle.gaps import Gap
from compat.oracle.names import Names
from compat.oracle.side import Side
from compat.oracle.steps import (
    Answer,
    Ask,
    Outcome,
    Quiet,
    Receive,
    Script,
    Send,
    Step,
    Undecodable,
    shown,
)
from compat.oracle.trees import Tree, learn, tree
from kafkawire.protocol.api_keys import API_NAMES
from kafkawire.protocol.errors import EncodeError
from kafkawire.protocol.messages.create_topics_response import CreateTopicsResponse

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


def _are_the_same(step: Step, outcomes: tuple[Outcome, Outcome]) -> bool:
    """Whether two answers are equal to the byte, which most are, and no time matters."""
    first, second = outcomes
    if not isinstance(first, Answer) or not isinstance(second, Answer):
        return False
    return b"" != first.frame == second.frame and not getattr(step, "waits_ms", 0)


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

    def run(
        self, name: str, make: Callable[[], Script], ids: tuple[Iterable[bytes], ...] = ()
    ) -> Report:
        """Run a script to its end; `ids` are those of the topics that each side has already."""
        report = Report(name)
        first, second = (_Player(side, make()) for side in self._sides)
        for player, known in zip((first, second), ids, strict=False):
            player.names.take(known)
        outcomes: tuple[Outcome, Outcome] | None = None
        while True:
            one = first.next(outcomes and outcomes[0])
            other = second.next(outcomes and outcomes[1])
            if one is None or other is None:
                break
            report.steps += 1
            doing = (
                self._pool.submit(first.side.do, one),
                self._pool.submit(second.side.do, other),
            )
            try:
                outcomes = doing[0].result(), doing[1].result()
            except EncodeError as error:
                first.ended = second.ended = f"cannot send {shown(one)}: {error}"
                break
            names = (first.names, second.names)
            self._compare(report, names, (one, other), outcomes)
        ends = first.ended or repr(one), second.ended or repr(other)
        if ends[0] != ends[1] or "cannot" in ends[0]:
            self._note(report, Finding(report.steps, "", 0, "", Difference("(script)", *ends)))
        for side in self._sides:
            side.close()
        return report

    def _compare(
        self,
        report: Report,
        names: tuple[Names, Names],
        steps: tuple[Step, Step],
        outcomes: tuple[Outcome, Outcome],
    ) -> None:
        step = steps[0]
        for known, each in zip(names, steps, strict=True):
            if isinstance(each, (Ask, Send, Quiet)):
                learn(known, each.request)
        for known, made in zip(names, outcomes, strict=True):
            if isinstance(made, Answer) and isinstance(made.message, CreateTopicsResponse):
                learn(known, made.message)
        if (isinstance(step, Ask) and not step.compared) or _are_the_same(step, outcomes):
            return
        views: list[dict[str, Tree]]
        if type(step) is not type(steps[1]):
            views = [{"step": type(each).__name__} for each in steps]
        elif type(outcomes[0]) is not type(outcomes[1]):
            views = [{"outcome": _brief(each)} for each in outcomes]
        else:
            views = [_view(*each, step) for each in zip(names, outcomes, strict=True)]
        api, version = _api(outcomes, step)
        for difference in differences(views[0], views[1]):
            self._note(report, Finding(report.steps, api, version, shown(step), difference))

    def _note(self, report: Report, finding: Finding) -> None:
        for gap in self._gaps:
            if gap.covers(report.script, finding.api, finding.difference):
                report.known[gap.name] = report.known.get(gap.name, 0) + 1
                return
        report.findings.append(finding)


def _api(outcomes: tuple[Outcome, Outcome], step: Step) -> tuple[str, int]:
    if isinstance(step, (Ask, Send, Quiet)):
        return API_NAMES[step.request.API_KEY], step.version
    for outcome in outcomes:
        if isinstance(outcome, Answer):
            return API_NAMES[outcome.api_key], outcome.version
    return "", 0


def _view(names: Names, outcome: Outcome, step: Step) -> dict[str, Tree]:
    """An outcome as a tree; that of an answer is its message, fields at the top."""
    if isinstance(outcome, Answer):
        found = tree(names, outcome.message)
        if isinstance(step, (Ask, Receive)) and step.waits_ms:
            found["waited"] = outcome.seconds * 1000 >= step.waits_ms * EARLY
        return found
    if isinstance(outcome, Undecodable):
        return {"outcome": outcome.why, "bytes": outcome.frame.hex()}
    return {"outcome": type(outcome).__name__}
