"""The scenarios of the matrix, in the order of the table."""

from compat.matrix.scenarios import administration, groups, records, tools, topics, transactions
from compat.matrix.scenarios.base import Scenario, Seen, Topic, World

SCENARIOS: tuple[Scenario, ...] = (
    *topics.SCENARIOS,
    *records.SCENARIOS,
    *groups.SCENARIOS,
    *transactions.SCENARIOS,
    *administration.SCENARIOS,
    *tools.SCENARIOS,
)

__all__ = ["SCENARIOS", "Scenario", "Seen", "Topic", "World"]
