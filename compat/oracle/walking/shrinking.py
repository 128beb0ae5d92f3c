"""The shortest list that still fails: by halves first, then one by one (delta debugging)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def shrunk(
    elements: Sequence[T], fails: Callable[[Sequence[T]], bool], runs_max: int
) -> tuple[T, ...]:
    """Elements that fail together, of which none can be spared; those of a failing list.

    `fails` is tried at most `runs_max` times: then what was found so far must do.
    """
    found = tuple(elements)
    size = max(1, len(found) // 2)
    runs = 0
    while True:
        at, spared = 0, False
        while at < len(found):
            less = found[:at] + found[at + size :]
            if runs >= runs_max:
                return found
            runs += 1
            if fails(less):
                found, spared = less, True
            else:
                at += size
        if size == 1 and not spared:
            return found
        size = max(1, size // 2)
