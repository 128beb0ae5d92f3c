"""The view `avro`."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime, time
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import UUID

import fastavro
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.records import avro
from kafkawire.dump.records.avro import avro_view, json_value_of, parse_avro
from kafkawire.dump.records.shown import Shown
from kafkawire.dump.records.views import View

ORDER = {
    "type": "record",
    "name": "Order",
    "fields": [
        {"name": "id", "type": "long"},
        {"name": "who", "type": ["null", "string"]},
        {"name": "raw", "type": "bytes"},
        {"name": "at", "type": {"type": "long", "logicalType": "timestamp-millis"}},
    ],
}
VALUE = {"id": 7, "who": "me", "raw": b"\x00\xff", "at": datetime(2026, 1, 2, tzinfo=UTC)}
SHOWN = {"id": 7, "who": "me", "raw": "00ff", "at": "2026-01-02T00:00:00+00:00"}


def encoded(value: Any = VALUE) -> bytes:
    file = BytesIO()
    fastavro.schemaless_writer(file, fastavro.parse_schema(ORDER), value)
    return file.getvalue()


@pytest.fixture
def view(tmp_path: Path) -> View:
    path = tmp_path / "order.avsc"
    path.write_text(json.dumps(ORDER))
    return avro_view(str(path))


@pytest.mark.parametrize("before", [b"", b"\0\0\0\0\7", b"\xc3\x01" + bytes(8)])
def test_a_value_by_its_schema_whatever_stands_before_it(view: View, before: bytes) -> None:
    assert view(before + encoded()) == Shown("avro", SHOWN)


@given(st.data())
def test_bytes_that_are_not_of_the_schema_are_a_value_error(data: st.DataObject) -> None:
    schema = fastavro.parse_schema(ORDER)
    good = encoded()
    cut = data.draw(st.integers(0, len(good) - 1))
    with pytest.raises(ValueError, match="not of the Avro schema"):
        avro.decode_avro(schema, good[:cut])
    noise = data.draw(st.binary(max_size=40))
    try:
        json.dumps(avro.decode_avro(schema, noise), allow_nan=False)
    except ValueError:
        pass


def test_bytes_that_are_left_are_an_error(view: View) -> None:
    with pytest.raises(ValueError, match="3 bytes are left"):
        view(encoded() + b"abc")


def test_a_schema_may_name_another_that_lies_beside_it(tmp_path: Path) -> None:
    (tmp_path / "Id.avsc").write_text('{"type": "fixed", "name": "Id", "size": 2}')
    (tmp_path / "User.avsc").write_text(
        '{"type": "record", "name": "User", "fields": [{"name": "id", "type": "Id"}]}'
    )
    assert avro_view(str(tmp_path / "User.avsc"))(b"\1\2") == Shown("avro", {"id": "0102"})


@pytest.mark.parametrize(
    ("text", "complaint"),
    [("{", "no Avro schema"), ('{"type": "record"}', "no Avro schema"), ('"Gone"', "no Avro")],
)
def test_a_file_that_is_no_schema(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "bad.avsc"
    path.write_text(text)
    with pytest.raises(ValueError, match=complaint):
        avro_view(str(path))


def test_a_file_that_is_not_there_or_too_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ValueError, match="No such file"):
        avro_view(str(tmp_path / "gone.avsc"))
    monkeypatch.setattr(avro, "SCHEMA_BYTES_MAX", 3)
    (tmp_path / "large.avsc").write_text('"long"')
    with pytest.raises(ValueError, match="more than 3 bytes"):
        avro_view(str(tmp_path / "large.avsc"))


def test_without_the_library_it_says_which(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "fastavro.schema", None)
    with pytest.raises(ValueError, match=r"fastavro is not installed.*kafkawire\[dump\]"):
        avro_view("any.avsc")
    with pytest.raises(ValueError, match="fastavro is not installed"):
        parse_avro("long", {})


def test_values_of_python_as_those_of_json() -> None:
    assert json_value_of(Decimal("1.50")) == "1.50"
    assert json_value_of(UUID(int=1)) == "00000000-0000-0000-0000-000000000001"
    assert json_value_of((1, time(1, 2), float("nan"))) == [1, "01:02:00", "nan"]
    assert json_value_of({1: b"a"}) == {"1": "61"}
