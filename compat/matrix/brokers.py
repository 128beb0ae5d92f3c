"""The broker of a run: ours as a process of its own, the real one, or one that runs already."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping

from compat.matrix.running import Broker
from compat.oracle import OracleUnavailable
from compat.oracle.side import Side
from compat.oracle.sides import apache, kafkawire
from kafkawire.broker.emulation.releases import UnknownRelease, release_named

# Rebalances at once and quick heartbeats make scenarios short; the rest is what both have by
# default. All of it is the broker's: clients are as they come.
SETTINGS: Mapping[str, str] = {
    "group.initial.rebalance.delay.ms": "0",
    "group.consumer.min.heartbeat.interval.ms": "300",
    "group.consumer.heartbeat.interval.ms": "300",
    "offsets.topic.num.partitions": "5",
    "transaction.state.log.num.partitions": "5",
}
NEW_GROUPS_SINCE = 4
"""The major release from which on consumer groups of KIP-848 are in every broker."""


@contextlib.contextmanager
def broker(against: str, settings: Mapping[str, str] = SETTINGS) -> Iterator[Broker]:
    """`kafkawire`, `kafkawire:RELEASE`, `apache:VERSION`, or HOST:PORT, which has its own settings.

    Raises OracleUnavailable, also if it is none of these.
    """
    if against == "kafkawire":
        with kafkawire(settings) as side:
            yield Broker(_bootstrap(side))
    elif against.startswith("kafkawire:"):
        release = _release(against.partition(":")[2])
        with kafkawire(settings, release) as side:
            yield Broker(_bootstrap(side), release)
    elif against.startswith("apache:"):
        version = against.partition(":")[2]
        with apache(version, _known(version, settings)) as side:
            yield Broker(_bootstrap(side), version)
    elif against.rpartition(":")[2].isdecimal():
        yield Broker(against)
    else:
        forms = "kafkawire, kafkawire:RELEASE, apache:VERSION, HOST:PORT"
        raise OracleUnavailable(f"--against {against}: it is none of {forms}")


def _release(text: str) -> str:
    try:
        release_named(text)
    except UnknownRelease as unknown:
        raise OracleUnavailable(f"--against kafkawire:{text}: {unknown}") from unknown
    return text


def _bootstrap(side: Side) -> str:
    return f"{side.host}:{side.port}"


def has_new_groups(version: str) -> bool:
    """Whether a release has the groups of KIP-848, and their settings."""
    return int(version.partition(".")[0]) >= NEW_GROUPS_SINCE


def _known(version: str, settings: Mapping[str, str]) -> dict[str, str]:
    is_new = has_new_groups(version)
    return {name: value for name, value in settings.items() if is_new or ".consumer." not in name}
