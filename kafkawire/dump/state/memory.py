"""Bounded memories: what was unused for longest is forgotten first."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Memory(dict[Key, Value], Generic[Key, Value]):
    """A dictionary of at most `size_max` keys, in the order of their use."""

    __slots__ = ("size_max",)

    def __init__(self, size_max: int) -> None:
        super().__init__()
        self.size_max = size_max

    def use(self, key: Key) -> Value | None:
        """The value, which counts as used now; None if there is none."""
        found = self.pop(key, None)
        if found is not None:
            self[key] = found
        return found

    def keep(self, key: Key, value: Value) -> Value | None:
        """Set it, used now; the value that had to go for it, if one had to."""
        self.pop(key, None)
        self[key] = value
        return self.pop(next(iter(self))) if len(self) > self.size_max else None


class Conditions:
    """What holds at present, so that it is said when it begins and not over and over."""

    __slots__ = ("_begun",)

    def __init__(self, size_max: int) -> None:
        self._begun: Memory[Hashable, object] = Memory(size_max)

    def begins(self, key: Hashable, value: object = True) -> bool:
        """Whether this is new, or holds with another value than before (never None)."""
        if self._begun.use(key) == value:
            return False
        self._begun.keep(key, value)
        return True

    def ends(self, key: Hashable) -> bool:
        """Whether it held until now."""
        return self._begun.pop(key, None) is not None

    def __bool__(self) -> bool:
        return bool(self._begun)
