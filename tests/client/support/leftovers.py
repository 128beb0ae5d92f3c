"""What a client keeps for calls that wait: nothing may be left of a call that was cancelled."""

from __future__ import annotations

from typing import Any

from kafkawire.client import Admin, Consumer, Producer

ALSO_IN_BACKGROUND = (
    "commits",
    "questions for committed offsets",
    "steps under way",
    "flushes of transactions",
)
"""What clients wait for without callers, too."""


def waits(client: Any) -> dict[str, int]:
    """Return how much an open client keeps for callers that wait, by kind."""
    found = {"looks after each pump": len(client._runtime.after_pump)}
    if isinstance(client, Consumer):
        found |= _waits_of_consumer(client)
    elif isinstance(client, Producer):
        found |= _waits_of_producer(client)
    return found


def _waits_of_consumer(consumer: Consumer[Any, Any]) -> dict[str, int]:
    found = {
        "questions for offsets": len(consumer._reader._listings),
        "asks": consumer._asking._is_busy,
        "services": consumer._serving is not None,
    }
    group = consumer._group
    if group is not None:
        offsets = group.offsets
        flight = offsets._commits._flight
        commits = [*offsets._commits._waiting, *(() if flight is None else flight.commits)]
        found["commits"] = sum(each.done is not None for each in commits)
        found["questions for committed offsets"] = len(offsets._committed._waiting)
        found["steps under way"] = group._performing.locked()
    return found


def _waits_of_producer(producer: Producer[Any, Any]) -> dict[str, int]:
    core = producer._core
    found = {
        "places in the queue for memory": len(core._accumulator.memory.waiting),
        "waits for metadata": sum(map(len, core._topics._waiting.values())),
    }
    flushes = len(core._unfinished._flushes)
    if core.transaction is None:
        found["flushes"] = flushes
    else:
        found["flushes of transactions"] = flushes
        found["waits for states"] = len(core.transaction._waiters)
    return found


def left_behind(client: Any) -> dict[str, int]:
    """Return what a client has kept though its block was left, by kind."""
    runtime = client._runtime
    found = {
        "lines": len(runtime.carrier.lines),
        "tasks of lines": len(runtime.carrier.tasks),
        "tasks": len(runtime.background._scopes),
        "lanes": len(runtime.network._lanes),
    }
    if isinstance(client, Consumer):
        found["bytes of memory"] = client._reader.memory.used_bytes
        found["places of asks"] = client._asking._is_busy
    elif isinstance(client, Producer):
        memory = client._core._accumulator.memory
        found["bytes of memory"] = memory.total - memory.free
        found["batches"] = len(client._core._unfinished.roots)
    if not isinstance(client, Admin):
        found |= waits(client)
        del found["looks after each pump"]
        found.pop("questions for committed offsets", None)  # its own: no caller waits
    return {kind: count for kind, count in found.items() if count}
