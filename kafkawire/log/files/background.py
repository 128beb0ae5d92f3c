"""Work that may be done beside everything else: waiting for a disk, mostly.

`Background` runs `work` somewhere and then `done` with what came of it, where everything else
runs. Nobody may count on either having happened when the call returns, or on it not having.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Done: TypeAlias = Callable[[object], None]
"""Takes what `work` returned, or the `OSError` that it raised."""
Background: TypeAlias = Callable[[Callable[[], object], Done], None]


def inline(work: Callable[[], object], done: Done) -> None:
    """Do it right here."""
    try:
        result = work()
    except OSError as error:
        done(error)
    else:
        done(result)
