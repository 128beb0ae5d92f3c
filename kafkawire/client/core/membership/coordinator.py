"""The broker that coordinates a group: looked up at first use, and again after it is lost.

FindCoordinator goes to the least loaded broker. At most one request is in flight. Each waiter is
called once: then either the coordinator is known, or `failure` has the reason. An error from an
older coordinator does not lose the present one (`lost`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from kafkawire.client.core.calls import Answer, Call, Outbox
from kafkawire.client.core.find_coordinator import find_request, found_by_key
from kafkawire.client.errors import ClientError, is_retriable, refusal
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.find_coordinator_response import FindCoordinatorResponse

if TYPE_CHECKING:
    from kafkawire.client.core.backoff import Backoff
    from kafkawire.client.core.view import ClusterView
    from kafkawire.timers import Timer, Timers

NOT_FOUND = (15, 16)
"""Error codes of a broker that is not the coordinator: COORDINATOR_NOT_AVAILABLE and
NOT_COORDINATOR."""
GROUP_KEY = 0

Waiter = Callable[[int], None]
"""Called with now_ms."""


class Nodes(Protocol):
    """The part of `Metadata` that a coordinator uses: the addresses of brokers."""

    view: ClusterView

    def request_update(self, now_ms: int) -> None:
        """Ask for a newer view."""


class Coordinator:
    """The coordinator of one group."""

    def __init__(
        self, group_id: str, outbox: Outbox, nodes: Nodes, timers: Timers, backoff: Backoff
    ) -> None:
        self.node: int | None = None
        """The id of the broker, None if it is unknown."""
        self.failure: ClientError | None = None
        """Why the last lookup ended for good; None if lookups may still succeed."""
        self.last_error: ClientError | None = None
        """Why the last lookup failed."""
        self._group_id = group_id
        self._outbox = outbox
        self._nodes = nodes
        self._timers = timers
        self._backoff = backoff
        self._waiting: dict[Waiter, None] = {}
        self._call: Call | None = None
        self._timer: Timer | None = None

    def find(self, waiter: Waiter, now_ms: int) -> None:
        """Look for the coordinator, and call the waiter once when the search is over.

        A waiter that waits already is called once all the same. If the coordinator is known, the
        waiter is called at once.
        """
        if self.node is not None:
            waiter(now_ms)
            return
        self._waiting[waiter] = None
        if self._call is None and self._timer is None:
            self._ask(now_ms)

    def forget(self, waiter: Waiter) -> None:
        """Do not call the waiter any more; without waiters the search ends."""
        self._waiting.pop(waiter, None)
        if not self._waiting:
            self._stop()

    def lost(self, node: int) -> None:
        """Forget the coordinator, if it is this broker: it refused, or its connection ended."""
        if self.node == node:
            self.node = None

    def doubt(self) -> None:
        """Forget the coordinator, whichever it is: it has not answered for too long."""
        self.node = None

    def _stop(self) -> None:
        if self._call is not None:
            self._outbox.withdraw(self._call)
            self._call = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ask(self, now_ms: int) -> None:
        self._timer = None
        self.failure = None
        self._call = Call(
            ApiKey.FIND_COORDINATOR, find_request(GROUP_KEY, [self._group_id]), self._answered
        )
        self._outbox.send(self._call, now_ms)

    def _answered(self, answer: Answer, now_ms: int) -> None:
        self._call = None
        message = answer.message
        if message is None:
            assert answer.failure is not None
            self._not_found(answer.failure, now_ms)
            return
        assert isinstance(message, FindCoordinatorResponse)
        found = found_by_key(message, answer.version, [self._group_id])[self._group_id]
        if found.code:
            what = f"group {self._group_id!r}{': ' if found.text else ''}{found.text}"
            error = refusal(found.code, what, api=ApiKey.FIND_COORDINATOR, node=answer.node)
            self._not_found(error, now_ms)
        elif found.node not in self._nodes.view.nodes:
            self._nodes.request_update(now_ms)
            self._again(now_ms)
        else:
            self.node = found.node
            self._backoff.reset()
            self._over(now_ms)

    def _not_found(self, error: ClientError, now_ms: int) -> None:
        self.last_error = error
        if is_retriable(error):
            self._again(now_ms)
        else:
            self.failure = error
            self._over(now_ms)

    def _again(self, now_ms: int) -> None:
        self._timer = self._timers.at(now_ms + self._backoff.next_ms(), self._ask)

    def _over(self, now_ms: int) -> None:
        waiting, self._waiting = self._waiting, {}
        for waiter in waiting:
            waiter(now_ms)
