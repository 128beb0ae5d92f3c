"""From the settings of a consumer to its reader."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from kafkawire.client.core.reading import Reader, ReaderHooks, ReaderOptions
from kafkawire.client.core.resetting import ResetPolicy
from kafkawire.client.core.sources import FetchOptions
from kafkawire.client.core.surroundings import Surroundings
from kafkawire.client.options import ConsumerSettings
from kafkawire.client.shell.opening import windows_of

if TYPE_CHECKING:
    from kafkawire.client.shell.observing import Observing
    from kafkawire.client.shell.runtime import Runtime

READ_COMMITTED = 1


def reader_options(settings: ConsumerSettings) -> ReaderOptions:
    """Return how a consumer with these settings reads."""
    fetch = FetchOptions(
        settings.fetch_min_bytes,
        settings.fetch_max_bytes,
        settings.fetch_max_wait_ms,
        settings.max_partition_fetch_bytes,
        READ_COMMITTED if settings.isolation_level == "read_committed" else 0,
        settings.client_rack,
        settings.metadata_max_age_ms,
        settings.check_crcs,
    )
    reset = settings.auto_offset_reset
    return ReaderOptions(
        fetch,
        settings.fetch_memory_bytes,
        ResetPolicy(reset.kind, reset.duration_ms),
        has_group=settings.group_id is not None,
        resets_new_partitions=settings.new_partitions_from == "reset",
    )


def make_reader(settings: ConsumerSettings, runtime: Runtime, wake: Callable[[], None]) -> Reader:
    """Return the reader of a consumer; it calls `wake` when it has something."""
    surroundings = Surroundings(
        runtime.network,
        runtime.metadata,
        runtime.timers,
        runtime.random,
        settings.retry_backoff_ms,
        settings.retry_backoff_max_ms,
        windows_of(settings),
    )
    return Reader(reader_options(settings), surroundings, reader_hooks(wake, runtime.observing))


def reader_hooks(wake: Callable[[], None], observing: Observing | None = None) -> ReaderHooks:
    """Return what a reader calls: `wake` when it has something, the observer, the wall clock."""
    hooks = ReaderHooks(wake, wall_ms=lambda now_ms: int(time.time() * 1000))
    return hooks if observing is None else hooks._replace(moved=observing.moved)
