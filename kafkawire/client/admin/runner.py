"""The part of an admin client that its operations use."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

import trio

from kafkawire.client.core.operations.sources import Plan, Sources
from kafkawire.client.errors import ClientError
from kafkawire.client.outcomes import Outcomes

K = TypeVar("K")
R = TypeVar("R")


class Runner(Protocol):
    """Runs plans; `Admin` is one."""

    @property
    def sources(self) -> Sources:
        """The view of the cluster, its coordinators, and tools for operations."""

    def limit_ms(self, timeout_ms: int | None) -> int:
        """Return how long an operation may take: `timeout_ms`, or default.api.timeout.ms."""

    async def run(self, plan: Plan[K, R], limit_ms: int) -> Outcomes[K, R]:
        """Run a plan until all its keys have ended or its time is over."""


async def run_one(runner: Runner, plan: Plan[str, R], limit_ms: int) -> R:
    """Run a plan of one key and return its result, or raise its error."""
    (result,) = (await runner.run(plan, limit_ms)).unwrap().values()
    return result


async def run_at_once(runner: Runner, plans: Iterable[Plan[K, R]], limit_ms: int) -> Outcomes[K, R]:
    """Run plans of different keys at the same time; return what they ended with as one."""
    results: dict[K, R] = {}
    errors: dict[K, ClientError] = {}
    raised: list[ClientError] = []

    async def run(plan: Plan[K, R]) -> None:
        try:
            told = await runner.run(plan, limit_ms)
        except ClientError as error:  # of all plans: the client was closed
            raised.append(error)
        else:
            results.update(told)
            errors.update(told.errors)

    async with trio.open_nursery() as nursery:
        for plan in plans:
            nursery.start_soon(run, plan)
    if raised:
        raise raised[0]
    return Outcomes(results, errors)
