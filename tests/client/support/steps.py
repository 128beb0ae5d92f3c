"""Cancelling work at a chosen step: what its tasks do from one checkpoint to the next.

BLOCKED   the scope is cancelled when a task has reached its checkpoint: the wait is cancelled
WOKEN     the scope is cancelled when a task is about to go on: its wait has succeeded, and the
          cancellation is met at the next checkpoint
"""

from __future__ import annotations

import enum
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import trio
from trio.testing import MockClock

T = TypeVar("T")
LATER_S = 0.0015
"""How long after a checkpoint requests have left, and their answers have not come."""
BACKGROUND = "kafkawire.client.shell.background"


def simulated(work: Callable[[], Awaitable[T]], seed: int = 0) -> T:
    """Run work in simulated time, its tasks in an order that depends on the seed only."""
    run: Any = trio._core._run  # the door that Hypothesis uses
    was = run._ALLOW_DETERMINISTIC_SCHEDULING
    run._ALLOW_DETERMINISTIC_SCHEDULING = True
    run._r.seed(seed)
    try:
        return trio.run(work, clock=MockClock(autojump_threshold=0))
    finally:
        run._ALLOW_DETERMINISTIC_SCHEDULING = was


class Moment(enum.Enum):
    """When in a step the scope is cancelled."""

    BLOCKED = "blocked"
    SENT = "sent"
    WOKEN = "woken"


class Steps(trio.abc.Instrument):
    """Runs work, counts the steps of its tasks, and cancels it at step `at`: 1 is the first.

    None: without a cancellation. Steps count while `is_counting`.
    """

    def __init__(self, at: int | None, moment: Moment = Moment.BLOCKED) -> None:
        self.count = 0
        self.is_counting = True
        self.was_reached = False
        """Whether the work came to the step, and was cancelled there."""
        self.moment = moment
        self._at = at
        self._scope = trio.CancelScope()
        self._tasks: set[trio.lowlevel.Task] = set()

    @property
    def ended_early(self) -> bool:
        """Whether the cancellation ended the work, rather than coming too late."""
        return self._scope.cancelled_caught

    async def run(self, work: Callable[[], Awaitable[None]]) -> Steps:
        """Run work in a task of its own. What it raises is raised as it is."""
        errors: list[BaseException] = []

        async def run() -> None:
            self._tasks.add(trio.lowlevel.current_task())
            await trio.lowlevel.cancel_shielded_checkpoint()
            try:
                with self._scope:
                    await work()
            except trio.Cancelled:
                raise
            except BaseException as error:  # noqa: BLE001 - raised below, outside of the nursery
                errors.append(error)

        trio.lowlevel.add_instrument(self)
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(run)
        finally:
            trio.lowlevel.remove_instrument(self)
        if errors:
            raise errors[0]
        return self

    # What trio calls

    def task_spawned(self, task: trio.lowlevel.Task) -> None:
        """Follow children, but those in which a client works in the background."""
        nursery = task.parent_nursery
        is_child = nursery is not None and nursery.parent_task in self._tasks
        if is_child and BACKGROUND not in task.name:
            self._tasks.add(task)

    def task_exited(self, task: trio.lowlevel.Task) -> None:
        """Follow a task no more."""
        self._tasks.discard(task)

    def before_task_step(self, task: trio.lowlevel.Task) -> None:
        """Count a step."""
        if task in self._tasks and self.is_counting:
            self.count += 1
            self._look(Moment.WOKEN)

    def after_task_step(self, task: trio.lowlevel.Task) -> None:
        """Note that a step is over."""
        if task in self._tasks:
            self._look(Moment.BLOCKED)
            self._look(Moment.SENT)

    def _look(self, moment: Moment) -> None:
        if self.count == self._at and moment is self.moment and not self.was_reached:
            self.was_reached = True
            if moment is Moment.SENT:
                self._scope.deadline = trio.current_time() + LATER_S
            else:
                self._scope.cancel()
