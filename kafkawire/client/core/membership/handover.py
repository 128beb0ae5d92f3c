"""Gains and losses of partitions while an application reads: steps that a shell performs.

The package's docstring has the protocol. A handover does one thing at a time. What begins while
another thing is under way takes its place: the shell's answers to older steps change nothing.

    revoke   Release -> commit what is done -> Revoked
    lose     Lost
    assign   Assigned
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, Protocol

from kafkawire.client.core.membership.losses import overdue_error, revoked_error

if TYPE_CHECKING:
    from kafkawire.client.errors import ClientError
    from kafkawire.client.values import TopicPartition
    from kafkawire.timers import Timer, Timers

GRACE_SHARE = 0.25
"""What a revocation may take longer than its budget once handlers were cancelled, as a part of it:
what they did has to be committed still. By default that is the rest of max.poll.interval.ms."""
GRACE_MS = 3000
"""And so long at least."""
Partitions = frozenset["TopicPartition"]
Then = Callable[[int], None]
"""Called with now_ms."""


class Release(NamedTuple):
    """Stop fetching these partitions, and wait until the application holds no record of them."""

    number: int
    partitions: Partitions
    deadline_ms: int


class Interrupt(NamedTuple):
    """Cancel the handlers of these partitions: the deadline of step `number` has come."""

    number: int
    partitions: Partitions


class Revoked(NamedTuple):
    """Run the hook `revoked` until the deadline, then drop the state of these partitions."""

    number: int
    partitions: Partitions
    deadline_ms: int


class Lost(NamedTuple):
    """Drop the state of these partitions at once, end their streams, run the hook `lost`.

    `budget_ms` is how long the hook may run once it begins.
    """

    number: int
    partitions: Partitions
    why: ClientError
    budget_ms: int


class Assigned(NamedTuple):
    """Run the hook `assigned`, then fetch these partitions too.

    `budget_ms` is how long the hook may run once it begins.
    """

    number: int
    partitions: Partitions
    budget_ms: int


class Raise(NamedTuple):
    """Raise the error from the next ask, once: a refusal, or what an application's code raised."""

    error: Exception


class Failed(NamedTuple):
    """Raise the error from each ask until the application subscribes again."""

    error: ClientError


class Left(NamedTuple):
    """The consumer is no member any more, as `unsubscribe` or `close` ordered."""


class Stalled(NamedTuple):
    """Log that a heartbeat went out so much too late: something kept the program from running."""

    late_ms: int


Wish = Release | Interrupt | Revoked | Lost | Assigned | Raise | Failed | Left | Stalled


class Committer(Protocol):
    """The part of the consumer's offsets that a handover uses."""

    def commit_released(
        self, partitions: Partitions, deadline_ms: int, then: Then, now_ms: int
    ) -> None:
        """Commit what is done of these partitions if auto-commit is on, and call `then` once.

        `then` is called whatever became of the commit, at the deadline at the latest.
        """

    def drop(self, partitions: Partitions, why: ClientError, now_ms: int) -> None:
        """Forget these partitions, which are not owned any more, for the reason `why`."""


class Handover:
    """Wishes towards the shell, and what follows when they are done."""

    def __init__(self, commits: Committer, timers: Timers, budget_ms: int) -> None:
        self.wishes: list[Wish] = []
        self.interrupts = False
        """Whether handlers may be cancelled at the end of the budget (`serve`). If not, what the
        application still holds then is lost."""
        self._commits = commits
        self._timers = timers
        self._budget_ms = budget_ms
        self._number = 0
        self._awaited = -1
        """The step whose end is awaited, -1 if none is."""
        self._next: Then | None = None
        self._hooked: Partitions = frozenset()
        """Partitions of which the hook `revoked` runs, or is about to."""
        self._timer: Timer | None = None

    def take(self) -> list[Wish]:
        """Return the wishes since the last time, in order."""
        taken, self.wishes = self.wishes, []
        return taken

    def revoke(
        self, partitions: Partitions, then: Then, now_ms: int, *, budget_ms: int | None = None
    ) -> None:
        """Take partitions away that are still owned; then call `then`.

        Those of which the hook runs already are taken away by that.
        """
        if self._hooked:
            hooked = self._hooked
            self._next = lambda at_ms: self._hook_over(
                hooked,
                lambda later_ms: self.revoke(
                    partitions - hooked, then, later_ms, budget_ms=budget_ms
                ),
                at_ms,
            )
            return
        self.cancel()
        if not partitions:
            then(now_ms)
            return
        deadline_ms = now_ms + (self._budget_ms if budget_ms is None else budget_ms)
        number = self._step(lambda at_ms: self._released(partitions, deadline_ms, then, at_ms))
        self.wishes.append(Release(number, partitions, deadline_ms))
        self._timer = self._timers.at(
            deadline_ms, lambda at_ms: self._overdue(number, partitions, then, at_ms)
        )

    def lose(self, partitions: Partitions, why: ClientError, then: Then, now_ms: int) -> None:
        """Take partitions away that belong to another member already; then call `then`."""
        partitions -= self._hooked
        self.cancel()
        if not partitions:
            then(now_ms)
            return
        self._commits.drop(partitions, why, now_ms)
        number = self._step(then)
        self.wishes.append(Lost(number, partitions, why, self._budget_ms))

    def assign(self, partitions: Partitions, then: Then, now_ms: int) -> None:
        """Give partitions; then call `then`, at once if there are none to give.

        The group need not wait for a hook of an application that only gave something back.
        """
        self.cancel()
        number = self._step(then)
        self.wishes.append(Assigned(number, partitions, self._budget_ms))
        if not partitions:
            self.done(number, now_ms)

    def done(self, number: int, now_ms: int) -> None:
        """Go on after a step; steps that something else took the place of change nothing."""
        if number == self._awaited:
            then = self._next
            self.cancel()
            assert then is not None
            then(now_ms)

    def stalled(self, late_ms: int) -> None:
        """Have the shell log that a heartbeat went out so much too late."""
        self.wishes.append(Stalled(late_ms))

    def cancel(self) -> None:
        """Await nothing any more. Wishes that the shell has already stay with it."""
        self._awaited, self._next = -1, None
        self._hooked = frozenset()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _step(self, then: Then) -> int:
        self._number += 1
        self._awaited, self._next = self._number, then
        return self._number

    def _released(self, partitions: Partitions, deadline_ms: int, then: Then, now_ms: int) -> None:
        number = self._step(lambda at_ms: self._committed(partitions, deadline_ms, then, at_ms))
        self._commits.commit_released(
            partitions, deadline_ms, lambda at_ms: self.done(number, at_ms), now_ms
        )

    def _committed(self, partitions: Partitions, deadline_ms: int, then: Then, now_ms: int) -> None:
        number = self._step(lambda at_ms: self._hook_over(partitions, then, at_ms))
        self._hooked = partitions
        self.wishes.append(Revoked(number, partitions, deadline_ms))

    def _hook_over(self, partitions: Partitions, then: Then, now_ms: int) -> None:
        self._commits.drop(partitions, revoked_error(partitions), now_ms)
        then(now_ms)

    def _overdue(self, number: int, partitions: Partitions, then: Then, now_ms: int) -> None:
        """The application still holds what it should have released by now."""
        self._timer = None
        if self.interrupts:
            end_ms = now_ms + max(GRACE_MS, int(self._budget_ms * GRACE_SHARE))
            self._next = lambda at_ms: self._released(partitions, end_ms, then, at_ms)
            self.wishes.append(Interrupt(number, partitions))
            return
        why = overdue_error(partitions)
        self.cancel()
        self._commits.drop(partitions, why, now_ms)
        self._number += 1
        self.wishes.append(Lost(self._number, partitions, why, self._budget_ms))
        then(now_ms)
