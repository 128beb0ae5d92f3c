"""A schema registry, asked for schemas."""

from __future__ import annotations

import json
from base64 import b64encode
from email.message import Message
from io import BytesIO
from typing import Any
from urllib.error import HTTPError, URLError

import fastavro
import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorProto

from kafkawire.dump import schema_registry
from kafkawire.dump.records import registry as registry_module
from kafkawire.dump.records.registry import RegistrySchemas
from kafkawire.dump.records.shown import Shown
from kafkawire.dump.records.views import Auto


class Server:
    """Answers by path, and remembers what it was asked."""

    def __init__(self, answers: dict[str, object]) -> None:
        self.answers = answers
        self.asked: list[str] = []
        self.headers: dict[str, str] = {}

    def __call__(self, address: str, headers: dict[str, str]) -> bytes:
        path = address.removeprefix("http://registry:8081")
        self.asked.append(path)
        self.headers = headers
        answer = self.answers.get(path, 404)
        if isinstance(answer, int):
            raise HTTPError(address, answer, "no", Message(), BytesIO())
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, bytes) else json.dumps(answer).encode()


def schemas_of(
    answers: dict[str, object], address: str = "http://registry:8081/"
) -> tuple[RegistrySchemas, Server]:
    server = Server(answers)
    return RegistrySchemas(schema_registry.Registry(address, server)), server


def head(schema_id: int) -> bytes:
    return b"\0" + schema_id.to_bytes(4, "big")


def avro_bytes(schema: str | dict[str, Any], value: object) -> bytes:
    file = BytesIO()
    fastavro.schemaless_writer(file, schema, value)
    return file.getvalue()


def test_avro_is_the_type_without_a_name_and_is_asked_for_once() -> None:
    schemas, server = schemas_of({"/schemas/ids/7": {"schema": '"string"'}})
    data = head(7) + avro_bytes("string", "hello")
    assert schemas(data) == Shown("avro", "hello", "schema 7")
    assert Auto(schemas)(data) == Shown("avro", "hello", "schema 7")
    assert server.asked == ["/schemas/ids/7"]


def test_avro_with_references_of_references() -> None:
    inner = {"type": "enum", "name": "Kind", "symbols": ["A", "B"]}
    middle = {"type": "record", "name": "Item", "fields": [{"name": "kind", "type": "Kind"}]}
    outer = {"type": "array", "items": "Item"}
    schemas, server = schemas_of(
        {
            "/schemas/ids/1": {
                "schema": json.dumps(outer),
                "references": [{"name": "Item", "subject": "my item", "version": 2}],
            },
            "/subjects/my%20item/versions/2": {
                "schema": json.dumps(middle),
                "references": [{"name": "Kind", "subject": "kind", "version": 1}],
            },
            "/subjects/kind/versions/1": {"schema": json.dumps(inner)},
        }
    )
    assert schemas(head(1) + b"\x02\x02\0") == Shown("avro", [{"kind": "B"}], "schema 1")
    assert len(server.asked) == 3


def test_json_with_a_schema() -> None:
    schemas, _ = schemas_of({"/schemas/ids/2": {"schema": "{}", "schemaType": "JSON"}})
    assert schemas(head(2) + b'{"a":1}') == Shown("json", {"a": 1}, "schema 2")


def test_protobuf_with_an_import() -> None:
    common = FileDescriptorProto(name="default", package="c", syntax="proto3")
    common.message_type.add(name="Id").field.add(name="n", number=1, type=3, label=1)
    main = FileDescriptorProto(name="default", syntax="proto3", dependency=["common.proto"])
    outer = main.message_type.add(name="Outer")
    outer.nested_type.add(name="Inner").field.add(
        name="my_id", number=1, type=11, label=1, type_name=".c.Id"
    )

    def serialized(file: FileDescriptorProto) -> str:
        return b64encode(file.SerializeToString()).decode()

    reference = {"name": "common.proto", "subject": "common", "version": 1}
    schemas, _ = schemas_of(
        {
            "/schemas/ids/3": {"schema": "syntax...", "schemaType": "PROTOBUF"},
            "/schemas/ids/3?format=serialized": {
                "schema": serialized(main),
                "references": [reference],
            },
            "/subjects/common/versions/1?format=serialized": {"schema": serialized(common)},
        }
    )
    data = head(3) + b"\4\0\0" + b"\x0a\2\x08\5"
    assert schemas(data) == Shown("protobuf", {"myId": {"n": "5"}}, "schema 3")
    with pytest.raises(ValueError, match="no message"):
        schemas(head(3) + b"\2\2" + b"\x0a")


def test_a_registry_without_descriptors_says_so() -> None:
    text = {"schema": "message A {}", "schemaType": "PROTOBUF"}
    schemas, _ = schemas_of({"/schemas/ids/3": text, "/schemas/ids/3?format=serialized": text})
    with pytest.raises(ValueError, match="no descriptor of the schema"):
        schemas(head(3) + b"\0\0")


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        (404, "schema 9: the registry answers 404"),
        (302, "schema 9: the registry answers 302"),
        (b"<html>", "no JSON"),
        (b"[]", "without a schema"),
        ({"schema": 3}, "without a schema"),
        ({"schema": "{}", "schemaType": "XML"}, "unknown type 'XML'"),
        ({"schema": '"gone"'}, "no Avro schema"),
        ({"schema": '"int"', "references": [{}]}, "references that are none"),
        (URLError("refused"), "no answer from registry:8081"),
    ],
)
def test_a_refusal_is_a_reason_and_kept(answer: object, complaint: str) -> None:
    schemas, server = schemas_of({"/schemas/ids/9": answer})
    for _ in range(3):
        with pytest.raises(ValueError, match=complaint):
            schemas(head(9) + b"xx")
    assert len(server.asked) == 1


def test_a_registry_that_is_down_is_not_asked_for_ever() -> None:
    schemas, server = schemas_of({f"/schemas/ids/{each}": OSError("down") for each in range(99)})
    for each in range(1, 20):
        with pytest.raises(ValueError, match="answer"):
            schemas(head(each) + b"xx")
    assert len(server.asked) == 3


def test_what_is_kept_and_what_is_read_have_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry_module, "SCHEMAS_MAX", 2)
    monkeypatch.setattr(schema_registry, "ANSWER_BYTES_MAX", 40)
    answers = {f"/schemas/ids/{each}": {"schema": '"string"'} for each in range(1, 5)}
    schemas, server = schemas_of({**answers, "/schemas/ids/5": {"schema": " " * 50}})
    for each in (1, 2, 1, 3, 1, 2):
        schemas(head(each) + b"\0")
    assert [path[-1] for path in server.asked] == ["1", "2", "3", "2"]
    with pytest.raises(ValueError, match="above 40 bytes"):
        schemas(head(5) + b"\0")


def test_references_have_a_bound_and_may_go_in_circles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry_module, "REFERENCES_MAX", 5)
    turning = {
        "schema": '"string"',
        "references": [{"name": "a", "subject": "a", "version": 1}],
    }
    schemas, _ = schemas_of({"/schemas/ids/1": turning, "/subjects/a/versions/1": turning})
    assert schemas(head(1) + b"\0").value == ""
    endless = {
        f"/subjects/{each}/versions/1": {
            "schema": '"string"',
            "references": [{"name": "x", "subject": str(each + 1), "version": 1}],
        }
        for each in range(20)
    }
    first = {**turning, "references": [{"name": "x", "subject": "0", "version": 1}]}
    schemas, _ = schemas_of({"/schemas/ids/1": first, **endless})
    with pytest.raises(ValueError, match="more than 5 others"):
        schemas(head(1) + b"\0")


def test_the_password_goes_into_a_header_and_nowhere_else() -> None:
    server = Server({})
    registry = schema_registry.Registry("http://me:top%20secret@registry:8081", server)
    with pytest.raises(ValueError, match="404") as caught:
        registry.schema(1)
    assert "secret" not in str(caught.value)
    assert server.asked == ["/schemas/ids/1"]
    assert server.headers["Authorization"] == "Basic " + b64encode(b"me:top secret").decode()


def test_bytes_without_an_id_are_not_for_it() -> None:
    schemas, server = schemas_of({})
    with pytest.raises(ValueError, match="no schema's id"):
        schemas(b"hello")
    assert not server.asked
