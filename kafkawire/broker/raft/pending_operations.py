"""Operations of the active controller that wait until they are committed (replication A-58).

Kafka's `DeferredEventQueue`. A response leaves when the record of its operation is committed. If
the leadership ends first, it is NOT_CONTROLLER: the operation may still be committed by the next
leader, so a broker that repeats it must expect that it takes effect twice.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from kafkawire.protocol.error_codes import ErrorCode

if TYPE_CHECKING:
    from collections.abc import Callable

    Respond = Callable[[ErrorCode], None]
    """Sends the response; takes NONE after a commit."""


class PendingOperations:
    """Responses by the offset of the last record of their operation, in rising order.

    There are at most as many as requests in flight: one for each connection.
    """

    __slots__ = ("_waiting",)

    def __init__(self) -> None:
        self._waiting: deque[tuple[int, Respond]] = deque()

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, offset: int, respond: Respond) -> None:
        """Call `respond` when the record at `offset`, or the leadership, has its end.

        Operations without records pass the offset of the newest record that they have read.
        """
        assert not self._waiting or self._waiting[-1][0] <= offset, "offsets go back"
        self._waiting.append((offset, respond))

    def committed(self, end_offset: int) -> None:
        """Answer all operations below `end_offset`, oldest first. A response may add operations."""
        while self._waiting and self._waiting[0][0] < end_offset:
            self._waiting.popleft()[1](ErrorCode.NONE)

    def lost(self) -> None:
        """Answer all operations: this node does not lead any more."""
        waiting, self._waiting = self._waiting, deque()
        for _, respond in waiting:
            respond(ErrorCode.NOT_CONTROLLER)
