"""`partition.metadata`: the id of the topic that a partition directory belongs to."""

from __future__ import annotations

from typing import NamedTuple

from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.text import INT32_MAX, lines_of, number_of, shown, uuid_of
from kafkawire.protocol.uuids import uuid_text

FILE_NAME = "partition.metadata"
VERSION = 0

_NO_TOPIC_ID = bytes(16)


class PartitionMetadata(NamedTuple):
    """What the file says. Kafka reads versions above 0 as well, should there ever be any."""

    version: int
    topic_id: bytes


def encode(topic_id: bytes) -> bytes:
    """The file of a partition of this topic; no line end follows."""
    return f"version: {VERSION}\ntopic_id: {uuid_text(topic_id)}".encode()


def decode(data: bytes) -> PartitionMetadata:
    """What the file says; raises CorruptFile."""
    lines = lines_of(data)
    if len(lines) < 2:
        raise CorruptFile("it wants two lines, version and topic_id")
    version = number_of(_value(lines[0], "version"), INT32_MAX, "version")
    if version < VERSION:
        raise CorruptFile(f"there is no version {version}")
    topic_id = uuid_of(_value(lines[1], "topic_id"))
    if topic_id == _NO_TOPIC_ID:
        raise CorruptFile("the topic id is all zeros")
    return PartitionMetadata(version, topic_id)


def _value(line: str, name: str) -> str:
    found, colon, value = line.partition(":")
    if found != name or not colon or not value[:1].isspace():
        raise CorruptFile(f"{shown(line)} is no line for {name}")
    return value.strip()
