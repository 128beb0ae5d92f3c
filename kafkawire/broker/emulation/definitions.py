"""The configuration of a release, as far as the fetch and produce path depends on it.

Names that came or went, defaults and limits that changed. What a name means that older releases do
not have, and its newer default would change how they behave, is set here too: such names keep a
value, but are not described.
"""

from __future__ import annotations

from kafkawire.broker.behaviour import Number
from kafkawire.broker.config import ConfigType, Definition, Definitions
from kafkawire.broker.config.definitions import BROKER, TOPIC

KIP_1030: Number = (4, 0)
"""The release that changed several defaults and limits at once."""
INT32_MAX = str(2**31 - 1)
INT64_MAX = str(2**63 - 1)

SINCE: dict[str, Number] = {
    "compression.gzip.level": (3, 8),
    "compression.lz4.level": (3, 8),
    "compression.zstd.level": (3, 8),
    "log.message.timestamp.after.max.ms": (3, 6),
    "log.message.timestamp.before.max.ms": (3, 6),
    "max.decompressed.message.bytes": (4, 1),
    "message.timestamp.after.max.ms": (3, 6),
    "message.timestamp.before.max.ms": (3, 6),
}
"""Names that are unknown to earlier releases."""

FORMATS: tuple[tuple[Number, str], ...] = (
    ((0, 10, 2), "0.10.2-IV0"),
    ((0, 11), "0.11.0-IV2"),
    ((1, 1), "1.1-IV0"),
    ((2, 0), "2.0-IV1"),
    ((2, 4), "2.4-IV1"),
    ((2, 8), "2.8-IV1"),
    ((3, 0), "3.0-IV1"),
)
"""The default of `message.format.version`, by release."""


def definitions_of(number: Number) -> Definitions:
    """The names of the release of that number, with its defaults and limits."""
    broker = {name: known for name, known in BROKER.items() if SINCE.get(name, (0,)) <= number}
    topic = {name: known for name, known in TOPIC.items() if SINCE.get(name, (0,)) <= number}
    if number < KIP_1030:
        _loosen(broker, topic)
        _add_old_names(broker, topic, number)
        protocols = broker["group.coordinator.rebalance.protocols"]
        broker[protocols.name] = protocols._replace(default="classic")
    if number < (3, 6):
        _hide(broker, "transaction.partition.verification.enable", "false")
    if number < (2, 5):
        _hide(broker, "fetch.max.bytes", INT32_MAX)
    if number < (2, 1):
        for known in (broker, topic):
            codecs = "[uncompressed, lz4, snappy, gzip, producer]"
            known["compression.type"] = known["compression.type"]._replace(valid=codecs)
    return Definitions(broker, topic)


def _loosen(broker: dict[str, Definition], topic: dict[str, Definition]) -> None:
    """What KIP-1030 made stricter."""
    for known, prefix in ((broker, "log."), (topic, "")):
        name = f"{prefix}segment.bytes"
        known[name] = known[name]._replace(valid="[14,...]")
        name = f"{prefix}message.timestamp.after.max.ms"
        if name in known:
            known[name] = known[name]._replace(default=INT64_MAX)


def _add_old_names(
    broker: dict[str, Definition], topic: dict[str, Definition], number: Number
) -> None:
    """What 4.0 removed."""
    default = [text for since, text in FORMATS if since <= number][-1]
    _add(broker, topic, Definition("message.format.version", ConfigType.STRING, default))
    limit = Definition(
        "message.timestamp.difference.max.ms", ConfigType.LONG, INT64_MAX, valid="[0,...]"
    )
    _add(broker, topic, limit)
    if number >= (2, 0):
        switch = Definition(
            "message.downconversion.enable", ConfigType.BOOLEAN, "true", importance="LOW"
        )
        _add(broker, topic, switch)


def _add(broker: dict[str, Definition], topic: dict[str, Definition], known: Definition) -> None:
    known = known._replace(read_only=False, broker_name=f"log.{known.name}")
    topic[known.name] = known
    broker[f"log.{known.name}"] = known._replace(name=f"log.{known.name}", broker_name=None)


def _hide(broker: dict[str, Definition], name: str, value: str) -> None:
    broker[name] = broker[name]._replace(default=value, valid=None, described=False)
