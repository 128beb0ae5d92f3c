"""Turns of work that may be left in the middle, so that no request keeps other clients waiting.

A turn is a plain call, made in a greenlet. Where its work calls `rest`
(`kafkawire.protocol.pacing`) and has run for its slice of time, control returns to the task that
began the turn, which serves other clients and goes on with the turn later.

To make a greenlet takes as long as to serve a small request; to switch to one that is there takes a
twentieth of that. So the greenlet of a turn that is over waits for the next one.

    run      begin a turn; None if it is over, else what is left of it
    go_on    the next slice of what is left
    drop     unwind what is left, without finishing it
    close    end the greenlet that waits

A turn may also be left because it has an errand: a long call in C, which the task has a thread make
before it goes on with the turn.

The slice is divided among the turns that are left unfinished, so that a hundred of them keep others
waiting as long as one does.
"""

from collections.abc import Callable
from time import perf_counter
from typing import TypeVar, cast

from greenlet import GreenletExit, getcurrent, greenlet

from kafkawire.protocol.pacing import Pace, set_pace

T = TypeVar("T")

SLICE_S = 0.002
"""How long a turn runs before other clients are served."""
SLICE_S_MIN = 0.0005
"""The least, however many turns are unfinished: each switch has its price."""


class Turn(greenlet):
    """Work that was begun by `Pacer.run`."""

    errand: Callable[[], object] | None = None
    """What a thread must do before the turn can go on."""
    result: object = None
    """What the errand returned."""
    failure: Exception | None = None
    """What it raised instead."""


class Pacer(Pace):
    """The turns of one event loop. All calls come from the loop's thread."""

    __slots__ = ("_clock", "_end", "_idle", "is_held", "unfinished")

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        self.unfinished = 0
        """Turns that are left in the middle."""
        self.is_held = False
        """While True no turn is left: the work at hand must see one state throughout."""
        self._clock = clock
        self._end = 0.0
        self._idle: Turn | None = None
        """A greenlet that waits for work."""

    def run(self, work: Callable[[], object]) -> Turn | None:
        """Begin a turn; returns what is left of it. Raises what `work` raises."""
        if self._idle is None:
            Turn(self._serve).switch()
        turn, self._idle = cast("Turn", self._idle), None
        self._end = self._clock() + SLICE_S
        turn.switch(work)
        if self._is_over(turn):
            return None
        self.unfinished += 1
        return turn

    def go_on(self, turn: Turn) -> Turn | None:
        """Give an unfinished turn a slice; returns what is left. Raises what the work raises."""
        self._end = self._clock() + max(SLICE_S_MIN, SLICE_S / self.unfinished)
        try:
            turn.switch()
        finally:
            if self._is_over(turn):
                self.unfinished -= 1
        return None if self._is_over(turn) else turn

    def drop(self, turn: Turn) -> None:
        """Unwind an unfinished turn; its `finally` clauses run, nothing else does."""
        self.unfinished -= 1
        turn.throw(GreenletExit)

    def rest(self) -> None:
        """Leave the turn that is running, if its slice is over."""
        if self.is_held or self._clock() < self._end:
            return
        beginner = getcurrent().parent
        if beginner is not None:  # else this is no turn, but a task
            beginner.switch()

    def aside(self, work: Callable[[], T]) -> T:
        """Leave the turn until a thread has done `work`; returns and raises what that does."""
        turn = getcurrent()
        if self.is_held or turn.parent is None or not isinstance(turn, Turn):
            return work()
        turn.errand = work
        turn.parent.switch()
        result, failure = turn.result, turn.failure
        turn.result = turn.failure = None
        if failure is not None:
            raise failure
        return cast("T", result)

    def hold(self) -> bool:
        """Leave no turn until `release`."""
        was_held, self.is_held = self.is_held, True
        return was_held

    def release(self, was_held: bool) -> None:
        """Leave turns again, unless they were held before."""
        self.is_held = was_held

    def close(self) -> None:
        """End the greenlet that waits: the collector does not find one by itself."""
        idle, self._idle = self._idle, None
        if idle is not None:
            idle.throw(GreenletExit)

    def _is_over(self, turn: Turn) -> bool:
        return turn is self._idle or turn.dead

    def _serve(self) -> None:
        """Wait for work and do it, again and again, until another greenlet waits as well."""
        set_pace(self)
        turn = cast("Turn", getcurrent())
        assert turn.parent is not None
        while self._idle is None:
            self._idle = turn
            work: Callable[[], object] = turn.parent.switch()
            work()
            del work  # what it refers to may end before the next comes


def run_errand(turn: Turn) -> None:
    """Do what the turn waits for; to be called in a thread."""
    assert turn.errand is not None
    try:
        turn.result = turn.errand()
    except Exception as failure:  # noqa: BLE001 - raised again where the turn goes on
        turn.failure = failure
    turn.errand = None
