"""Clients that are kept from one piece of work to the next, in a global of this module.

Workers of Spark and of other such systems are reused, but nothing of a task lives on in them except
modules. A client is taken out of the pool for as long as it is used, so no two tasks ever share
one; it is put back only if no response is outstanding. Connections that a broker closed meanwhile
are made again without a failure. A forked process has sockets of its parent and must not touch
them, so a pool belongs to a process id.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kafkawire.client.blocking.client import Client

KEPT_PER_KEY_MAX = 4

_kept: dict[tuple[int, Hashable], list[Client]] = {}
_lock = threading.Lock()


def borrow(key: Hashable, make: Callable[[], Client]) -> Client:
    """Return a client of one's own: one that was kept under the key, or one that `make` makes."""
    with _lock:
        kept = _kept.get((os.getpid(), key))
        found = kept.pop() if kept else None
    return make() if found is None else found


def give_back(key: Hashable, client: Client) -> None:
    """Keep a client, unless something is still awaited on it."""
    if client.runtime.is_usable and client.runtime.is_idle:
        client.forget_all()
        with _lock:
            kept = _kept.setdefault((os.getpid(), key), [])
            if len(kept) < KEPT_PER_KEY_MAX:
                kept.append(client)
                return
    client.close()


def close_all() -> None:
    """Close what is kept: for tests, and for processes that end."""
    with _lock:
        for clients in _kept.values():
            for client in clients:
                client.close()
        _kept.clear()
