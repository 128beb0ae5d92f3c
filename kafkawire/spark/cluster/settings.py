"""What `kafka.*` options say, as one value that tasks get by pickling and pools take as a key.

Names and defaults are those of Kafka's Java clients, as far as there is an equal here; the rest is
warned about once. What Spark's connector refuses is refused, with its words at the beginning.
Option names are case-insensitive, as all of Spark's are.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import NamedTuple

from kafkawire.sasl.conversation import Login
from kafkawire.spark.cluster.errors import OptionError
from kafkawire.spark.cluster.security_settings import (
    SECURITY_OPTIONS,
    login_of,
)
from kafkawire.tls import TlsSettings
from kafkawire.tls import settings_of as tls_settings_of

PREFIX = "kafka."
PORT_DEFAULT = 9092
PORT_MAX = 65_535
CLIENT_ID = "kafkawire-spark"
PROTOCOLS = ("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL")
COMPRESSIONS = ("none", "gzip", "snappy", "lz4", "zstd")
"""By the codec ids of record batches."""

REFUSED = {
    "auto.offset.reset": "use the source option 'startingOffsets': earliest, latest or offsets",
    "enable.auto.commit": "offsets are kept in the checkpoint",
    "interceptor.classes": "there is no Java code that could run",
    "key.deserializer": "keys come as bytes; use DataFrame operations on them",
    "value.deserializer": "values come as bytes; use DataFrame operations on them",
    "key.serializer": "keys are written as the bytes or text they are",
    "value.serializer": "values are written as the bytes or text they are",
    "transactional.id": "use the sink option 'exactlyOnce', which chooses its own",
}


class ProducerSettings(NamedTuple):
    """Of the sink, by Kafka's names; sizes in bytes."""

    acks: int = -1
    is_idempotent: bool = True
    compression: int = 0
    level: int | None = None
    batch_size: int = 16_384
    linger_ms: int = 5
    request_size_max: int = 1_048_576
    max_block_ms: int = 60_000
    delivery_timeout_ms: int = 120_000
    transaction_timeout_ms: int = 900_000
    """What Kafka's brokers allow at most: a transaction lasts until its batch is committed."""


class Settings(NamedTuple):
    """How to reach a cluster and how long to try."""

    bootstrap: tuple[tuple[str, int], ...]
    protocol: str = "PLAINTEXT"
    tls: TlsSettings = TlsSettings()
    login: Login | None = None
    client_id: str = CLIENT_ID
    connect_timeout_ms: int = 10_000
    request_timeout_ms: int = 30_000
    api_timeout_ms: int = 60_000
    fetch_wait_ms: int = 500
    fetch_max_bytes: int = 52_428_800
    partition_fetch_bytes: int | None = None
    is_committed: bool = False
    producer: ProducerSettings = ProducerSettings()

    @property
    def has_tls(self) -> bool:
        """Whether connections are TLS."""
        return self.protocol in ("SSL", "SASL_SSL")

    @classmethod
    def from_options(cls, options: Mapping[str, str]) -> Settings:
        """From a data source's options; raises OptionError. Others than `kafka.*` are ignored."""
        given = kafka_options(options)
        _refuse(given)
        reader = _Reader(given)
        usual = cls(bootstrap=())
        protocol = reader.choice("security.protocol", PROTOCOLS, usual.protocol)
        settings = cls(
            bootstrap=_bootstrap(reader.text("bootstrap.servers")),
            protocol=protocol,
            tls=tls_settings_of(reader.given),
            login=login_of(reader.given) if protocol.startswith("SASL") else None,
            client_id=reader.text("client.id") or usual.client_id,
            connect_timeout_ms=reader.number(
                "socket.connection.setup.timeout.ms", usual.connect_timeout_ms
            ),
            request_timeout_ms=reader.number("request.timeout.ms", usual.request_timeout_ms),
            api_timeout_ms=reader.number("default.api.timeout.ms", usual.api_timeout_ms),
            fetch_wait_ms=reader.number("fetch.max.wait.ms", usual.fetch_wait_ms),
            fetch_max_bytes=reader.number("fetch.max.bytes", usual.fetch_max_bytes),
            partition_fetch_bytes=reader.number("max.partition.fetch.bytes", 0) or None,
            is_committed=_is_committed(reader),
            producer=_producer(reader),
        )
        reader.warn_of_rest()
        return settings


def kafka_options(options: Mapping[str, str]) -> dict[str, str]:
    """The options that begin with `kafka.`, without it, in lower case."""
    lowered = {name.lower(): str(value) for name, value in options.items()}
    return {name[len(PREFIX) :]: text for name, text in lowered.items() if name.startswith(PREFIX)}


def _refuse(given: Mapping[str, str]) -> None:
    for name, advice in REFUSED.items():
        if name in given:
            raise OptionError(f"Kafka option '{name}' is not supported: {advice}.")


class _Reader:
    """Takes options by name and remembers which were asked about."""

    def __init__(self, given: Mapping[str, str]) -> None:
        self.given = given
        self._asked: set[str] = {"group.id", *SECURITY_OPTIONS}

    def text(self, name: str) -> str:
        self._asked.add(name)
        return self.given.get(name, "").strip()

    def number(self, name: str, default: int, *, least: int = 0) -> int:
        text = self.text(name)
        if not text:
            return default
        try:
            value = int(text)
        except ValueError:
            raise OptionError(f"Kafka option '{name}' must be a number, not {text!r}") from None
        if value < least:
            raise OptionError(f"Kafka option '{name}' must be at least {least}, not {value}")
        return value

    def choice(self, name: str, choices: tuple[str, ...], default: str) -> str:
        text = self.text(name) or default
        for choice in choices:
            if choice.lower() == text.lower():
                return choice
        raise OptionError(f"Kafka option '{name}' is {text!r}; it may be {', '.join(choices)}")

    def warn_of_rest(self) -> None:
        """Once for each name in a process: Python's warnings see to that."""
        for name in sorted(set(self.given) - self._asked):
            warnings.warn(f"Kafka option '{name}' has no effect here", stacklevel=2)


def _bootstrap(text: str) -> tuple[tuple[str, int], ...]:
    if not text:
        raise OptionError("Option 'kafka.bootstrap.servers' must be specified")
    return tuple(_address(part.strip()) for part in text.split(",") if part.strip())


def _address(text: str) -> tuple[str, int]:
    """HOST:PORT, [IPV6]:PORT or a host alone; a protocol in front is ignored as Java does."""
    text = text.rpartition("://")[2]
    host, colon, port = text.rpartition(":")
    if not colon or port.endswith("]"):
        host, port = text, str(PORT_DEFAULT)
    host = host.removeprefix("[").removesuffix("]")
    if not host or not port.isdecimal() or not 0 < int(port) <= PORT_MAX:
        raise OptionError(f"Invalid url in bootstrap.servers: {text}")
    return host, int(port)


def _is_committed(reader: _Reader) -> bool:
    levels = ("read_uncommitted", "read_committed")
    return reader.choice("isolation.level", levels, levels[0]) == levels[1]


def _producer(reader: _Reader) -> ProducerSettings:
    usual = ProducerSettings()
    acks = {"all": -1, "-1": -1, "0": 0, "1": 1}[
        reader.choice("acks", ("all", "-1", "0", "1"), "all")
    ]
    wanted = reader.choice("enable.idempotence", ("true", "false"), "true")
    if acks != -1 and reader.given.get("enable.idempotence", "").lower() == "true":
        raise OptionError("Must set acks to all in order to use the idempotent producer.")
    name = reader.choice("compression.type", COMPRESSIONS, COMPRESSIONS[usual.compression])
    level = reader.text(f"compression.{name}.level")
    return ProducerSettings(
        acks=acks,
        is_idempotent=wanted == "true" and acks == -1,
        compression=COMPRESSIONS.index(name),
        level=reader.number(f"compression.{name}.level", 0, least=-(1 << 17)) if level else None,
        batch_size=max(1, reader.number("batch.size", usual.batch_size)),
        linger_ms=reader.number("linger.ms", usual.linger_ms),
        request_size_max=reader.number("max.request.size", usual.request_size_max),
        max_block_ms=reader.number("max.block.ms", usual.max_block_ms),
        delivery_timeout_ms=reader.number("delivery.timeout.ms", usual.delivery_timeout_ms),
        transaction_timeout_ms=reader.number(
            "transaction.timeout.ms", usual.transaction_timeout_ms, least=1
        ),
    )
