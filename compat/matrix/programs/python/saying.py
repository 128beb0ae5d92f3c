"""What a program says: one JSON object per line, each observation a step."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping
from typing import TypeVar

from compat.matrix.programs.python.client import PATIENCE_SECONDS, Absent, Client, Member, Record

Answer = TypeVar("Answer")

POLL_SECONDS = 0.1


def say(step: str, **facts: object) -> None:
    sys.stdout.write(json.dumps({"step": step, **facts}) + "\n")
    sys.stdout.flush()


def say_record(record: Record, **facts: object) -> None:
    headers = None if record.headers is None else dict(record.headers)
    say("record", **{**record._asdict(), "headers": headers}, **facts)


def say_error(client: Client, step: str, work: Callable[[], object]) -> int | str | None:
    """Say what error some work meets, 0 for none. None: the library has nothing for it."""
    try:
        work()
    except Absent as absent:
        say(step, absent=str(absent))
        return None
    except Exception as error:  # noqa: BLE001 whatever a library raises is what it says
        code = client.code(error)
        say(step, error=code)
        return code
    say(step, error=0)
    return 0


def say_value(step: str, work: Callable[[], Mapping[str, object]]) -> None:
    """Say what some work finds, or that the library has nothing for it."""
    try:
        found = work()
    except Absent as absent:
        say(step, absent=str(absent))
    else:
        say(step, **found)


def values(records: list[Record]) -> list[str | None]:
    return [record.value for record in records]


def until(done: Callable[[], bool], *members: Member) -> None:
    """Poll members until something came about."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not done():
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited in vain: {[each.partitions for each in members]}")
        for member in members:
            member.poll(POLL_SECONDS)
        if not members:
            time.sleep(POLL_SECONDS)


def owns(count: int, *members: Member) -> None:
    """Poll members until each owns so many partitions."""
    until(lambda: all(len(each.partitions) == count for each in members), *members)
    for member in members:
        if member.failure is not None:
            raise member.failure


def say_assigned(name: str, member: Member) -> None:
    say("assigned", member=name, partitions=sorted(member.partitions))
