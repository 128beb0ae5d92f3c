"""The scenarios of transactions."""

from __future__ import annotations

from collections.abc import Callable

from compat.matrix.programs.python.client import (
    LATEST,
    Absent,
    Client,
    Record,
    Transactor,
    numbered,
)
from compat.matrix.programs.python.grouping import say_offsets
from compat.matrix.programs.python.saying import say, say_error, say_value, values

BATCH_RECORDS = 20
PART_RECORDS = 10


def _begin(transactor: Transactor, topic: str, numbers: range, partitions: int) -> None:
    """Open a transaction, and have the broker hold its records."""
    transactor.begin()
    transactor.send(topic, numbered(numbers, partitions))


def transactions(client: Client, prefix: str) -> None:
    transactor = client.transactor(prefix)
    _begin(transactor, prefix, range(10), 2)
    transactor.commit()
    _begin(transactor, prefix, range(10, 20), 2)
    transactor.abort()
    _begin(transactor, prefix, range(20, 30), 2)
    say("while-open", values=values(client.read(prefix, 2, 10, committed=True)))
    say("uncommitted", values=values(client.read(prefix, 2, 30)))
    transactor.commit()
    say("after", values=values(client.read(prefix, 2, 20, committed=True)))
    transactor.close()


def fencing(client: Client, prefix: str) -> None:
    first = client.transactor(prefix)
    _begin(first, prefix, range(1), 1)
    second = client.transactor(prefix)
    _begin(second, prefix, range(1, 2), 1)
    say_error(client, "second", second.commit)

    def late() -> None:
        first.send(prefix, numbered(range(2, 3)))
        first.commit()

    say_error(client, "first", late)
    say("values", values=values(client.read(prefix, 1, 1, committed=True)))
    second.close()


def _copied(client: Client, prefix: str) -> int:
    found = client.committed(prefix, f"{prefix}-in")
    return sum(offset for offset, _ in found.values())


def _expected(client: Client, prefix: str) -> int:
    """The records of partition 0 of the input, and as many of the other."""
    latest = client.offset(f"{prefix}-in", LATEST)
    assert latest is not None
    return 2 * latest


def _to_one(records: list[Record]) -> list[Record]:
    return [record._replace(partition=0) for record in records]


def _output(client: Client, prefix: str, count: int) -> None:
    say("output", values=values(client.read(f"{prefix}-out", 1, count, committed=True)))
    say_offsets(client, prefix, f"{prefix}-in")


def copy(client: Client, prefix: str) -> None:
    copier = client.copier(prefix, f"{prefix}-in", f"{prefix}-out", prefix)
    count = _expected(client, prefix)
    transaction = 0
    while _copied(client, prefix) < count:
        records = copier.poll(BATCH_RECORDS)
        if not records:
            continue
        transaction += 1
        copier.begin()
        copier.send(f"{prefix}-out", _to_one(records))
        if transaction % 3 == 0:
            copier.abort()
            say("aborted", values=values(records))
        else:
            copier.commit()
    copier.close()
    _output(client, prefix, count)


def copy_crash(client: Client, prefix: str) -> None:
    copier = client.copier(prefix, f"{prefix}-in", f"{prefix}-out", prefix)
    count = _expected(client, prefix)
    while _copied(client, prefix) < count:
        records = copier.poll(BATCH_RECORDS)
        if not records:
            continue
        copier.begin()
        for at in range(0, len(records), PART_RECORDS):
            copier.send(f"{prefix}-out", _to_one(records[at : at + PART_RECORDS]))
            say("progress")
        copier.commit()
    copier.close()
    _output(client, prefix, count)


def administration(client: Client, prefix: str) -> None:
    client.list_transaction(prefix)
    transactor = client.transactor(prefix)
    _begin(transactor, prefix, range(1), 1)
    state = client.list_transaction(prefix)
    say("listed", has=state is not None, state=state)
    state, partitions = client.describe_transaction(prefix)
    say("described", state=state, partitions=partitions)
    say_value("producers", lambda: {"producers": client.producers(prefix)})
    try:
        client.fence_producer(prefix)
    except Absent as absent:
        say("fenced", absent=str(absent))
        say("after", absent="nothing was fenced")
        transactor.abort()
    else:
        say("fenced", error=0)
        say_error(client, "after", transactor.commit)
    say_error(client, "unknown", lambda: client.describe_transaction(f"{prefix}-none"))
    transactor.close()


TRANSACTING: dict[str, Callable[[Client, str], None]] = {
    "transactions": transactions,
    "fencing": fencing,
    "copy": copy,
    "copy-crash": copy_crash,
    "transactions-admin": administration,
}
