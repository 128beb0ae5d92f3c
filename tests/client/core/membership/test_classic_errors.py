"""What is done about each error code (client G-46)."""

from __future__ import annotations

import pytest

from kafkawire.client.core.membership.classic_errors import verdict
from kafkawire.protocol.api_keys import ApiKey

TABLE = """
code JOIN_GROUP SYNC_GROUP HEARTBEAT OFFSET_COMMIT
14   BACK_OFF   BACK_OFF   FAIL      IGNORE
15   FIND       FIND       FAIL      IGNORE
16   FIND       FIND       FAIL      IGNORE
22   FAIL       FENCE      FENCE     FENCE
25   FORGET     FORGET     FORGET    FORGET
27   JOIN       JOIN       REBALANCE REBALANCE
82   FAIL       FAIL       FAIL      FAIL
23   FAIL       FAIL       FAIL      IGNORE
30   FAIL       FAIL       FAIL      IGNORE
81   FAIL       FAIL       FAIL      IGNORE
12   FAIL       FAIL       FAIL      IGNORE
"""
HEAD, *ROWS = (line.split() for line in TABLE.strip().splitlines())


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_verdicts(row: list[str]) -> None:
    """client G-46; heartbeats see to 14, 15 and 16 before they ask."""
    code, *verdicts = row
    found = [verdict(int(code), ApiKey[name]).name for name in HEAD[1:]]
    assert found == verdicts
