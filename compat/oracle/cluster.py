"""Several nodes of the real Apache Kafka that form one cluster, for as long as a block lasts.

    with KafkaCluster(3) as cluster:
        cluster.nodes[0].stop_process()

Nodes call themselves `advertised`, which must lead to loopback; that it is another name than the
address that clients are given makes it easy to see who learnt it. Nodes have the ids 1, 2 and 3.
"""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Mapping
from typing import BinaryIO, Self

from compat.oracle.node import START_SECONDS_MAX, STOP_SECONDS_MAX, KafkaNode
from tools.programs import HOST, end

CLUSTER_ID = "kafkawire-of-three-nod"
HEAP = ["-Xms192m", "-Xmx384m"]
ADVERTISED = "localhost"
SETTINGS: Mapping[str, str] = {
    "offsets.topic.num.partitions": "3",
    "group.initial.rebalance.delay.ms": "0",
    "auto.leader.rebalance.enable": "false",
    "log.cleaner.enable": "false",
    "broker.session.timeout.ms": "3000",
    "broker.heartbeat.interval.ms": "500",
}


class ClusterNode(KafkaNode):
    """One of several: it can be ended and started again on its directory and its ports."""

    def __init__(self, node_id: int, version: str, advertised: str) -> None:
        super().__init__(version)
        self.node_id = node_id
        self._advertised = advertised

    def join(self, voters: str, count: int) -> None:
        """Say who belongs together, before the start."""
        self._settings = {
            **SETTINGS,
            "node.id": str(self.node_id),
            "controller.quorum.voters": voters,
            "advertised.listeners": f"PLAINTEXT://{self._advertised}:{self.port}",
            "offsets.topic.replication.factor": str(count),
            "transaction.state.log.replication.factor": str(count),
            "transaction.state.log.min.isr": "1",
            "min.insync.replicas": "1",
        }

    def start_process(self) -> None:
        """Start it; does not wait until it serves."""
        self._launch()

    def wait(self) -> None:
        """Until it serves. Raises RuntimeError if it does not come up."""
        self._wait()

    def stop_process(self) -> None:
        """End it politely: it hands over what it leads."""
        assert self._process is not None, "it does not run"
        end(self._process, STOP_SECONDS_MAX)

    def _is_up(self) -> bool:
        try:
            return self._ask(18, 0, b"")[:2] == b"\0\0"
        except OSError:
            return False

    def _java(self, *arguments: str) -> list[str]:
        command = super()._java(*arguments)
        options = [each for each in command[1:] if not each.startswith(("-Xms", "-Xmx"))]
        return [command[0], *HEAP, *options]

    def _format(self, config: object, log: BinaryIO) -> None:
        tool = ("kafka.tools.StorageTool", "format", "-t", CLUSTER_ID, "-c", str(config))
        subprocess.run(
            self._java(*tool), stdout=log, stderr=log, timeout=START_SECONDS_MAX, check=True
        )


class KafkaCluster:
    """Raises OracleUnavailable when it cannot be had, RuntimeError when it does not come up."""

    def __init__(
        self, count: int = 3, *, version: str = "4.4.0", advertised: str = ADVERTISED
    ) -> None:
        self.nodes = [ClusterNode(each, version, advertised) for each in range(1, count + 1)]
        voters = ",".join(f"{each.node_id}@{HOST}:{each.controller_port}" for each in self.nodes)
        for node in self.nodes:
            node.join(voters, count)

    @property
    def bootstrap(self) -> list[str]:
        """Where the nodes are."""
        return [node.bootstrap for node in self.nodes]

    def __enter__(self) -> Self:
        try:
            starting = [threading.Thread(target=node.start_process) for node in self.nodes]
            for thread in starting:
                thread.start()
            for thread in starting:
                thread.join()
            for node in self.nodes:
                node.wait()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def stop(self) -> None:
        """End all nodes at once; the last has no quorum left to tell that it goes."""
        for node in self.nodes:
            if node._process is not None:
                node._process.kill()
        for node in self.nodes:
            node.stop()
