"""Applications that ask and change this and that."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

from tests.client.cancellation.stage import FIRST, SECOND, Stage
from tests.client.cancellation.whims import BLOCK, Leaving, Whim, answered

SOURCE = (FIRST, SECOND)


class Administrator:
    """Asks and changes this and that."""

    def __init__(self, stage: Stage, random: Random, name: str) -> None:
        self.whim = Whim(stage, random)
        self.name = name

    async def run(self) -> None:
        """Do a few things."""
        await self.whim.attempt(self._once, BLOCK)

    async def _once(self) -> None:
        random, stage = self.whim.random, self.whim.stage
        admin = stage.admin()
        operations: list[Callable[[], Awaitable[Any]]] = [
            admin.list_topics,
            admin.describe_cluster,
            lambda: admin.list_offsets(dict.fromkeys(SOURCE, -1)),
            lambda: admin.create_topics([f"{self.name}{random.randrange(3)}"]),
            lambda: admin.delete_topics([f"{self.name}{random.randrange(3)}"]),
            lambda: admin.list_consumer_group_offsets(["g"]),
            lambda: admin.describe_consumer_groups(["g"]),
        ]

        async def body() -> None:
            for _ in range(random.randint(2, 8)):
                operation = random.choice(operations)
                await self.whim.attempt(lambda operation=operation: answered(operation))  # type: ignore[misc]
                await self.whim.rest()

        await Leaving(stage).through(admin, body)

    def check(self) -> list[str]:
        """Nothing of it concerns a record."""
        return self.whim.unexpected()
