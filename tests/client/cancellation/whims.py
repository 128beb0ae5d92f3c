"""Applications that are cancelled at random, and clients whose blocks are left in time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, NamedTuple, Protocol

import trio

from kafkawire.client import ClientError, CommitFailed, RebalanceInProgress, ServerError
from kafkawire.client.shell.background import is_cancelled
from tests.client.cancellation.stage import Stage
from tests.client.support.steps import Moment, Steps

SHORT_BUDGET_S, BUDGET_S = 3.0, 30.0
LATE_S = 0.1
"""By so much a block may be left later than its budget."""
INCONSISTENT_GROUP_PROTOCOL = 23
"""The readers of a group may have nothing in common."""


class Whims(NamedTuple):
    """At which steps something is cancelled, or after which time; one of each is drawn."""

    steps: tuple[int | None, ...]
    limits_s: tuple[float, ...]


CALL = Whims((None, None, None, 1, 1, 2, 2, 3, 4, 5, 7, 9), (60, 60, 60, 0.0005, 0.003, 0.02, 0.2))
COPY = Whims((None, None, 2, 4, 6, 7, 8, 9, 10, 11, 12, 13), (60, 60, 60, 60, 0.01, 0.05, 0.3))
BLOCK = Whims((None, None, None, None, 2, 6, 10, 15, 20, 30, 50, 80), (60, 60, 60, 60, 0.1, 0.5, 2))


class Whim:
    """What is cancelled, and when: as one random number generator says."""

    def __init__(self, stage: Stage, random: Random) -> None:
        self.stage = stage
        self.random = random
        self.refused: list[ClientError] = []
        """What calls raised."""

    async def attempt(self, work: Callable[[], Awaitable[None]], whims: Whims = CALL) -> bool:
        """Do something, which may be cancelled; return whether it came to its end."""
        random = self.random
        steps = Steps(random.choice(whims.steps), random.choice(list(Moment)))
        limit_s = random.choice(whims.limits_s)
        ended: list[bool] = []

        async def all_of_it() -> None:
            await work()
            ended.append(True)

        try:
            with trio.move_on_after(limit_s):
                await steps.run(all_of_it)
        except ClientError as error:
            self.refused.append(error)
        return bool(ended)

    def unexpected(self) -> list[str]:
        """Return the errors of calls that no fault explains."""
        return [f"a call raised {error!r}" for error in self.refused if not _may_be(error)]

    async def rest(self) -> None:
        """Let some time pass, or none."""
        await trio.sleep(self.random.choice([0, 0, 0.001, 0.01, 0.1, 0.3]))


class App(Protocol):
    """One application."""

    async def run(self) -> None:
        """Use a client until the application has had enough of it."""

    def check(self) -> list[str]:
        """Return what is wrong, once the broker's logs have settled."""


class Leaving:
    """Sees to it that the blocks of clients are left within their budgets."""

    def __init__(self, stage: Stage) -> None:
        self._ledger = stage.ledger
        self._since_s = 0.0
        self.was_cancelled = False
        """Whether the body ended by a cancellation."""

    async def through(self, client: Any, body: Callable[[], Awaitable[None]]) -> None:
        """Run the body in the client's block."""
        self._since_s = trio.current_time()
        self.was_cancelled = True
        has_begun = False
        try:
            async with client:
                has_begun = True
                try:
                    await body()
                    self.was_cancelled = False
                except BaseException as error:
                    self.was_cancelled = is_cancelled(error)
                    raise
                finally:
                    self._since_s = trio.current_time()
        finally:
            took_s = trio.current_time() - self._since_s
            budget_s = SHORT_BUDGET_S if self.was_cancelled else BUDGET_S
            if has_begun and took_s > budget_s + LATE_S:
                kind = type(client).__name__
                self._ledger.violations.append(f"{kind}: left after {took_s} s of {budget_s} s")


async def answered(question: Callable[[], Awaitable[Any]]) -> None:
    """Ask a question, and look at no answer."""
    await question()


def _may_be(error: ClientError) -> bool:
    if isinstance(error, ServerError) and error.code == INCONSISTENT_GROUP_PROTOCOL:
        return True
    return isinstance(error, CommitFailed | RebalanceInProgress)
