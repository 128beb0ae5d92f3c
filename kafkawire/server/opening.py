"""Taking over a data directory, and saying so when loading it takes a while."""

import gc
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from kafkawire.broker.broker import Broker
from kafkawire.broker.metadata.bootstrap import random_uuid
from kafkawire.broker.storage import BrokerStorage, first_snapshot
from kafkawire.log.files.data_directory import Expected, Formatting, Unusable, open_directory
from kafkawire.log.files.disk import RealDisk
from kafkawire.log.files.log_manager import OPEN_FILES_MAX
from kafkawire.protocol.uuids import random_id
from kafkawire.server.errors import UsageError

DEFAULT_NODE_ID = 1
FILES_FOR_OTHERS = 2
"""Of the files that a process may have open, one in so many is for connections."""

SILENCE_S = 1.0
PROGRESS_INTERVAL_S = 10.0


def open_storage(path: str, *, node_id: int | None, cluster_id: str | None) -> BrokerStorage:
    """The data directory `path`; made and formatted if need be, as Kafka would.

    Where an id is None, any will do, and a new directory gets a new one. Raises `UsageError`.
    """
    disk = RealDisk()

    def formatting() -> Formatting:
        return _formatting(node_id, cluster_id)

    try:
        directory = open_directory(disk, path, Expected(cluster_id, node_id), formatting)
    except Unusable as error:
        raise UsageError(str(error)) from None
    return BrokerStorage(directory, disk, open_files_max=_open_files_max())


def _formatting(node_id: int | None, cluster_id: str | None) -> Formatting:
    random = Random()
    now_ms = int(time.time() * 1000)
    return Formatting(
        cluster_id or random_id(random),
        DEFAULT_NODE_ID if node_id is None else node_id,
        random_uuid(random),
        first_snapshot(now_ms),
        time.strftime("%a %b %d %H:%M:%S UTC %Y", time.gmtime(now_ms // 1000)),
    )


def _open_files_max() -> int:
    """How many files of logs may be open at a time."""
    try:
        import resource
    except ImportError:
        return OPEN_FILES_MAX
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed == resource.RLIM_INFINITY:
        return OPEN_FILES_MAX
    return max(1, min(OPEN_FILES_MAX, allowed // FILES_FOR_OTHERS))


@contextmanager
def progress_shown(broker: Broker, path: str) -> Iterator[None]:
    """Say on stderr what is being loaded, once that has taken a second."""
    is_done = threading.Event()

    def show() -> None:
        pause_s = SILENCE_S
        while not is_done.wait(pause_s):
            pause_s = PROGRESS_INTERVAL_S
            if sys.stderr is not None:
                sys.stderr.write(f"kafkawire: loading {path}{_progress(broker)}\n")

    thread = threading.Thread(target=show, name="kafkawire progress", daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_done.set()
        thread.join()


@contextmanager
def much_is_made() -> Iterator[None]:
    """Spare the collector from walking what is made of a directory and stays: a quarter of it."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _progress(broker: Broker) -> str:
    total = sum(len(topic.partitions) for topic in list(broker.metadata.topics.values()))
    loaded = len(broker.replicas.partitions)
    return f": {loaded:,} of {total:,} partitions" if loaded else ""
