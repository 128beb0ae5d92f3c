"""Every setting of a broker that may change while it runs: set, described, taken back, refused.

Once for one broker and once for all brokers, with both requests that alter configurations. Left
out are the values of `listeners` and `listener.security.protocol.map`, for ours has no listener of
a controller, and `num.network.threads`, for Kafka ends connections of a thread that it takes away.
"""

from __future__ import annotations

from collections.abc import Sequence

from compat.oracle.scripts.configs import (
    APPEND,
    BROKER,
    DELETE,
    SET,
    SUBTRACT,
    Change,
    alter,
    describe,
)
from compat.oracle.scripts.kit import World
from compat.oracle.scripts.replacing import replace
from compat.oracle.steps import Ask, InForce, Script
from kafkawire.broker.config import ConfigType
from kafkawire.broker.config.definitions import BROKER as DEFINITIONS

NODE, CLUSTER = "1", ""
LEFT_OUT = ("listeners", "listener.security.protocol.map")
RATES = (
    "leader.replication.throttled.rate",
    "follower.replication.throttled.rate",
    "replica.alter.log.dirs.io.max.bytes.per.second",
)
OF_A_LISTENER = (
    "max.connections",
    "max.connection.creation.rate",
    "num.network.threads",
    "connections.max.idle.ms",
    "message.max.bytes",
    "num.partitions",
    "ssl.keystore.location",
    "ssl.keystore.password",
    "ssl.keystore.type",
    "ssl.cipher.suites",
    "ssl.client.auth",
    "sasl.jaas.config",
    "plain.sasl.jaas.config",
    "sasl.enabled.mechanisms",
    "principal.builder.class",
    "no.such",
)
PREFIXED = (
    *(f"listener.name.plaintext.{name}" for name in OF_A_LISTENER),
    "listener.name.other.max.connections",
    "listener.name.PLAINTEXT.max.connections",
    "listener.name.a.b.max.connections",
    "listener.name.max.connections",
)
NAMES = (
    *sorted(name for name, known in DEFINITIONS.items() if not known.read_only),
    *RATES,
    *PREFIXED,
    "plain.sasl.jaas.config",
    "no.such.config",
)
NUMBERS = ("0", "1", "-1", "-2", "5", "4096", "99999999999", "1.5", "x", "", " 7 ")
TRIED = {
    ConfigType.BOOLEAN: ("true", "TRUE", "yes", ""),
    ConfigType.INT: NUMBERS,
    ConfigType.SHORT: NUMBERS,
    ConfigType.LONG: NUMBERS,
    ConfigType.DOUBLE: ("0", "-1", "0.5", "1e3", "NaN", "x", ""),
    ConfigType.STRING: ("", "x", " y ", "gzip", "LogAppendTime", "a:b", "none"),
    ConfigType.LIST: ("", "x", "delete", "compact,delete", "x,x", " x , y "),
    ConfigType.CLASS: ("", "x", " no.such.Class "),
    ConfigType.PASSWORD: ("", "secret"),
}
OTHERS_TRIED = ("", "5", "x", "a,b", "-1", "0", "99999999999999999999")
TOGETHER: tuple[Sequence[tuple[str, str]], ...] = (
    (("log.local.retention.bytes", "-1"), ("log.retention.bytes", "5")),
    (("log.local.retention.bytes", "50"), ("log.retention.bytes", "5")),
    (("log.local.retention.bytes", "5"), ("log.retention.bytes", "5")),
    (("log.remote.copy.lag.bytes", "50"), ("log.retention.bytes", "5")),
    (("log.remote.copy.lag.bytes", "50"), ("log.local.retention.bytes", "5")),
    (("log.remote.copy.lag.ms", "50"), ("log.local.retention.ms", "5")),
    (("log.remote.copy.lag.ms", "50"), ("log.retention.ms", "5")),
    (("log.cleaner.dedupe.buffer.size", "2097153"), ("log.cleaner.threads", "2")),
    (("log.cleaner.dedupe.buffer.size", "2097154"), ("log.cleaner.threads", "2")),
    (("max.connections.per.ip", "0"), ("max.connections.per.ip.overrides", "127.0.0.1:5")),
    (("max.connections.per.ip.overrides", "127.0.0.1:5,,"),),
    (("max.connections.per.ip.overrides", "127.0.0.1:5,b"),),
    (("log.roll.ms", "0"), ("log.roll.jitter.ms", "-1"), ("log.retention.ms", "0")),
    ((RATES[0], "-1"), ("message.max.bytes", "x"), (RATES[1], "x")),
)
"""Values that go together or do not."""
SAFE = {
    "compression.type": (" gzip ", "zstd"),
    "cordoned.log.dirs": ("", ""),
    "log.message.timestamp.type": ("LogAppendTime", "CreateTime"),
    "max.connections.per.ip.overrides": ("127.0.0.1:500", "127.0.0.1:600"),
}
SAFE_OF_TYPE = {
    ConfigType.BOOLEAN: (" TRUE ", "false"),
    ConfigType.INT: (" 2000000 ", "1500000"),
    ConfigType.SHORT: ("5", "6"),
    ConfigType.LONG: (" 2000000 ", "1500000"),
    ConfigType.DOUBLE: (" 0.50 ", "1e0"),
    ConfigType.LIST: ("compact , delete", "delete"),
    ConfigType.PASSWORD: ("secret", "secret2"),
}
"""Two values of each type that a broker can live with, if it takes them at all."""


def tried(name: str) -> Sequence[str]:
    """Good and bad values of a setting."""
    known = DEFINITIONS.get(name)
    return OTHERS_TRIED if known is None else TRIED[known.type]


def safe(name: str) -> tuple[str, str]:
    """Two values of a setting that do not end the comparison."""
    known = DEFINITIONS.get(name)
    if "threads" in name or "pool.size" in name:
        return " 2 ", "3"
    if known is None:
        return ("2000000", "1500000") if "connection" in name else ("5", "6")
    return SAFE.get(name) or SAFE_OF_TYPE.get(known.type, ("x", " y "))


def refusing(world: World) -> Script:
    """Admin C-40, C-41: every operation with good and bad values, nothing is changed."""
    for name in NAMES:
        if name in LEFT_OUT:
            continue
        changes: list[Change] = [(name, SET, value) for value in tried(name)]
        changes += [(name, DELETE, None), (name, DELETE, "x"), (name, SET, None)]
        changes += [(name, how, value) for how in (APPEND, SUBTRACT) for value in ("x", None)]
        for resource in (NODE, CLUSTER):
            for change in changes:
                yield Ask(alter((BROKER, resource, [change]), validate_only=True), 1)
            for value in (*tried(name), None):
                yield Ask(replace((BROKER, resource, [(name, value)]), validate_only=True), 2)
    for values in TOGETHER:
        several: list[Change] = [(name, SET, value) for name, value in values]
        for resource in (NODE, CLUSTER):
            yield Ask(alter((BROKER, resource, several), validate_only=True), 1)


def setting(world: World) -> Script:
    """Admin C-13, C-14, C-15, C-42: values, sources and synonyms, set and taken back."""
    for name in NAMES:
        if name in LEFT_OUT or name == "num.network.threads":
            continue
        first, second = safe(name)
        steps = (
            alter((BROKER, CLUSTER, [(name, SET, second)]), (BROKER, NODE, [(name, SET, first)])),
            alter((BROKER, NODE, [(name, DELETE, None)])),
            alter((BROKER, CLUSTER, [(name, DELETE, None)])),
        )
        for step in steps:
            yield Ask(step, 1)
            yield InForce()
            described = describe((BROKER, NODE), (BROKER, CLUSTER), keys=[name])
            described.include_synonyms = True
            yield Ask(described, 4)


SCRIPTS = {
    "configs-dynamic-refused": refusing,
    "configs-dynamic-set": setting,
}
