"""`meta.properties`: to which cluster and node a data directory belongs.

Version 1 is what KRaft nodes write; version 0 is of the days of ZooKeeper, where the node's id is
called `broker.id` and everything may be missing. Kafka's `MetaProperties`.
"""

from __future__ import annotations

from typing import NamedTuple

from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.java_properties import Property, line_of, load
from kafkawire.log.formats.text import INT32_MAX, number_of, shown, uuid_of
from kafkawire.protocol.uuids import uuid_text

FILE_NAME = "meta.properties"

_VERSIONS = ("0", "1")
_NODE_ID = ("broker.id", "node.id")
_ORDERS = (
    ("broker.id", "directory.id", "version", "cluster.id"),
    ("node.id", "directory.id", "version", "cluster.id"),
)
"""The order in which Java's hash table gives the names, by version."""


class MetaProperties(NamedTuple):
    """What the file says; what it does not say is None. A directory id has 16 bytes."""

    version: int
    cluster_id: str | None
    node_id: int | None
    directory_id: bytes | None


def encode(properties: MetaProperties, date: str) -> bytes:
    """The file; its second line is a comment that says when it was written.

    Kafka's `date` looks like `Sat Nov 21 17:01:13 UTC 2026`.
    """
    version, cluster_id, node_id, directory_id = properties
    values = {
        _NODE_ID[version]: None if node_id is None else str(node_id),
        "directory.id": None if directory_id is None else uuid_text(directory_id),
        "version": _VERSIONS[version],
        "cluster.id": cluster_id,
    }
    given = ((name, values[name]) for name in _ORDERS[version])
    lines = [line_of(name, value) for name, value in given if value is not None]
    return "\n".join(("#", f"#{date}", *lines, "")).encode()


def decode(data: bytes) -> MetaProperties:
    """What the file says; raises CorruptFile. Java reads it as Latin-1."""
    found = load(data.decode("latin-1"))
    text = found["version"].value if "version" in found else _VERSIONS[0]
    if text not in _VERSIONS:
        raise CorruptFile(f"there is no version {shown(text)}")
    version = _VERSIONS.index(text)
    properties = MetaProperties(
        version,
        found["cluster.id"].value if "cluster.id" in found else None,
        _node_id(found, _NODE_ID[version]),
        uuid_of(found["directory.id"].value) if "directory.id" in found else None,
    )
    if version and (properties.node_id is None or properties.cluster_id is None):
        missing = "node.id" if properties.node_id is None else "cluster.id"
        raise CorruptFile(f"{missing} is missing")
    return properties


def _node_id(found: dict[str, Property], name: str) -> int | None:
    return number_of(found[name].value, INT32_MAX, name) if name in found else None
