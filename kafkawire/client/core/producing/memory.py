"""buffer.memory: bytes of accepted records without a response, and the waiters for some.

Waiters are served in order. A small record does not overtake a large one.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class Ticket:
    """A place in the queue for memory. `wake` is called once, when `is_granted` becomes true."""

    __slots__ = ("is_granted", "size", "wake")

    def __init__(self, size: int, wake: Callable[[], None]) -> None:
        self.size = size
        self.wake = wake
        self.is_granted = False


class Memory:
    """A bound in bytes. `free` never gets below zero."""

    __slots__ = ("free", "total", "waiting")

    def __init__(self, total: int) -> None:
        self.total = total
        self.free = total
        self.waiting: deque[Ticket] = deque()

    def wait(self, size: int, wake: Callable[[], None]) -> Ticket:
        """Take a place in the queue for so many bytes."""
        assert size <= self.total, "what never fits is refused before"
        ticket = Ticket(size, wake)
        self.waiting.append(ticket)
        self._grant()
        return ticket

    def give_up(self, ticket: Ticket) -> None:
        """Return what was granted, or the place in the queue."""
        if ticket.is_granted:
            ticket.is_granted = False
            self.release(ticket.size)
        elif ticket in self.waiting:
            self.waiting.remove(ticket)
            self._grant()

    def use(self, ticket: Ticket) -> None:
        """Turn what was granted into free memory, which the caller takes at once."""
        assert ticket.is_granted
        ticket.is_granted = False
        self.free += ticket.size

    def release(self, size: int) -> None:
        """Take back so many bytes, and grant them to the waiters."""
        self.free += size
        assert self.free <= self.total, "more is returned than was taken"
        if self.waiting:
            self._grant()

    def _grant(self) -> None:
        waiting = self.waiting
        while waiting and waiting[0].size <= self.free:
            ticket = waiting.popleft()
            self.free -= ticket.size
            ticket.is_granted = True
            ticket.wake()
