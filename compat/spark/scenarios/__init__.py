"""All scenarios by name, in the order in which they are run."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from compat.spark.outcomes import Outcome
from compat.spark.scenarios import batches, losses, refusals, sinks, streams
from compat.spark.world import World

Scenario = Callable[[World], Outcome]

SCENARIOS: Mapping[str, Scenario] = {
    **batches.SCENARIOS,
    **refusals.SCENARIOS,
    **sinks.SCENARIOS,
    **streams.SCENARIOS,
    **losses.SCENARIOS,
}
FAST = (
    "batch",
    "batch-timestamps",
    "batch-min-partitions",
    "batch-committed",
    "batch-headers",
    "refused-timestamp-past-end",
    "sink-batch",
    "stream-limits",
    "stream-new-partitions",
    "loss-end-past-log",
    "loss-deleted-records",
)
"""Those of the tests; `python -m compat.spark` has all."""
