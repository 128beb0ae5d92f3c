"""The view `protobuf`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet
from google.protobuf.json_format import ParseDict
from google.protobuf.message_factory import GetMessageClass
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.records.protobuf import (
    message_at,
    pool_of,
    protobuf_view,
    raw_fields,
)
from kafkawire.dump.records.shown import Shown

INT64, STRING, MESSAGE = 3, 9, 11
VALUE = {"id": "7", "customerName": "me", "at": "2026-01-02T00:00:00Z", "line": {"count": "3"}}


def order_file() -> FileDescriptorProto:
    file = FileDescriptorProto(name="order.proto", package="shop", syntax="proto3")
    file.dependency.append("google/protobuf/timestamp.proto")
    order = file.message_type.add(name="Order")
    order.field.add(name="id", number=1, type=INT64, label=1)
    order.field.add(name="customer_name", number=2, type=STRING, label=1)
    order.field.add(
        name="at", number=3, type=MESSAGE, label=1, type_name=".google.protobuf.Timestamp"
    )
    order.field.add(name="line", number=4, type=MESSAGE, label=1, type_name=".shop.Order.Line")
    line = order.nested_type.add(name="Line")
    line.field.add(name="count", number=1, type=INT64, label=1)
    file.message_type.add(name="Other").field.add(name="a", number=1, type=STRING, label=1)
    return file


def encoded() -> bytes:
    pool = pool_of([order_file()])
    kind = GetMessageClass(pool.FindMessageTypeByName("shop.Order"))
    data: bytes = ParseDict(VALUE, kind()).SerializeToString()
    return data


@pytest.fixture
def path(tmp_path: Path) -> str:
    (tmp_path / "order.desc").write_bytes(
        FileDescriptorSet(file=[order_file()]).SerializeToString()
    )
    return str(tmp_path / "order.desc")


@pytest.mark.parametrize("name", ["", "shop.Order"])
@pytest.mark.parametrize("before", [b"", b"\0\0\0\0\7\0", b"\0\0\0\0\7\2\0"])
def test_a_message_by_its_descriptor_whatever_stands_before_it(
    path: str, name: str, before: bytes
) -> None:
    assert protobuf_view(path, name)(before + encoded()) == Shown("protobuf", VALUE)


def test_bytes_that_are_no_such_message_are_a_value_error(path: str) -> None:
    with pytest.raises(ValueError, match="not of the message shop"):
        protobuf_view(path)(b"\x0a\xff")


def test_a_name_that_is_not_there_lists_those_that_are(path: str) -> None:
    with pytest.raises(ValueError, match=r"no message shop\.Gone; there are shop\.Order, shop\.Ot"):
        protobuf_view(path, "shop.Gone")


@pytest.mark.parametrize("data", [b"", b"no descriptors", b"\xff\xff"])
def test_a_file_that_is_no_set_of_descriptors(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x.desc").write_bytes(data)
    with pytest.raises(ValueError, match="no set of descriptors: protoc"):
        protobuf_view(str(tmp_path / "x.desc"))


def test_what_has_to_be_compiled_and_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ValueError, match=r"has to be compiled.*protoc --include_imports"):
        protobuf_view("order.proto")
    with pytest.raises(ValueError, match="No such file"):
        protobuf_view(str(tmp_path / "gone.desc"))
    monkeypatch.setitem(sys.modules, "google.protobuf.descriptor_pb2", None)
    with pytest.raises(ValueError, match="protobuf is not installed"):
        protobuf_view("x.desc")


def test_an_import_that_is_not_there_is_a_value_error() -> None:
    file = order_file()
    file.dependency.append("mine.proto")
    with pytest.raises(ValueError, match="not whole"):
        pool_of([file])
    file.dependency[-1] = "google/protobuf/gone.proto"
    with pytest.raises(ValueError, match="is not known"):
        pool_of([file])


def test_a_message_by_its_place() -> None:
    pool = pool_of([order_file()])
    assert message_at(pool, "order.proto", (1,)).full_name == "shop.Other"
    assert message_at(pool, "order.proto", (0, 0)).full_name == "shop.Order.Line"
    for indexes in ((2,), (0, 1), (-9,)):
        with pytest.raises(ValueError, match="has no message"):
            message_at(pool, "order.proto", indexes)


def test_without_descriptors_fields_go_by_number() -> None:
    view = protobuf_view(None)
    assert view(encoded()) == Shown(
        "protobuf",
        {"1": 7, "2": "me", "3": {"1": 1767312000}, "4": {"1": 3}},
        "fields by number",
    )
    several = b"\x08\1\x08\2" + b"\x11" + bytes(7) + b"\1" + b"\x1d\1\0\0\0"
    assert raw_fields(several) == {"1": [1, 2], "2": 1 << 56, "3": 1}
    assert raw_fields(b"\x0a\1\xff") == {"1": "ff"}


@pytest.mark.parametrize("data", [b"\0", b"\x08", b"\x0a\5a", b"\x11a", b"\x0b", b"\x02\1"])
def test_bytes_that_are_no_fields(data: bytes) -> None:
    with pytest.raises(ValueError, match="no protobuf"):
        raw_fields(data)


def test_messages_in_messages_have_a_bound() -> None:
    data = b"\xff"
    for _ in range(40):
        data = b"\x0a" + bytes([len(data)]) + data
    assert len(json.dumps(raw_fields(data))) < 500


@given(st.binary(max_size=60))
def test_any_bytes_are_shown_or_refused_without_another_error(data: bytes) -> None:
    try:
        json.dumps(raw_fields(data))
    except ValueError:
        pass
