"""The end of a consumer, and its way out of its group.

A close commits what is done, gives partitions back, leaves the group and ends fetch sessions,
within a budget that no cancellation shortens further.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Literal

import trio

from kafkawire.client.core.membership.common import Leave
from kafkawire.client.errors import TimedOut

if TYPE_CHECKING:
    from kafkawire.client.core.reading import Reader
    from kafkawire.client.options import ConsumerSettings
    from kafkawire.client.shell.grouping import Grouping
    from kafkawire.client.shell.reporting import Reporting
    from kafkawire.client.shell.runtime import Runtime
    from kafkawire.client.shell.serving import Serving

LOG = logging.getLogger("kafkawire.client")
LeaveOption = Literal["default", "leave", "remain"]
LEAVING_SHARE = 0.8
"""The part of a close's budget that giving partitions back may take; leaving has the rest."""
CLOSE_FETCH_MS = 1000
"""Limit of the wait for brokers to end fetch sessions, within the budget of closing."""


class Closing:
    """The end of one consumer."""

    def __init__(
        self,
        settings: ConsumerSettings,
        runtime: Runtime,
        reader: Reader,
        reporting: Reporting,
    ) -> None:
        self._settings = settings
        self._runtime = runtime
        self._reader = reader
        self._reporting = reporting
        self._leave = Leave.DEFAULT
        self._budget_ms: int | None = None

    def change(self, leave: LeaveOption, budget_ms: int | None) -> None:
        """Take whether to leave the group (KIP-1092), and how long a close may take."""
        self._leave = Leave(leave)
        if budget_ms is not None and budget_ms < 0:
            raise ValueError(f"budget_ms={budget_ms} is negative")
        self._budget_ms = budget_ms

    async def close(
        self, group: Grouping | None, serving: Serving[Any, Any] | None, *, is_cancelled: bool
    ) -> None:
        """End everything that brokers need to be told of."""
        budget_ms = self._settings.close_budget_ms if self._budget_ms is None else self._budget_ms
        if is_cancelled:
            budget_ms = min(budget_ms, self._settings.cancelled_close_budget_ms)
        with trio.CancelScope(shield=True, deadline=trio.current_time() + budget_ms / 1000):
            leaving_ms = int(budget_ms * LEAVING_SHARE)
            if serving is not None:
                serving.stop()
            try:
                if group is not None:
                    await self.leave(group, self._leave, leaving_ms)
            except TimedOut as error:
                if not is_cancelled:
                    raise
                # The cancellation goes on: it is what the application waits for.
                LOG.warning("leaving the group: %s", error)
            finally:
                if serving is not None:
                    await serving.ended(leaving_ms)
                await self._say_goodbye()
                await self._reporting.end()

    async def unsubscribe(self, group: Grouping | None, serving: Serving[Any, Any] | None) -> None:
        """Leave the group, or drop what was assigned by hand; `serving` goes on by itself."""
        is_member = group is not None and group.member is not None
        if not is_member:
            self._reader.assign((), self._runtime.now_ms())
        if group is not None and serving is None:
            await self.leave(group, Leave.DEFAULT, None)
        elif group is not None:
            group.leave(Leave.DEFAULT, None)
        if serving is not None:
            serving.stop()
        self._runtime.pump()

    async def leave(self, group: Grouping, leave: Leave, budget_ms: int | None) -> None:
        """Commit what is done, give partitions back, and leave the group.

        What a hook raises is raised after the member has left.
        """
        group.leave(leave, budget_ms)
        self._runtime.pump()
        while not group.is_over:
            await self._runtime.until(lambda: True if group.can_leave or group.is_over else None)
            await group.perform_steps()
        group.raise_untold()

    async def _say_goodbye(self) -> None:
        """End fetch sessions."""
        self._reader.close(self._runtime.now_ms())
        self._runtime.pump()
        await self._runtime.until(lambda: self._reader.is_closed or None, CLOSE_FETCH_MS / 1000)
