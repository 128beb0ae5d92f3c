"""The beginning of a log that is lost: segments that no removal explains.

Retention and deletion move the log start, so a log that begins later than before is usual. Two
files record where it began when they were written: `log-start-offset-checkpoint`, if the log start
lies within the first segment, and otherwise the first entry of `leader-epoch-checkpoint`. Both are
written after segments are removed, so they prove a loss only if nothing was removed since: after a
clean stop. Apache Kafka 4.4 compares neither: it begins where the first segment does, in silence,
and its epoch file goes on to begin below that.

In a topic with tiered storage the oldest segments are elsewhere, and both files start with those.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.log.formats import leader_epochs, offset_checkpoint

if TYPE_CHECKING:
    from collections.abc import Sequence


class LostStart(NamedTuple):
    """The offset at which a log began, and the name of the file that has it."""

    start_offset: int
    file_name: str


def lost_start(
    first_offset: int, epochs: Sequence[tuple[int, int]], checkpointed_start: int
) -> LostStart | None:
    """Return where a log began that begins at `first_offset` now, None if nothing is lost.

    `epochs` are the entries of its epoch file, (epoch, start offset); `checkpointed_start` is its
    log start in the checkpoint, 0 without one. Both are as a clean stop has left them.
    """
    if checkpointed_start:
        found = LostStart(checkpointed_start, offset_checkpoint.LOG_START_OFFSETS)
    elif epochs:
        found = LostStart(epochs[0][1], leader_epochs.FILE_NAME)
    else:
        return None
    return found if found.start_offset < first_offset else None
