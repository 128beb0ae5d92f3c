"""The sessions that are remembered: so many, with so many partitions in all, and who has ended.

What was unused for longest is forgotten first. A broker is known by its address, since sessions
mean nothing elsewhere; it is a part of every key.
"""

from __future__ import annotations

from collections.abc import Hashable, Sized
from typing import Generic, Protocol, TypeVar

from kafkawire.dump.state.memory import Memory

SESSIONS_MAX = 10_000
PARTITIONS_HELD_MAX = 1_000_000
"""Of all sessions together."""
CLOSED_MAX = 10_000

EPOCH_MAX = 2**31 - 1


class Held(Protocol):
    """What a session is here: what it holds, and how much of that is in the sum of all."""

    @property
    def partitions(self) -> Sized:
        """What it holds."""

    counted: int


Key = TypeVar("Key", bound=Hashable)
Session = TypeVar("Session", bound=Held)


class SessionMemory(Generic[Key, Session]):
    """Sessions by their keys, and when those that are gone have ended."""

    __slots__ = ("_closed", "_partitions_held", "_sessions")

    def __init__(self) -> None:
        self._sessions: Memory[Key, Session] = Memory(SESSIONS_MAX)
        self._closed: Memory[Key, int] = Memory(CLOSED_MAX)
        self._partitions_held = 0

    def find(self, key: Key) -> Session | None:
        """A session as it is now."""
        return self._sessions.get(key)

    def use(self, key: Key) -> Session | None:
        """The same, and it counts as used."""
        return self._sessions.use(key)

    def closed_ns(self, key: Key) -> int | None:
        """When it ended, if it is known that it did."""
        return self._closed.get(key)

    def begin(self, key: Key, session: Session) -> None:
        """Remember a session, in place of one of the same key."""
        self._drop(self._sessions.pop(key, None))
        self._closed.pop(key, None)
        self._drop(self._sessions.keep(key, session))

    def end(self, key: Key, now_ns: int) -> Session | None:
        """Forget a session, and remember that it ended; None if it was not known."""
        session = self._sessions.pop(key, None)
        self._drop(session)
        if session is not None:
            self._closed.keep(key, now_ns)
        return session

    def count(self, session: Session) -> None:
        """Bring the sum of all partitions up to date, and forget sessions if it is too large."""
        self._partitions_held += len(session.partitions) - session.counted
        session.counted = len(session.partitions)
        while self._partitions_held > PARTITIONS_HELD_MAX:
            self._drop(self._sessions.pop(next(iter(self._sessions))))

    def _drop(self, session: Session | None) -> None:
        if session is not None:
            self._partitions_held -= session.counted


def next_epoch(epoch: int) -> int:
    """What a session expects after `epoch`: when it wraps, it skips 0 (`FetchMetadata`)."""
    return 1 if epoch == EPOCH_MAX else epoch + 1
