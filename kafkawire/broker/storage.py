"""What a broker has on disk, from its start to its stop.

A start reads the metadata log first, and only when all of it can be followed does it change
anything: a directory that is refused is left as it was found. Then logs are opened as the metadata
ask for them. A stop writes down, in this order, that the broker is gone (as a Kafka broker tells
its controller), that each log is complete, and that everything was left in order.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from kafkawire.broker.metadata import snapshot
from kafkawire.broker.metadata.bootstrap import default_levels
from kafkawire.broker.metadata.features import KRAFT_VERSION, METADATA_VERSION_LEVEL
from kafkawire.broker.metadata.metadata_files import MetadataFiles
from kafkawire.broker.metadata.metadata_log import METADATA_PARTITION
from kafkawire.broker.metadata.stored_metadata_log import (
    METADATA_TOPIC_ID,
    SnapshotLimits,
    StoredMetadataLog,
    log_config,
)
from kafkawire.broker.replicas.log_keeping import LogKeeping
from kafkawire.log.files.data_directory import METADATA_DIRECTORY, Unusable, cannot_be_used
from kafkawire.log.files.disk import write_atomically
from kafkawire.log.files.file_store import FileStore
from kafkawire.log.files.loading import LeftBehind
from kafkawire.log.files.log_manager import OPEN_FILES_MAX, ForeignDirectory, LogManager, Means
from kafkawire.log.formats import clean_shutdown, partition_metadata
from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.names import LOG
from kafkawire.log.partition_log import PartitionLog
from kafkawire.protocol.errors import ApiError, DecodeError, ProtocolError

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from kafkawire.broker.config import BrokerConfig
    from kafkawire.broker.metadata.controller import Controller
    from kafkawire.broker.metadata.image import MetadataImage
    from kafkawire.broker.raft.replica import Storage
    from kafkawire.broker.replicas.replica_manager import ReplicaManager
    from kafkawire.broker.wall_clock import WallClock
    from kafkawire.log.files.background import Background
    from kafkawire.log.files.data_directory import DataDirectory
    from kafkawire.log.files.disk import Disk
    from kafkawire.log.topic_partition import TopicPartition
    from kafkawire.timers import Timers


class StoredBroker(Protocol):
    """The broker whose storage this is: what is loaded into it, and what loading needs."""

    background: Background
    cluster_id: str
    config: BrokerConfig
    controller: Controller
    metadata: MetadataImage
    node_id: int
    random: Random
    replicas: ReplicaManager
    timers: Timers
    wall_clock: WallClock


class BrokerStorage:
    """A data directory that was taken over for a broker; `start` and `stop` are the broker's.

    It is the `DirectoryObserver` of its logs.
    """

    __slots__ = ("_disk", "_keeping", "_open_files_max", "directory", "logs", "notice", "report")

    def __init__(
        self, directory: DataDirectory, disk: Disk, *, open_files_max: int = OPEN_FILES_MAX
    ) -> None:
        self.directory = directory
        self._disk = disk
        self._open_files_max = open_files_max
        self.report: Callable[[TopicPartition, OSError], None] = lambda *_: None
        """Told once of each partition whose files have failed, after it went offline."""
        self.notice: Callable[[str], None] = lambda _: None
        """Told, in a line for people, what a start has found that should not be."""
        self.logs: LogManager | None = None
        self._keeping: LogKeeping | None = None

    def start(self, broker: StoredBroker, now_ms: int, host: str, port: int) -> None:
        """Load everything and begin to serve it; raises `Unusable` if that is not possible."""
        try:
            self._start(broker, now_ms, host, port)
        except (ProtocolError, CorruptFile) as error:
            raise Unusable(f"{self._metadata_path} cannot be followed: {error}") from None
        except ForeignDirectory as error:
            raise Unusable(str(error)) from None
        except ApiError as error:
            raise Unusable(f"{self.directory.path} cannot be used: {error.message}") from None
        except OSError as error:
            raise Unusable(cannot_be_used(self.directory.path, error)) from None

    def _start(self, broker: StoredBroker, now_ms: int, host: str, port: int) -> None:
        controller = broker.controller
        logs = self.logs = LogManager(
            self.directory.path,
            disk=self._disk,
            random=broker.random,
            observer=self,
            means=Means(
                open_files_max=self._open_files_max,
                background=lambda work, done: broker.background(work, done),
            ),
        )
        expiration_ms = broker.config.int("producer.id.expiration.ms")
        time_ms = broker.wall_clock.time_ms(now_ms)
        logs.shared.producers_since_ms = time_ms - expiration_ms
        broker.replicas.log_dir_id = self.directory.directory_id
        metadata_log = open_metadata_log(self.directory.path, logs, broker.config, time_ms)
        controller.log = metadata_log
        controller.load()
        if metadata_log.voting.level():
            broker.metadata.features[KRAFT_VERSION] = metadata_log.voting.level()
        self._check_alone(broker, metadata_log)
        logs.find(now_ms + broker.config.int("log.segment.delete.delay.ms"))
        self._keeping = LogKeeping(broker.replicas, logs)
        controller.start(
            now_ms, broker.cluster_id, host, port, stopped_epoch=logs.previous_broker_epoch
        )
        logs.set_strays_aside()
        self._keeping.start(broker.timers, now_ms)

    def _check_alone(self, broker: StoredBroker, log: StoredMetadataLog) -> None:
        """Raise `DecodeError` if there is more of this cluster, or of this node, elsewhere."""
        node_id = broker.node_id
        voters = log.voters()
        if voters - {node_id}:
            raise DecodeError(
                f"its quorum has the voters {sorted({node_id, *voters})}, "
                "and this is a cluster of one node"
            )
        known = broker.metadata.brokers.get(node_id)
        if known is not None and len(known.log_dirs) > 1:
            raise DecodeError(
                f"the node has {len(known.log_dirs)} directories, and only one can be served yet"
            )

    def partition_failed(self, topic_partition: TopicPartition, error: OSError) -> None:
        """See `DirectoryObserver.partition_failed`."""
        if self._keeping is not None:  # else the start ends with this error
            self._keeping.partition_failed(topic_partition)
            self.report(topic_partition, error)

    def directory_found(self, text: str) -> None:
        """See `DirectoryObserver.directory_found`."""
        self.notice(text)

    @property
    def _metadata_path(self) -> str:
        return f"{self.directory.path}/{METADATA_DIRECTORY}"

    def stop(self, broker: StoredBroker, now_ms: int) -> bool:
        """Leave the directory to others, in order if the disk allows; whether it did."""
        is_in_order = True
        if self._keeping is not None:
            with suppress(ApiError):  # then the logs know that not all is in order
                broker.controller.stop(now_ms)
            is_in_order = self._keeping.close(broker.metadata.brokers[broker.node_id].epoch)
        self.directory.close()
        return is_in_order


def first_snapshot(now_ms: int, voting: snapshot.Voting | None = None) -> bytes:
    """Return the bootstrap snapshot that formatting writes: all features at their newest.

    `voting` has kraft.version and voters if the log is to name its voters (replication A-60).
    """
    batches = snapshot.encode(
        default_levels(),
        metadata_version=METADATA_VERSION_LEVEL,
        epoch=0,
        last_timestamp=now_ms,
        now_ms=now_ms,
        voting=voting,
    )
    return b"".join(batches)


def open_metadata_log(
    path: str, logs: LogManager, config: BrokerConfig, now_ms: int
) -> StoredMetadataLog:
    """The metadata log of the data directory `path`, empty if it was never begun.

    Raises OSError, and `ApiError` with KAFKA_STORAGE_ERROR.
    """
    log = _open_log(path, logs, config, now_ms)
    log.move_high_watermark(log.log_end_offset)
    files = MetadataFiles(logs.disk, f"{path}/{METADATA_DIRECTORY}")
    files.tidy()
    return StoredMetadataLog(log, files, SnapshotLimits(config))


def open_quorum_storage(path: str, logs: LogManager, config: BrokerConfig, now_ms: int) -> Storage:
    """Return the metadata log of the data directory `path` for a replica of the quorum.

    Its high watermark is unknown. Raises `OSError`, `ApiError(KAFKA_STORAGE_ERROR)`, and
    `CorruptFile` if the log has no beginning.
    """
    # Imported here because a start without a replica need not load its modules.
    from kafkawire.broker.raft.replica import Storage
    from kafkawire.log.files.snapshot_directory import SnapshotDirectory

    directory = f"{path}/{METADATA_DIRECTORY}"
    log = _open_log(path, logs, config, now_ms)
    snapshots = SnapshotDirectory(logs.disk, directory)
    snapshots.load(log.log_start_offset)
    return Storage(MetadataFiles(logs.disk, directory), snapshots, log)


def _open_log(path: str, logs: LogManager, config: BrokerConfig, now_ms: int) -> PartitionLog:
    directory = f"{path}/{METADATA_DIRECTORY}"
    disk = logs.disk
    store = FileStore(METADATA_PARTITION, directory, logs.shared)
    names = {entry.name for entry in disk.entries(path)}
    if METADATA_DIRECTORY not in names:
        disk.make_directory(directory)
    _write_topic_id(disk, f"{directory}/{partition_metadata.FILE_NAME}")
    if not any(entry.name.endswith(LOG) for entry in disk.entries(directory)):
        store.files.segments.create(0)
    store.left = LeftBehind(is_clean=clean_shutdown.FILE_NAME in names)
    log = PartitionLog(METADATA_PARTITION, log_config(config), store)
    store.load(log, now_ms)
    return log


def _write_topic_id(disk: Disk, path: str) -> None:
    """Say whose directory it is, if it does not say so."""
    try:
        partition_metadata.decode(disk.read(path))
    except (FileNotFoundError, CorruptFile):
        write_atomically(disk, path, partition_metadata.encode(METADATA_TOPIC_ID))
