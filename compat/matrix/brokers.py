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
"""The major release that knows all of SETTINGS."""


@contextlib.contextmanager
def broker(against: str) -> Iterator[Broker]:
    """`kafkawire`, `kafkawire:RELEASE`, `apache:VERSION`, or HOST:PORT.

    Raises OracleUnavailable, also if it is none of these.
    """
    if against == "kafkawire":
        with kafkawire(SETTINGS) as side:
            yield Broker(_bootstrap(side))
    elif against.startswith("kafkawire:"):
        release = _release(against.partition(":")[2])
        with kafkawire(SETTINGS, release) as side:
            yield Broker(_bootstrap(side), release)
    elif against.startswith("apache:"):
        version = against.partition(":")[2]
        with apache(version, _known(version)) as side:
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


def _known(version: str) -> dict[str, str]:
    is_old = int(version.partition(".")[0]) < NEW_GROUPS_SINCE
    return {
        name: value for name, value in SETTINGS.items() if not (is_old and ".consumer." in name)
    }
