"""The page about the tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from kafkawire.spark.tables import documentation
from kafkawire.spark.tables.catalogue import BY_NAME

PAGE = Path(documentation.__file__).with_name("README.md")


def test_the_page_is_what_the_declarations_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == documentation.page(), (
        "python -m kafkawire.spark.tables.documentation"
    )


def test_every_field_of_kafkas_that_a_column_mirrors_exists() -> None:
    fields = [column.field for table in BY_NAME.values() for column in table.columns]
    assert len([documentation.declared_field(path) for path in fields if path]) > 20


def test_a_field_that_kafka_does_not_have_is_said() -> None:
    with pytest.raises(KeyError, match="colour"):
        documentation.declared_field("FetchResponse.responses.partitions.colour")
