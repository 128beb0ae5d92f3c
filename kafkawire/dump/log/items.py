"""What a walk over a data directory comes across, one thing at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

PROBLEM = "problem"


class Item(NamedTuple):
    """One thing: its kind, and facts about it by name, as JSON has them."""

    kind: str
    facts: Mapping[str, object]


def problem(file: str, what: str, position: int | None = None) -> Item:
    """Something is wrong in `file`, at a byte of it unless `position` is None."""
    where = {"file": file} if position is None else {"file": file, "position": position}
    return Item(PROBLEM, {**where, "problem": what})
