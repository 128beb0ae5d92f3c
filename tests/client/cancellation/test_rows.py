"""client L.2: each await of the client, cancelled at each of its checkpoints."""

from __future__ import annotations

import pytest

from tests.client.cancellation.table import rows
from tests.client.support.steps import Moment

SLOW = ("Admin", "Consumer", "PartitionStream", "Records")


def marked() -> list[object]:
    """Return the names of all rows, those of slow ones with a mark."""
    return [
        pytest.param(name, marks=pytest.mark.slow if row.drives[0].startswith(SLOW) else ())
        for name, row in rows().items()
    ]


@pytest.mark.parametrize("moment", Moment)
@pytest.mark.parametrize("name", marked())
def test_cancelled_at_each_checkpoint(name: str, moment: Moment) -> None:
    """client N 141, L-20, L-21; the plays say what each cancellation may do."""
    at = 1
    while rows()[name].run(at, moment).was_reached:
        at += 1
    assert at > 1, "no step was reached"


@pytest.mark.parametrize("name", rows())
def test_cancelled_before_it_is_awaited(name: str) -> None:
    """client B-5: what does not wait checks for cancellation all the same.

    Leaving a block does not: its shield holds (client L-1).
    """
    row = rows()[name]
    only_leaves = all(drives.endswith("__aexit__") for drives in row.drives)
    steps = row.run(1, Moment.WOKEN)
    assert steps.was_reached
    assert steps.ended_early or only_leaves
