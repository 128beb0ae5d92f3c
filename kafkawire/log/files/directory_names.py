"""What the directories in a data directory are called (fetch H-1, Kafka's `LocalLog`).

A partition's own is `<topic>-<partition>`. One that is out of service was renamed: to be removed
(`-delete`), not wanted by the metadata (`-stray`), or a copy on its way from another data directory
(`-future`). Those carry 32 random hexadecimal digits, so that a partition of the same name can come
again at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.log.topic_partition import TopicPartition

if TYPE_CHECKING:
    from random import Random

DELETED = "-delete"
STRAY = "-stray"
FUTURE = "-future"

_OUT_OF_SERVICE = (DELETED, STRAY, FUTURE)
_UNIQUE_BYTES = 16
_NAME_MAX = 255
"""The longest name that common file systems take."""
_DIGITS_MAX = 10


def directory_name(topic_partition: TopicPartition) -> str:
    """The name of a partition's directory."""
    return f"{topic_partition.topic}-{topic_partition.partition}"


def out_of_service_name(topic_partition: TopicPartition, suffix: str, random: Random) -> str:
    """A name for a partition's directory when it is out of service; long topics are cut."""
    unique = random.randbytes(_UNIQUE_BYTES).hex()
    end = f"-{topic_partition.partition}.{unique}{suffix}"
    return topic_partition.topic[: _NAME_MAX - len(end)] + end


def service_suffix(name: str) -> str:
    """`DELETED`, `STRAY` or `FUTURE` for a directory out of service, "" for any other."""
    if not name.endswith(_OUT_OF_SERVICE):
        return ""
    own, _, _ = name.rpartition(".")
    if parse_directory_name(own) is None:
        return ""
    return name[name.rindex("-") :]


def parse_directory_name(name: str) -> TopicPartition | None:
    """Whose directory it is; None for a name that is no partition's."""
    topic, _, partition = name.rpartition("-")
    if not topic or not partition.isdecimal() or not partition.isascii():
        return None
    if len(partition) > _DIGITS_MAX or (partition[0] == "0" and partition != "0"):
        return None
    return TopicPartition(topic, int(partition))
