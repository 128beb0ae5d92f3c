"""The tables as a page for people, made from their declarations and from Kafka's own."""

from __future__ import annotations

from collections.abc import Iterator

from kafkawire.dump.declarations import FieldDeclaration, load
from kafkawire.spark.tables.catalogue import OF_STEPS, TABLES
from kafkawire.spark.tables.column import KINDS, Column, Table

HEAD = """# The tables

Made by `python -m kafkawire.spark.tables.documentation` from the declarations in this package; a
test compares both. A value is null where its message was not seen or has no such field. A topic of
which only an id was seen is here by that id, as text.

Rows have no running numbers: a connection is named by its ends and the moment it opened, an
exchange by its connection and where its request begins there (`connection`, `request_offset`, or
`response_offset` where no request was seen). On disk each table is a directory, with the input it
came from, its `date` (of `time`, UTC) and, where it says so, its `api` as directories within.
"""


def page() -> str:
    """All of it, as Markdown."""
    return "\n".join([HEAD, *(line for table in TABLES for line in _table(table))])


def _table(table: Table) -> Iterator[str]:
    parts = "input, date, api" if table.is_by_api else "input, date"
    stage = "the order of exchanges" if table in OF_STEPS else "one message or exchange at a time"
    yield f"## {table.name}"
    yield ""
    yield f"{table.about} Made from {stage}. Directories: {parts}."
    yield ""
    yield "| column | type | unit | meaning | field of Kafka's |"
    yield "|---|---|---|---|---|"
    for column in table.columns:
        kind = KINDS[column.type].ddl.lower()
        yield f"| {column.name} | {kind} | {column.unit} | {column.about} | {_field(column)} |"
    yield ""


def _field(column: Column) -> str:
    if not column.field:
        return ""
    field = declared_field(column.field)
    last = "" if field.versions.last > 1_000 else str(field.versions.last)
    return f"`{column.field}`, versions {field.versions.first}-{last}: {field.about}"


def declared_field(path: str) -> FieldDeclaration:
    """The declaration of `FetchResponse.responses.partitions.errorCode`; KeyError without one."""
    message, *names = path.split(".")
    declaration = load(message)
    struct = message
    for name in names[:-1]:
        struct = _find(declaration.structs[struct], name, path).type
    return _find(declaration.structs[struct], names[-1], path)


def _find(fields: tuple[FieldDeclaration, ...], name: str, path: str) -> FieldDeclaration:
    for field in fields:
        if field.camel == name:
            return field
    raise KeyError(path)


if __name__ == "__main__":
    from pathlib import Path

    Path(__file__).with_name("README.md").write_text(page(), encoding="utf-8")
