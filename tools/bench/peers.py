"""The same message in the hands of kafka-python, kio and aiokafka.

kafka-python's objects are built field by field from ours, through its constructors and as its own
client builds them (nested structs without a version); the other two decode our bytes. `None` stands
for a message or version that a peer does not have.
"""

from __future__ import annotations

import importlib
import io
from collections.abc import Callable
from typing import Any

from kafkawire.protocol.message import Message, Struct
from tools.generate.names import snake

KAFKA_PYTHON_MODULES = (
    "kafka.protocol.admin.acl",
    "kafka.protocol.admin.client_quotas",
    "kafka.protocol.admin.cluster",
    "kafka.protocol.admin.configs",
    "kafka.protocol.admin.groups",
    "kafka.protocol.admin.topics",
    "kafka.protocol.admin.transactions",
    "kafka.protocol.admin.users",
    "kafka.protocol.consumer.fetch",
    "kafka.protocol.consumer.group",
    "kafka.protocol.consumer.metadata",
    "kafka.protocol.consumer.offsets",
    "kafka.protocol.metadata.api_versions",
    "kafka.protocol.metadata.find_coordinator",
    "kafka.protocol.metadata.metadata",
    "kafka.protocol.producer.produce",
    "kafka.protocol.producer.transaction",
    "kafka.protocol.sasl",
)


def kafka_python_class(name: str) -> Any:
    """kafka-python's class of a message, or None."""
    for module in KAFKA_PYTHON_MODULES:
        found = getattr(importlib.import_module(module), name, None)
        if found is not None:
            return found
    return None


def kafka_python_message(message: Message, cls: Any, version: int) -> Any:
    """kafka-python's object with the same values."""
    return cls(version=version, **_fields(message, cls, version))


def _fields(ours: Struct, cls: Any, version: int) -> dict[str, Any]:
    """The fields of a version; tagged ones only where set, or kafka-python would write them."""
    found = {}
    specs = [spec for spec in cls._struct.fields.values() if spec.for_version_q(version)]
    default = type(ours)() if any(spec.tag is not None for spec in specs) else None
    for spec in specs:
        name = _attribute(ours, spec)
        value = getattr(ours, name)
        if spec.tag is None or value != getattr(default, name):
            found[spec.name] = _value(value, spec, version)
    return found


def _attribute(ours: Struct, spec: Any) -> str:
    """Our name of kafka-python's field; it shortens some, and knows no acronyms."""
    name: str = spec.name if hasattr(ours, spec.name) else snake(spec._name)
    if hasattr(ours, name):
        return name
    for attribute in ours._FIELDS:
        if attribute.endswith("_" + name) or attribute.startswith(name + "_or_"):
            return attribute
    raise AttributeError(f"{type(ours).__name__} has nothing like {name}")


def _value(value: Any, spec: Any, version: int) -> Any:
    if isinstance(value, Struct):
        return _struct(value, spec, version)
    if isinstance(value, list) and value and isinstance(value[0], Struct):
        return [_struct(element, spec, version) for element in value]
    if spec.type_str == "bitfield":
        bits = {bit for bit in range(32) if value >> bit & 1}
        return None if bits == {31} else bits
    if spec.type_str == "uuid" and isinstance(value, bytes):
        uuid: Any = importlib.import_module("uuid")
        return uuid.UUID(bytes=value)
    if spec.type_str == "[]uuid" and value is not None:
        uuid = importlib.import_module("uuid")
        return [uuid.UUID(bytes=element) for element in value]
    return value


def _struct(value: Struct, spec: Any, version: int) -> Any:
    cls = spec.data_class
    return cls(**_fields(value, cls, version))


def kio_codec(name: str, version: int) -> tuple[Callable[[bytes], Any], Callable[[Any], bytes]]:
    """The decode and encode functions of kio. Raises ImportError if it lacks the version."""
    serial: Any = importlib.import_module("kio.serial")
    for ending in ("request", "response"):
        if name.lower().endswith(ending):
            package = kio_package(name[: -len(ending)])
            module = importlib.import_module(f"kio.schema.{package}.v{version}.{ending}")
            cls = getattr(module, name)
            return _kio_functions(serial.entity_reader(cls), serial.entity_writer(cls))
    raise ImportError(name)


def _kio_functions(
    reader: Any, writer: Any
) -> tuple[Callable[[bytes], Any], Callable[[Any], bytes]]:
    def encode(value: Any) -> bytes:
        buffer = io.BytesIO()
        writer(buffer, value)
        return buffer.getvalue()

    return (lambda data: reader(data, 0)[0]), encode


def kio_package(name: str) -> str:
    return "".join("_" + c.lower() if c.isupper() else c for c in name).lstrip("_")


AIOKAFKA = {
    "FetchRequest": ("fetch", 11),
    "MetadataResponse": ("metadata", 5),
}
"""The versions of our cases that aiokafka has."""


def aiokafka_class(name: str, version: int) -> Any:
    """The class of aiokafka for a message version, or None."""
    known = AIOKAFKA.get(name)
    if known is None or known[1] != version:
        return None
    module = importlib.import_module(f"aiokafka.protocol.{known[0]}")
    return getattr(module, f"{name}_v{version}")
