"""Where a log began, from the files that have it."""

from __future__ import annotations

import pytest

from kafkawire.log.lost_start import lost_start

EPOCHS = "leader-epoch-checkpoint"
CHECKPOINT = "log-start-offset-checkpoint"


@pytest.mark.parametrize(
    ("first", "epochs", "checkpointed", "found"),
    [
        (8, [(0, 0), (3, 12)], 0, (0, EPOCHS)),
        (8, [(0, 7)], 0, (7, EPOCHS)),
        (8, [(0, 8)], 0, None),  # as after retention
        (8, [(0, 9)], 0, None),  # the batches before have no epoch
        (8, [], 0, None),  # no epoch was ever known
        (8, [(0, 0)], 5, (5, CHECKPOINT)),  # records below 5 were deleted
        (8, [(0, 0)], 9, None),  # within the first segment
        (8, [], 7, (7, CHECKPOINT)),
        (0, [(0, 0)], 0, None),
    ],
)
def test_the_start_is_that_of_the_checkpoint_or_else_of_the_first_epoch(
    first: int, epochs: list[tuple[int, int]], checkpointed: int, found: tuple[int, str] | None
) -> None:
    """fetch H-4, H-50."""
    assert lost_start(first, epochs, checkpointed) == found
