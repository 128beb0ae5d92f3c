"""Schemas from a schema registry, whoever asks it.

A schema never changes under its id, so each is asked for once and kept, and so are refusals.
"""

from __future__ import annotations

from base64 import b64decode
from binascii import Error as BadBase64
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, Protocol

from kafkawire.dump.records.avro import MissingLibrary, Schema, decode_avro, parse_avro
from kafkawire.dump.records.protobuf import decode_protobuf, message_at, pool_of
from kafkawire.dump.records.shown import Shown
from kafkawire.dump.records.views import json_value
from kafkawire.dump.records.wire_format import HEAD_BYTES, message_indexes, schema_id_of

SCHEMAS_MAX = 1_000
"""How many schemas, or reasons why there is none, are kept; the least used one goes first."""
REFERENCES_MAX = 200
"""How many other schemas one may need, directly or not."""
AVRO, JSON, PROTOBUF = "AVRO", "JSON", "PROTOBUF"

Decoder = Callable[[bytes], object]


class Reference(NamedTuple):
    """Another schema that one needs, by the name it uses for it."""

    name: str
    subject: str
    version: int


class Registry(Protocol):
    """Who asks a schema registry; answers are its objects of JSON. All raise ValueError."""

    def schema(self, schema_id: int) -> dict[str, object]:
        """What it says of an id."""

    def version(self, reference: Reference, form: str = "") -> dict[str, object]:
        """What it says of a version of a subject."""

    def serialized(self, schema_id: int) -> dict[str, object]:
        """A protobuf schema as a descriptor."""


class RegistrySchemas:
    """The view of bytes that begin with a schema's id."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._known: OrderedDict[int, Shown | tuple[str, Decoder]] = OrderedDict()

    def __call__(self, data: bytes) -> Shown:
        """What `data` says by its schema. Raises ValueError."""
        schema_id = schema_id_of(data)
        if schema_id is None:
            raise ValueError("there is no schema's id before it")
        known = self._known.get(schema_id)
        if known is None:
            known = self._known[schema_id] = self._asked(schema_id)
            if len(self._known) > SCHEMAS_MAX:
                self._known.popitem(last=False)
        else:
            self._known.move_to_end(schema_id)
        if isinstance(known, Shown):
            raise ValueError(known.note)
        kind, decoder = known
        return Shown(kind, decoder(data), f"schema {schema_id}")

    def _asked(self, schema_id: int) -> Shown | tuple[str, Decoder]:
        try:
            return self._decoder(schema_id)
        except ValueError as error:
            return Shown("hex", None, str(error))

    def _decoder(self, schema_id: int) -> tuple[str, Decoder]:
        answer = self._registry.schema(schema_id)
        kind = answer.get("schemaType", AVRO)
        if kind == AVRO:
            return "avro", self._avro(answer)
        if kind == PROTOBUF:
            return "protobuf", self._protobuf(schema_id)
        if kind == JSON:
            return "json", lambda data: json_value(data[HEAD_BYTES:])
        raise ValueError(f"schema {schema_id} is of the unknown type {kind!r}")

    def _avro(self, answer: dict[str, object]) -> Decoder:
        named: dict[str, dict[Any, Any]] = {}
        for other in self._needed(answer):
            parse_avro(json_value(_text(other)), named)
        # In a record of one field, which takes no bytes: fastavro keeps the names with records.
        field = {"name": "value", "type": json_value(_text(answer))}
        whole = {"type": "record", "name": "KafkawireWhole", "fields": [field]}
        return partial(_decode_avro, parse_avro(whole, named))

    def _protobuf(self, schema_id: int) -> Decoder:
        try:
            from google.protobuf.descriptor_pb2 import FileDescriptorProto
            from google.protobuf.message import DecodeError
        except ImportError:
            raise MissingLibrary("protobuf") from None
        answer = self._registry.serialized(schema_id)
        files = []
        main = f"schema-{schema_id}.proto"
        try:
            for other in self._needed(answer, "?format=serialized"):
                files.append(FileDescriptorProto.FromString(_descriptor(other)))
                files[-1].name = str(other["referenceName"])
            files.append(FileDescriptorProto.FromString(_descriptor(answer)))
        except DecodeError:
            raise ValueError(f"schema {schema_id}: its descriptor cannot be read") from None
        files[-1].name = main
        pool = pool_of(files)

        def decode(data: bytes) -> object:
            indexes, at = message_indexes(data)
            return decode_protobuf(message_at(pool, main, indexes), data[at:])

        return decode

    def _needed(self, answer: dict[str, object], form: str = "") -> list[dict[str, object]]:
        """The schemas that one refers to, each behind those that it needs itself."""
        found: dict[Reference, dict[str, object]] = {}
        self._collect(answer, form, found)
        return list(found.values())

    def _collect(
        self, answer: dict[str, object], form: str, found: dict[Reference, dict[str, object]]
    ) -> None:
        open_ones = [(answer, iter(_references(answer)), Reference("", "", 0))]
        met: set[Reference] = set()
        while open_ones:
            current, references, own = open_ones[-1]
            reference = next(references, None)
            if reference is None:
                open_ones.pop()
                if open_ones:
                    found[own] = {**current, "referenceName": own.name}
            elif reference not in met:
                met.add(reference)
                if len(met) > REFERENCES_MAX:
                    raise ValueError(f"a schema refers to more than {REFERENCES_MAX} others")
                other = self._registry.version(reference, form)
                open_ones.append((other, iter(_references(other)), reference))


def _decode_avro(schema: Schema, data: bytes) -> object:
    whole = decode_avro(schema, data[HEAD_BYTES:])
    assert isinstance(whole, dict), whole
    return whole["value"]


def _text(answer: dict[str, object]) -> bytes:
    return str(answer["schema"]).encode()


def _descriptor(answer: dict[str, object]) -> bytes:
    try:
        return b64decode(str(answer["schema"]), validate=True)
    except (BadBase64, ValueError):
        raise ValueError("the registry has no descriptor of the schema, only its text") from None


def _references(answer: dict[str, object]) -> list[Reference]:
    found = answer.get("references") or []
    try:
        return [Reference(str(each["name"]), str(each["subject"]), int(each["version"]))
                for each in found]  # type: ignore[attr-defined]  # fmt: skip
    except (TypeError, KeyError, ValueError):
        raise ValueError("the registry's answer has references that are none") from None
