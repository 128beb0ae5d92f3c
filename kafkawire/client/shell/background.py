"""Tasks of a client: they live as long as its `async with` block, closing included.

A client sends its last requests when its block is left, also if the block is being cancelled. So
its tasks are shielded from the cancellation of the block, and end when the block's owner ends them.
Their nursery is the block's: no task outlives it, and a bug in one of them cancels the body.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager

import trio


def is_cancelled(error: BaseException | None) -> bool:
    """Return whether a block ends since it was cancelled; a nursery in it raises a group then."""
    if isinstance(error, BaseExceptionGroup):
        return error.subgroup(trio.Cancelled) is not None
    return isinstance(error, trio.Cancelled)


class Background:
    """The tasks of one block. Open it and close it in the same task."""

    def __init__(self) -> None:
        self._manager: AbstractAsyncContextManager[trio.Nursery] | None = None
        self._nursery: trio.Nursery | None = None
        self._scopes: set[trio.CancelScope] = set()
        self._is_over = False

    async def open(self) -> None:
        """Begin the block."""
        self._manager = trio.open_nursery()
        self._nursery = await self._manager.__aenter__()

    def start(self, work: Callable[[], Awaitable[None]]) -> trio.CancelScope:
        """Run `work` in a task until it ends, its scope is cancelled, or the block is closed."""
        assert self._nursery is not None, "the client is not open"
        scope = trio.CancelScope(shield=True)
        if self._is_over:
            scope.cancel()
        self._scopes.add(scope)
        self._nursery.start_soon(self._run, work, scope)
        return scope

    async def close(self) -> None:
        """End all tasks and the block.

        Raises what a task has raised, in an exception group: that is a bug.
        """
        manager = self._manager
        if manager is None:
            return
        self._manager = None
        self._is_over = True
        for scope in self._scopes:
            scope.cancel()
        # Not told of the body's exception, the nursery lets that leave the block as itself.
        await manager.__aexit__(None, None, None)

    async def _run(self, work: Callable[[], Awaitable[None]], scope: trio.CancelScope) -> None:
        try:
            with scope:
                await work()
        finally:
            self._scopes.discard(scope)
