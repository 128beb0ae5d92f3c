"""The scenarios of compat/matrix/README.md, once for all clients in Python."""

from __future__ import annotations

import sys
from collections.abc import Callable

from compat.matrix.programs.python.client import (
    EARLIEST,
    LATEST,
    NEWEST,
    TIME_MS,
    Absent,
    Client,
    numbered,
)
from compat.matrix.programs.python.grouping import CONSUMING
from compat.matrix.programs.python.saying import (
    say,
    say_error,
    say_record,
    say_value,
    until,
    values,
)
from compat.matrix.programs.python.transacting import TRANSACTING

EXIT_ABSENT = 3
LARGE_BYTES = 2_000_000
RETENTION = "retention.ms"


def topics(client: Client, prefix: str) -> None:
    name = f"{prefix}-a"
    configs = {RETENTION: "86400000"}
    say_error(client, "created", lambda: client.create_topic(name, 3, 1, configs))
    say_error(client, "again", lambda: client.create_topic(name, 3, 1, configs))
    until(lambda: name in client.topics())
    say("listed", has=True)
    partitions, leaders = client.describe(name)
    say("described", partitions=partitions, leaders=leaders)
    try:
        client.grow(name, 5)
    except Absent as absent:
        say("grown", absent=str(absent))
    else:
        until(lambda: client.describe(name)[0] == 5)
        say("grown", error=0, partitions=5)
    say_error(client, "shrunk", lambda: client.grow(name, 2))
    say_error(client, "deleted", lambda: client.delete_topic(name))
    until(lambda: name not in client.topics())
    say("gone", has=False)


def errors(client: Client, prefix: str) -> None:
    other = f"{prefix}-b"
    wrong: dict[str, tuple[str, int, int, dict[str, str]]] = {
        "invalid-name": ("bad name!", 1, 1, {}),
        "no-partitions": (other, 0, 1, {}),
        "too-many-replicas": (other, 1, 3, {}),
        "bad-value": (other, 1, 1, {"cleanup.policy": "nonsense"}),
        "bad-name": (other, 1, 1, {"no.such.config": "1"}),
    }
    for step, (name, partitions, replicas, configs) in wrong.items():
        say_error(
            client,
            step,
            lambda at=(name, partitions, replicas, configs): client.create_topic(*at),  # type: ignore[misc]
        )
    missing = f"{prefix}-none"
    say_error(client, "delete-unknown", lambda: client.delete_topic(missing))
    say_error(client, "describe-unknown", lambda: client.describe(missing))
    large = numbered(range(1))[0]._replace(value="x" * LARGE_BYTES)
    say_error(client, "too-large", lambda: client.send(prefix, [large], max_bytes=2 * LARGE_BYTES))


def codecs(client: Client, prefix: str) -> None:
    known = []
    for codec in ("none", "gzip", "snappy", "lz4", "zstd"):
        try:
            client.send(f"{prefix}-{codec}", numbered(range(20)), codec=codec)
        except Absent as absent:
            say("codec", codec=codec, absent=str(absent))
        else:
            say("codec", codec=codec)
            known.append(codec)
    for codec in known:
        for record in client.read(f"{prefix}-{codec}", 1, 20):
            say_record(record, codec=codec)


def compacted(client: Client, prefix: str) -> None:
    keyed, keyless, tombstone = numbered(range(3))
    records = {
        "keyed": keyed,
        "keyless": keyless._replace(key=None),
        "tombstone": tombstone._replace(value=None),
    }
    for step, record in records.items():
        say_error(client, step, lambda each=record: client.send(prefix, [each]))  # type: ignore[misc]
    for record in client.read(prefix, 1, 2):
        say_record(record)


def idempotent(client: Client, prefix: str) -> None:
    records = numbered(range(100), 2)
    offsets = client.send(prefix, records)
    for record, offset in zip(records, offsets, strict=True):
        say("sent", partition=record.partition, offset=offset, value=record.value)
    for record in client.read(prefix, 2, 100):
        say_record(record)


def offsets(client: Client, prefix: str) -> None:
    records = numbered(range(10))
    client.send(
        prefix,
        [each._replace(timestamp=TIME_MS + 1000 * at) for at, each in enumerate(records)],
    )
    asked = {
        "earliest": EARLIEST,
        "latest": LATEST,
        "at": TIME_MS + 4500,
        "past": TIME_MS + 100_000,
        "newest": NEWEST,
    }
    for step, at in asked.items():
        say_value(step, lambda at=at: {"offset": client.offset(prefix, at)})  # type: ignore[misc]
    fresh = client.committed(prefix, prefix).get(0)
    say("fresh", error=0, offset=None if fresh is None else fresh[0])
    say("values", values=values(client.read(prefix, 1, 10, group=prefix)))
    client.commit_alone(prefix, prefix, 7, "note")
    offset, metadata = client.committed(prefix, prefix)[0]
    say("committed", offset=offset, metadata=metadata)


def records(client: Client, prefix: str) -> None:
    low = client.delete_records(prefix, 4)
    say("deleted", error=0, low=low)
    say("earliest", offset=client.offset(prefix, EARLIEST))
    say("values", values=values(client.read(prefix, 1, 6)))
    say_error(client, "too-far", lambda: client.delete_records(prefix, 100))
    say_value("directories", lambda: {"size": client.directory_size(prefix)})


def configs(client: Client, prefix: str) -> None:
    def retention() -> str | None:
        return client.config("topic", prefix, RETENTION)

    say("described", retention=retention())
    client.set_config(prefix, RETENTION, "3600000")
    until(lambda: retention() == "3600000")
    say("altered", error=0, retention=retention())
    try:
        client.remove_config(prefix, RETENTION)
    except Absent as absent:
        say("removed", absent=str(absent))
    else:
        until(lambda: retention() != "3600000")
        say("removed", error=0, retention=retention())
    say_error(client, "bad-value", lambda: client.set_config(prefix, RETENTION, "soon"))
    say_error(client, "unknown", lambda: client.config("topic", f"{prefix}-none", RETENTION))
    say_value("broker", lambda: {"value": client.config("broker", "1", "log.retention.hours")})


def cluster(client: Client, prefix: str) -> None:
    del prefix
    brokers, controller = client.brokers()
    say("brokers", brokers=brokers, controller=controller)
    say_value("cluster", lambda: {"id": client.cluster_id()})
    say_value("features", lambda: {"names": client.features()})
    say_value("quorum", lambda: {"leader": client.quorum_leader()})


SCENARIOS: dict[str, Callable[[Client, str], None]] = {
    **{each.__name__: each for each in (topics, errors, codecs, compacted, idempotent)},
    **{each.__name__: each for each in (offsets, records, configs, cluster)},
    **CONSUMING,
    **TRANSACTING,
}


def main(opening: Callable[[str], Client]) -> None:
    """Run one scenario, and end the program."""
    bootstrap, scenario, prefix = sys.argv[1:]
    try:
        if scenario not in SCENARIOS:
            raise Absent("no such scenario")
        client = opening(bootstrap)
        SCENARIOS[scenario](client, prefix)
        client.close()
    except Absent as absent:
        say("absent", reason=str(absent))
        sys.exit(EXIT_ABSENT)
