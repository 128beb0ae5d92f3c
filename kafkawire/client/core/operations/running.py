"""One operation on its way: keys are looked up, asked about together, and asked about again.

    look up    the broker of a key (`lookups`)
    ask        one request for each broker, with all its keys
    sort       a result, an error for good, another attempt for this key alone, or the next page

Attempts wait for a back-off that the keys of an operation share; pages do not. Neither has a limit;
`give_up` ends the operation when its owner's time is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from kafkawire.client.core.backoff import Backoff
from kafkawire.client.core.calls import Answer, Call, Outbox
from kafkawire.client.core.operations.operation import Paged
from kafkawire.client.errors import (
    ClientError,
    RefreshError,
    ServerError,
    TimedOut,
    UnreadableAnswer,
    is_retriable,
)
from kafkawire.timers import Timer, Timers

if TYPE_CHECKING:
    from random import Random

    from kafkawire.client.core.operations.lookups import Found
    from kafkawire.client.core.operations.operation import Operation

K = TypeVar("K")
R = TypeVar("R")

NOT_CONTROLLER = 41


class Tools(NamedTuple):
    """The part of the client that operations use."""

    outbox: Outbox
    timers: Timers
    random: Random
    retry_backoff_ms: int = 100
    retry_backoff_max_ms: int = 1000


class Running(Generic[K, R]):
    """An operation that was begun. `results` and `errors` are whole when `on_end` is called."""

    def __init__(
        self,
        operation: Operation[K, R],
        keys: Iterable[K],
        tools: Tools,
        on_end: Callable[[], None],
    ) -> None:
        self.results: dict[K, R] = {}
        self.errors: dict[K, ClientError] = {}
        self._operation = operation
        self._tools = tools
        self._on_end = on_end
        self._backoff = Backoff(tools.retry_backoff_ms, tools.retry_backoff_max_ms, tools.random)
        self._open: dict[K, ClientError | None] = dict.fromkeys(keys)
        """Keys without an end, with their last error."""
        self._again: list[K] = []
        """Keys that are sent again when the back-off is over."""
        self._calls: dict[Call, None] = {}
        self._timer: Timer | None = None
        self._has_ended = False

    def begin(self, now_ms: int) -> None:
        """Look up all keys and ask. `on_end` is called from here if there are none."""
        self._attempt(list(self._open), now_ms)
        self._look_at_end()

    def give_up(self) -> None:
        """End now: keys without an end fail as timed out."""
        self._stop()
        for key, last in self._open.items():
            self.errors[key] = TimedOut(f"{self._operation.what}: no answer in time", last)
        self._open.clear()
        self._look_at_end()

    def cancel(self) -> None:
        """End without an end: `on_end` is not called any more."""
        self._stop()
        self._end()

    # Stages

    def _attempt(self, keys: list[K], now_ms: int) -> None:
        if keys:
            self._operation.lookup.find(keys, now_ms, self._found)

    def _found(self, found: Found[K], now_ms: int) -> None:
        by_node: dict[int, list[K]] = {}
        for key, node in found.items():
            if isinstance(node, int):
                by_node.setdefault(node, []).append(key)
            else:
                self._sort(key, node, now_ms)
        for node, keys in by_node.items():
            self._ask(node, keys, now_ms)
        self._look_at_end()

    def _ask(self, node: int, keys: list[K], now_ms: int) -> None:
        operation = self._operation

        def done(answer: Answer, at_ms: int) -> None:
            del self._calls[call]
            self._answered(keys, answer, at_ms)

        call = Call(
            operation.api,
            lambda version: operation.ask(keys, version),
            done,
            node=node,
            lane=operation.lookup.lane,
            versions=(operation.least, operation.most),
        )
        self._calls[call] = None
        self._tools.outbox.send(call, now_ms)

    def _answered(self, keys: list[K], answer: Answer, now_ms: int) -> None:
        if answer.message is None:
            assert answer.failure is not None
            for key in keys:
                if is_retriable(answer.failure):
                    self._operation.lookup.wrong(key, now_ms)
                self._sort(key, answer.failure, now_ms)
        else:
            self._read(keys, answer, now_ms)
        self._look_at_end()

    def _read(self, keys: list[K], answer: Answer, now_ms: int) -> None:
        told = self._operation.read(answer.message, keys, answer.version)
        unfinished: list[K] = []
        for key in keys:
            result = told.get(key, _unanswered(self._operation.what))
            if isinstance(result, Paged):
                self._open[key] = None
                unfinished.append(key)
            else:
                self._sort(key, result, now_ms)
        self._attempt(unfinished, now_ms)

    def _sort(self, key: K, told: R | ClientError, now_ms: int) -> None:
        """End a key, or have it asked about again."""
        if not isinstance(told, ClientError):
            self.results[key] = told
            del self._open[key]
        elif self._is_again(told):
            self._open[key] = told
            if isinstance(told, RefreshError) or _code(told) == NOT_CONTROLLER:
                self._operation.lookup.wrong(key, now_ms)
            self._wait(key, now_ms)
        else:
            self.errors[key] = told
            del self._open[key]

    def _is_again(self, error: ClientError) -> bool:
        again = self._operation.again
        if again is not None and isinstance(error, ServerError):
            return int(error.code) in again
        return is_retriable(error)

    def _wait(self, key: K, now_ms: int) -> None:
        self._again.append(key)
        if self._timer is None:
            due_ms = now_ms + self._backoff.next_ms()
            self._timer = self._tools.timers.at(due_ms, self._waited)

    def _waited(self, now_ms: int) -> None:
        self._timer = None
        keys, self._again = self._again, []
        self._attempt(keys, now_ms)

    def _look_at_end(self) -> None:
        if not self._open and not self._has_ended:
            self._end()
            self._on_end()

    def _end(self) -> None:
        self._has_ended = True
        self._operation.lookup.end()

    def _stop(self) -> None:
        self._operation.lookup.cancel()
        if self._timer is not None:
            self._timer.cancel()
        for call in self._calls:
            self._tools.outbox.withdraw(call)
        self._calls.clear()


def _code(error: ClientError) -> int:
    return int(error.code) if isinstance(error, ServerError) else 0


def _unanswered(what: str) -> ClientError:
    return UnreadableAnswer(f"{what}: the broker left a key out of its answer")
