"""The generated tables are what schemas/configs.json declares."""

import json
from pathlib import Path

import pytest

from kafkawire.broker.config import definitions
from tools.generate.config_definitions import SOURCE, TABLES, TARGET, java_text, render

ROOT = Path(__file__).parents[3]
DECLARED = json.loads((ROOT / SOURCE).read_text(encoding="utf-8"))


@pytest.mark.parametrize("section", TABLES)
def test_every_declared_name_is_there_with_type_and_default(section: str) -> None:
    table = getattr(definitions, TABLES[section])
    assert sorted(table) == sorted(entry["name"] for entry in DECLARED[section])
    for entry in DECLARED[section]:
        definition = table[entry["name"]]
        assert definition.type.name == entry["type"]
        assert definition.default == java_text(entry.get("default"))
        assert definition.valid == entry.get("valid")
        assert definition.sensitive == entry.get("sensitive", False)
        assert definition.read_only == entry.get("readOnly", True)


def test_the_generated_file_is_fresh() -> None:
    assert (ROOT / TARGET).read_text(encoding="utf-8") == render(ROOT)[TARGET]


@pytest.mark.parametrize(
    ("value", "text"),
    [(True, "true"), (0.5, "0.5"), (1.7976931348623157e308, "1.7976931348623157E308"), (7, "7")],
)
def test_defaults_are_written_as_java_prints_them(value: float, text: str) -> None:
    assert java_text(value) == text
