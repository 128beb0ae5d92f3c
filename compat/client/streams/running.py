"""Runs workloads with both clients, with brokers and drivers that are started when needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack

from compat.client.streams.brokers import Brokers, one_node, three_nodes
from compat.client.streams.drivers import Driver, java_driver, our_driver
from compat.client.streams.known import Known
from compat.client.streams.normal import Normal, normal
from compat.client.streams.result import Result, compared
from compat.client.streams.staging import Stage
from compat.client.streams.workloads import WORKLOADS


class Runs:
    """Brokers and drivers, which the stack ends.

    `against` is `apache:VERSION` or `kafkawire`; only Kafka is run on three nodes.
    """

    def __init__(self, stack: ExitStack, against: str, version: str) -> None:
        self._stack = stack
        self._against = against
        self._version = version
        self._brokers: dict[int, Brokers] = {}
        self._drivers: dict[Callable[[], object], Driver] = {}

    def compare(self, workload: str, known: Sequence[Known]) -> Result:
        """Run a workload with both clients. Raises OracleUnavailable, CommandFailed, NotQuiet."""
        return compared(workload, self.java(workload), self.ours(workload), known)

    def java(self, workload: str) -> Normal:
        """Run a workload with Kafka's own client."""
        return self._run(workload, self._java)

    def ours(self, workload: str) -> Normal:
        """Run a workload with our client."""
        return self._run(workload, self._ours)

    def _java(self) -> Driver:
        return self._stack.enter_context(java_driver(self._version))

    def _ours(self) -> Driver:
        return self._stack.enter_context(our_driver())

    def _run(self, name: str, start: Callable[[], Driver]) -> Normal:
        brokers = self._nodes(WORKLOADS[name].nodes)
        if start not in self._drivers:
            self._drivers[start] = start()
        found = Stage(WORKLOADS[name], brokers, self._drivers[start]).run()
        return normal(found.exchanges, found.names, brokers.nodes_by_port())

    def _nodes(self, count: int) -> Brokers:
        if count not in self._brokers:
            started = one_node(self._against) if count == 1 else three_nodes(self._version)
            self._brokers[count] = self._stack.enter_context(started)
            self._brokers[count].warm_up()
        return self._brokers[count]
