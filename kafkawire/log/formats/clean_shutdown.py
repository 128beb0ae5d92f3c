"""`.kafka_cleanshutdown`: there after a clean stop, removed at the next start.

That it is there is what counts. Since 3.8 it also says what the broker's epoch was; before it was
empty, and Kafka takes what it cannot read for that.
"""

from __future__ import annotations

from typing import NamedTuple

from kafkawire.log.formats.json_object import decode_object, encode_object, whole
from kafkawire.log.formats.text import INT32_MAX, INT64_MAX

FILE_NAME = ".kafka_cleanshutdown"
VERSION = 0
NO_BROKER_EPOCH = -1


class CleanShutdown(NamedTuple):
    """What the file says; the epoch is -1 when it was not known."""

    version: int
    broker_epoch: int


def encode(broker_epoch: int) -> bytes:
    """The file of a broker that had this epoch."""
    return encode_object({"version": VERSION, "brokerEpoch": broker_epoch})


def decode(data: bytes) -> CleanShutdown:
    """What the file says, an empty one too; raises CorruptFile."""
    if not data:
        return CleanShutdown(VERSION, NO_BROKER_EPOCH)
    values = decode_object(data)
    version = whole(values, "version", INT32_MAX)
    return CleanShutdown(version, whole(values, "brokerEpoch", INT64_MAX))
