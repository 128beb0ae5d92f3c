"""Which tables there are."""

from __future__ import annotations

from kafkawire.spark.tables.catalogue import BY_NAME, DEFAULT, TABLES


def test_what_is_as_large_as_the_input_is_written_only_when_asked_for() -> None:
    assert {table.name for table in TABLES} - set(DEFAULT) == {"frames", "records"}


def test_digests_are_known_and_are_no_table_for_people() -> None:
    assert set(BY_NAME) - {table.name for table in TABLES} == {"digests"}
