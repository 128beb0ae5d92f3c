"""Connections that are kept from one task to the next, in a global of this module.

Spark's Python workers are reused, but nothing of a task lives on in them except modules. A
connection is taken out of the pool for as long as somebody uses it, so no two ever share one; it
comes back only if nothing is awaited on it. One that the broker closed meanwhile is seen to be
readable, and replaced. A forked process has sockets of its parent and must not touch them, so the
pool belongs to a process id.
"""

from __future__ import annotations

import os
import threading

from kafkawire.spark.cluster.connection import Connection
from kafkawire.spark.cluster.deadline import Deadline
from kafkawire.spark.cluster.settings import Settings

KEPT_PER_ADDRESS_MAX = 4

_Key = tuple[int, Settings, tuple[str, int]]
_kept: dict[_Key, list[Connection]] = {}
_lock = threading.Lock()


def borrow(settings: Settings, address: tuple[str, int], deadline: Deadline) -> Connection:
    """A connection of one's own. Raises Unreachable and LoginRefused."""
    key = (os.getpid(), settings, address)
    while True:
        with _lock:
            found = _kept[key].pop() if _kept.get(key) else None
        if found is None:
            return Connection(settings, address, deadline)
        if found.is_alive():
            return found
        found.close()


def give_back(settings: Settings, connection: Connection) -> None:
    """Keep it for the next one, unless something is still awaited on it."""
    if connection.is_usable and connection.is_idle:
        with _lock:
            kept = _kept.setdefault((os.getpid(), settings, connection.address), [])
            if len(kept) < KEPT_PER_ADDRESS_MAX:
                kept.append(connection)
                return
    connection.close()


def close_all() -> None:
    """Close what is kept: for tests, and for processes that end."""
    with _lock:
        for connections in _kept.values():
            for connection in connections:
                connection.close()
        _kept.clear()
