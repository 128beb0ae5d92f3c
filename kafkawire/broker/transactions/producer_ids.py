"""Producer ids, given out one by one from blocks that the controller allocates (KIP-730).

A broker asks for its first block when the first producer comes, and Kafka does so in the
background: that producer hears COORDINATOR_LOAD_IN_PROGRESS and comes again (produce C-24).
Further blocks are there in time. What is left of a block at the end of a broker is never used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from kafkawire.broker.metadata.controller import Controller


class ProducerIdManager:
    """One broker's producer ids; no id is given twice in a cluster."""

    __slots__ = ("_controller", "_left")

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self._left: range | None = None

    def next_id(self, now_ms: int) -> int:
        """A fresh producer id.

        Raises `ApiError` with COORDINATOR_LOAD_IN_PROGRESS once, while the first block comes.
        """
        if self._left is None:
            self._left = self._controller.allocate_producer_ids(now_ms)
            raise ApiError(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS)
        if not self._left:
            self._left = self._controller.allocate_producer_ids(now_ms)
        producer_id = self._left[0]
        self._left = self._left[1:]
        return producer_id
