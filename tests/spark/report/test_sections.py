"""The page's parts."""

from __future__ import annotations

import pytest

from kafkawire.dump.detectors.catalogue import DETECTORS
from kafkawire.spark.report.queries import QUERIES
from kafkawire.spark.report.sections import sections
from kafkawire.spark.report.words import findings
from tests.support.spark.reported import batch, empty_facts, some_facts

pytest.importorskip("plotly", reason="plotly is not installed: reports of Spark are not drawn")


def test_every_cell_of_every_table_is_text() -> None:
    for part in sections(some_facts()):
        for table in part.tables:
            for row in table.rows:
                assert all(isinstance(cell.value(row), str) for cell in table.cells)


def test_what_sessions_saved_is_told_with_how_it_is_counted() -> None:
    (part,) = [part for part in sections(some_facts()) if part.name == "sessions"]
    assert "saved at least 1,000 B" in part.about.replace("1000", "1,000") or "KiB" in part.about
    assert "25 % was saved" in part.about
    assert "at least" in part.about


def test_the_share_that_compression_saved_stands_beside_its_batches() -> None:
    facts = empty_facts()
    facts.rows["batches"] = [
        batch(),
        batch(codec="none", sample_bytes=9, sample_compressed_bytes=3),
    ]
    (part,) = [part for part in sections(facts) if part.name == "batches"]
    (table,) = part.tables
    shown = [[cell.value(row) for cell in table.cells[-2:]] for row in table.rows]
    assert shown == [["75 %", ""], ["", "67 %"]]


def test_findings_lead_to_sections_that_are_there() -> None:
    facts = some_facts()
    facts.rows["damage"] = [{"text": "lost", "places": 1, "bytes": 1}]
    names = {part.name for part in sections(facts)}
    assert {each.section for each in findings(facts)} <= names
    assert {kind.SUBJECT for kind in DETECTORS} <= names
    assert len(QUERIES) > len(names)
