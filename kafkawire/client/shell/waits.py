"""The calls of applications that wait for an answer: they end when their client is closed.

A client is closed by the task that leaves its block, while calls of other tasks may wait. Nothing
answers them any more then, so each of them raises Closed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import trio

from kafkawire.client.errors import Closed


class Waits:
    """The waits of one client."""

    def __init__(self) -> None:
        self._scopes: set[trio.CancelScope] = set()
        self._is_over = False

    @contextmanager
    def while_open(self) -> Iterator[None]:
        """Have what waits in this block end when the client is closed. Raises Closed."""
        if self._is_over:
            raise Closed("the client was closed")
        scope = trio.CancelScope()
        self._scopes.add(scope)
        try:
            with scope:
                yield
        finally:
            self._scopes.discard(scope)
        if scope.cancelled_caught:
            raise Closed("the client was closed before there was an answer")

    def end(self) -> None:
        """Have no call wait any more."""
        self._is_over = True
        for scope in self._scopes:
            scope.cancel()
