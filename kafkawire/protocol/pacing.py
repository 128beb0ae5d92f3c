"""Places in long work at which other work may run.

One thread serves all clients, so work on a large request has to pause now and then. A loop over
many elements calls `rest` once for each `STEP` of them, mostly by iterating over `unhurried(...)`.
One long call of a library in C runs `aside`. The shell of a broker installs what both do
(`set_pace`). `rest` looks at the time that the work has taken and, if that is too much, serves
other clients before it returns; `aside` serves them while a thread makes the call. Without a shell,
as in tests, tools and clients, `rest` does nothing and `aside` makes the call.

Other requests may run in both. A loop may therefore rest only between elements that are
independent of each other, as they are in Apache Kafka, whose handlers run in parallel and lock one
partition at a time. Work that must see one state from beginning to end does not rest.
"""

from __future__ import annotations

from collections.abc import Sized
from contextvars import ContextVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import ParamSpec, TypeVar

    P = ParamSpec("P")
    T = TypeVar("T")

STEP = 32
"""Elements between two rests. One takes microseconds, so a step is well below a millisecond."""


class Pace:
    """How long work proceeds where there is no shell: without a pause."""

    __slots__ = ()

    def rest(self) -> None:
        """Go on."""

    def aside(self, work: Callable[[], T]) -> T:
        """Do the work here and now."""
        return work()

    def hold(self) -> bool:
        """Rest no more, until `release` is called with what this returns."""
        return False

    def release(self, was_held: bool) -> None:
        """Rest again, unless it was held before."""


_WITHOUT_PAUSE = Pace()
_pace: ContextVar[Pace] = ContextVar("kafkawire.pace", default=_WITHOUT_PAUSE)


def set_pace(pace: Pace) -> None:
    """Have `pace` decide from now on in this context, that is in this task or greenlet."""
    _pace.set(pace)


def rest() -> None:
    """Let other work run, if this work has had its share of time."""
    _pace.get().rest()


def aside(work: Callable[[], T]) -> T:
    """Return what `work` returns, and let other work run meanwhile.

    `work` may run in another thread. It touches nothing that others may change, and releases
    Python's lock; else it would be better done in steps, with rests.
    """
    return _pace.get().aside(work)


class held:
    """A context in which nothing rests: its body must see one state from beginning to end."""

    __slots__ = ("_pace", "_was_held")

    def __enter__(self) -> None:
        self._pace = _pace.get()
        self._was_held = self._pace.hold()

    def __exit__(self, *failure: object) -> None:
        self._pace.release(self._was_held)


def undisturbed(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return what the function returns, without a rest."""
    pace = _pace.get()
    was_held = pace.hold()
    try:
        return function(*args, **kwargs)
    finally:
        pace.release(was_held)


def unhurried(items: Iterable[T]) -> Iterable[T]:
    """The `items`, with a rest after each `STEP` of them."""
    if isinstance(items, Sized) and len(items) <= STEP:
        return items
    return _in_steps(items)


def _in_steps(items: Iterable[T]) -> Iterator[T]:
    pace = _pace.get()
    left = STEP
    for item in items:
        yield item
        left -= 1
        if not left:
            left = STEP
            pace.rest()
