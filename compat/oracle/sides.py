"""The two brokers of a run: the real one, and ours as a process of its own, on equal settings."""

from __future__ import annotations

import collections
import contextlib
import re
import tempfile
from collections.abc import Iterator, Mapping

from compat.oracle.node import KafkaNode
from compat.oracle.side import Side
from tests.support.suite.patience import patient
from tools.programs import HOST, broker_process

VERSION = "4.4.0"
"""Of Apache Kafka, unless told otherwise."""
OLD_VERSION = "3.9.2"
"""The last line of Kafka that speaks the versions of `OLD_SCRIPTS`."""
WITHOUT_EFFECT = "kafkawire: accepted without effect: "
"""How ours begins to name settings that only Kafka acts upon; some of `SETTINGS` are such."""
STOP_SECONDS_MAX = patient(10.0)

ONE_THREAD: Mapping[str, str] = {"num.network.threads": "1", "num.io.threads": "1"}

# Rebalances at once and small numbers make scripts short; the rest is what both have by default.
SETTINGS: Mapping[str, str] = {
    "group.initial.rebalance.delay.ms": "0",
    "offsets.topic.num.partitions": "5",
    # Members that go silent are gone soon.
    "group.min.session.timeout.ms": "100",
    "group.consumer.min.session.timeout.ms": "100",
    "group.consumer.min.heartbeat.interval.ms": "50",
    # One thread that reads and one that serves, so that `side.until_served` can tell.
    **ONE_THREAD,
    # Segments below a log's start go when the broker looks for them, each at its own time.
    "log.retention.check.interval.ms": "86400000",
    # So do transactions that time out; `scripts.expiring` has brokers that look for them.
    "transaction.abort.timed.out.transaction.cleanup.interval.ms": "86400000",
}


@contextlib.contextmanager
def apache(version: str, settings: Mapping[str, str] = SETTINGS) -> Iterator[Side]:
    """A node of Apache Kafka. Raises OracleUnavailable."""
    with KafkaNode(version, dict(settings)) as node:
        yield Side(f"Kafka {version}", HOST, node.port)


@contextlib.contextmanager
def running(name: str, address: str) -> Iterator[Side]:
    """A broker that someone else started, at HOST:PORT, and made with SETTINGS."""
    host, _, port = address.rpartition(":")
    yield Side(name, host, int(port))


class Bugs(Exception):
    """kafkawire wrote on its stderr: each text once, with its count."""


@contextlib.contextmanager
def kafkawire(settings: Mapping[str, str] = SETTINGS, emulate: str | None = None) -> Iterator[Side]:
    """`kafkawire serve` on a free port. Raises Bugs at the end if it complained of any."""
    options = [f"--set={name}={value}" for name, value in settings.items()]
    if emulate is not None:
        options += ["--emulate", emulate]
    with tempfile.TemporaryFile("w+") as errors:
        with broker_process(*options, stderr=errors, limit_s=STOP_SECONDS_MAX) as (_, bootstrap):
            yield Side("kafkawire", HOST, int(bootstrap.rpartition(":")[2]))
        errors.seek(0)
        complaints = _complaints(errors.read())
    if complaints:
        raise Bugs(complaints)


def _complaints(text: str) -> str:
    """The last line of every traceback, each once, or else all that was written."""
    text = "".join(
        line for line in text.splitlines(keepends=True) if not line.startswith(WITHOUT_EFFECT)
    )
    found = collections.Counter(
        line for line in text.splitlines() if re.match(r"[\w.]*(Error|Exception|Interrupt)\b", line)
    )
    if not found:
        return text
    return "\n".join(f"{count} x {line}" for line, count in found.most_common())
