"""All tables by their names, and which stage makes them."""

from __future__ import annotations

from kafkawire.spark.tables import declared, steps_declared
from kafkawire.spark.tables.column import Table

OF_EXCHANGES = (
    declared.FRAMES,
    declared.REQUESTS,
    declared.PARTITIONS,
    declared.RECORDS,
    declared.ERRORS,
    declared.DAMAGE,
    declared.TOPICS,
)
"""Rows that know of no other."""
OF_STEPS = (steps_declared.FETCH_SESSIONS, steps_declared.GROUPS, steps_declared.FINDINGS)
"""Rows that follow from the order of exchanges."""
TABLES = OF_EXCHANGES + OF_STEPS
"""What people read."""
BY_NAME: dict[str, Table] = {table.name: table for table in (*TABLES, steps_declared.DIGESTS)}
"""With the digests, which go from one stage to the next."""
DEFAULT = tuple(table.name for table in TABLES if table.name not in ("frames", "records"))
"""What is written unless somebody asks for more: frames and records are as large as the input."""
