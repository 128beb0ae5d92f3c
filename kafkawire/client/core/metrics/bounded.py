"""Parts of metrics by topic or by node, no more than a bound."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Bounded(dict[K, V]):
    """Makes the value of a key that is new; the key that came first leaves for one too many."""

    def __init__(self, most: int, make: Callable[[], V]) -> None:
        super().__init__()
        self._most = most
        self._make = make

    def __missing__(self, key: K) -> V:
        if len(self) == self._most:
            del self[next(iter(self))]
        made = self[key] = self._make()
        return made
