"""Names that may be set while a broker runs, and that the table of its configurations lacks.

    a rate of replication          `leader.replication.throttled.rate` ...: dynamic only, without a
                                   static value or a default of their own (Kafka's `QuotaConfig`)
    listener.name.LISTENER.NAME    the value of `NAME` for one listener (KIP-103)
    listener.name.LISTENER.MECHANISM.NAME   the same for one SASL mechanism, for a few names

A name that is none of these may be stored all the same, for a plug-in: its type is unknown.
"""

from collections.abc import Mapping

from kafkawire.broker.config.definition import ConfigType, Definition

LISTENER_PREFIX = "listener.name."
LISTENER = f"{LISTENER_PREFIX}plaintext."
"""How configurations of the one listener begin."""

OF_A_MECHANISM = (
    "sasl.jaas.config",
    "sasl.login.callback.handler.class",
    "sasl.login.class",
    "sasl.server.callback.handler.class",
    "connections.max.reauth.ms",
)
"""Behind a listener these may have the name of a SASL mechanism as another prefix."""

REPLICATION_RATES: Mapping[str, Definition] = {
    name: Definition(name, ConfigType.LONG, valid="[0,...]", read_only=False)
    for name in (
        "leader.replication.throttled.rate",
        "follower.replication.throttled.rate",
        "replica.alter.log.dirs.io.max.bytes.per.second",
    )
}


def without_listener(name: str) -> str:
    """The name without the prefix of a listener; any other name as it is."""
    if not name.startswith(LISTENER_PREFIX):
        return name
    _, _, base = name[len(LISTENER_PREFIX) :].partition(".")
    return base or name


def base_name(name: str) -> str:
    """The name of the configuration that a listener's name overrides, without any prefix."""
    base = without_listener(name)
    if base == name:
        return name
    return next((known for known in OF_A_MECHANISM if base.endswith(known)), base)


def definition_behind(name: str, broker: Mapping[str, Definition]) -> Definition | None:
    """The definition that gives a dynamic name its type; None if the type is unknown."""
    return broker.get(name) or REPLICATION_RATES.get(name) or broker.get(base_name(name))
