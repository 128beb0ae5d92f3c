"""What outputs take for a finding."""

from __future__ import annotations

from typing import NamedTuple

from kafkawire.dump.model import Connection, Exchange
from kafkawire.dump.outputs.findings import Finding


class Found(NamedTuple):
    detector: str
    severity: str
    connection: Connection | None
    exchange: Exchange | None
    text: str
    advice: str
    time_ns: int


def test_a_tuple_with_these_names_is_a_finding() -> None:
    found: Finding = Found("tiny-batches", "warning", None, None, "text", "advice", 1)

    assert {name for name in vars(Finding) if not name.startswith("_")} == set(Found._fields)
    assert found.detector == "tiny-batches"
