"""A broker whose data is on a simulated disk, to be stopped, killed and started again."""

from __future__ import annotations

from random import Random

from kafkawire.broker.broker import Broker
from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.metadata.metadata_files import MetadataFiles
from kafkawire.broker.storage import BrokerStorage, first_snapshot
from kafkawire.log.files.data_directory import (
    DataDirectory,
    Expected,
    Formatting,
    open_directory,
)
from kafkawire.log.files.disk import Disk
from kafkawire.log.files.log_manager import LogManager
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from tests.support.log.simulated_disk import SimulatedDisk

DATA = "/data"
METADATA = f"{DATA}/__cluster_metadata-0"
LOG = f"{METADATA}/00000000000000000000.log"
CLUSTER_ID = "4L6g3nShT-eMCtK--X86sw"
DIRECTORY_ID = bytes(range(16))
ANYONES = Expected()


def formatting(node_id: int = 1) -> Formatting:
    """What a new directory of the tests gets."""
    return Formatting(CLUSTER_ID, node_id, DIRECTORY_ID, first_snapshot(5), "a day")


def take_over(disk: Disk, expected: Expected = ANYONES, path: str = DATA) -> DataDirectory:
    return open_directory(disk, path, expected, formatting)


def lives(disk: SimulatedDisk) -> int:
    """How many brokers have been started on that disk."""
    state = MetadataFiles(SimulatedDisk(disk.volume), METADATA).quorum_state()
    return 0 if state is None else state.leader_epoch


def start(disk: SimulatedDisk, *, now_ms: int = 1, **overrides: str) -> Broker:
    """A broker on that disk; configurations with underscores for dots."""
    storage = BrokerStorage(take_over(disk), disk)
    # No two lives may draw the same ids.
    seed = lives(disk)
    config = BrokerConfig({name.replace("_", "."): value for name, value in overrides.items()})
    broker = Broker(config, random=Random(seed), now_ms=now_ms, storage=storage)
    try:
        broker.start(now_ms, "127.0.0.1", 9092)
    except BaseException:
        broker.close()
        raise
    return broker


def create(broker: Broker, name: str, partitions: int = 1, now_ms: int = 2) -> None:
    """Make a topic."""
    asked = CreateTopicsRequest.CreatableTopic(
        name=name, num_partitions=partitions, replication_factor=1
    )
    results = broker.controller.create_topics([asked], validate_only=False, now_ms=now_ms)
    assert [each.error_code for each in results] == [0]


def manager_of(disk: Disk) -> LogManager:
    """A manager of the directory that has not looked at it yet."""
    return LogManager(DATA, disk=disk, random=Random(1))
