"""The broker: its components, and what makes time pass in them.

A broker does no network I/O, and keeps what it has in memory unless it is given a `storage`. Bytes
come in through `dispatch.handle`, time through `tick`; the shell asks
`next_deadline_ms` when it must come back. `tick` does a bounded amount of work, so that a broker
with thousands of requests to answer at once still hears its other clients in between.
"""

from typing import TYPE_CHECKING

from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.coordinator import CoordinatorParts
from kafkawire.broker.groups.group_coordinator import GroupCoordinator
from kafkawire.broker.loggers import Loggers
from kafkawire.broker.metadata.controller import Controller
from kafkawire.broker.metadata.image import MetadataImage
from kafkawire.broker.metrics import Metrics
from kafkawire.broker.purgatory import Purgatory
from kafkawire.broker.release_parts import PLAIN, ReleaseParts
from kafkawire.broker.replicas.logged_store import with_lines
from kafkawire.broker.replicas.replica_manager import Makers, ReplicaManager
from kafkawire.broker.replicas.replica_selector import selector_of
from kafkawire.broker.served_api import load, load_unstable
from kafkawire.broker.transactions.coordinator import TransactionCoordinator
from kafkawire.broker.transactions.markers import MarkerWriter
from kafkawire.broker.transactions.producer_ids import ProducerIdManager
from kafkawire.broker.wall_clock import WallClock
from kafkawire.log.files.background import Background, inline
from kafkawire.protocol.uuids import random_id
from kafkawire.timers import Timers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from random import Random

    from kafkawire.broker.fetch.session_cache import FetchSessionCache
    from kafkawire.broker.metadata.image import QuotaEntity
    from kafkawire.broker.security.authorizer import Authorizer
    from kafkawire.broker.security.quotas import ClientQuotas
    from kafkawire.broker.served_api import ApiLoader
    from kafkawire.broker.storage import BrokerStorage
    from kafkawire.broker.telemetry.client_metrics import ClientMetrics
    from kafkawire.broker.telemetry.pushed import Receiver

COMPLETIONS_PER_TICK = 64
"""Parked requests looked at in one tick."""

TIMERS_PER_TICK = 256
"""Expired timers run in one tick."""


class Broker:
    """One broker of a cluster of one; `start` makes it ready to serve."""

    __slots__ = (
        "authorizer",
        "background",
        "behaviour",
        "client_metrics",
        "cluster_id",
        "config",
        "controller",
        "fetch_sessions",
        "groups",
        "load_api",
        "loggers",
        "markers",
        "metadata",
        "metrics",
        "node_id",
        "producer_ids",
        "purgatory",
        "quotas",
        "random",
        "replica_selector",
        "replicas",
        "storage",
        "telemetry",
        "thread_time_ns",
        "timers",
        "transactions",
        "wall_clock",
    )

    def __init__(
        self,
        config: BrokerConfig,
        *,
        random: "Random",
        now_ms: int,
        cluster_id: str = "",
        storage: "BrokerStorage | None" = None,
        parts: "ReleaseParts[Broker]" = PLAIN,
    ) -> None:
        if storage is not None:
            cluster_id = storage.directory.cluster_id
        self.storage = storage
        self.background: Background = inline
        """Does work that waits for a disk; a shell may have a thread for it."""
        self.config = config
        self.random = random
        self.node_id = config.int("node.id")
        self.cluster_id = cluster_id or random_id(random)
        self.wall_clock = WallClock()
        self.metrics: Metrics = Metrics(self)
        self.loggers = Loggers()
        self.timers = Timers()
        self.purgatory: Purgatory = Purgatory(self.timers)
        self.metadata: MetadataImage = MetadataImage()
        self.behaviour = parts.behaviour
        self.replica_selector = selector_of(config, self.metadata.brokers)
        self.replicas: ReplicaManager = self._make_replicas(parts)
        self.controller = self._make_controller(parts)
        coordinator_parts = self._coordinator_parts()
        self.groups = self._make_groups(coordinator_parts)
        self.markers = MarkerWriter(self.replicas, self.groups)
        self.producer_ids = ProducerIdManager(self.controller)
        self.authorizer: Authorizer | None = None
        """Asked by the handlers who may do what; None allows everything."""
        self.quotas: ClientQuotas | None = None
        """None until the cluster has the first quota for users or clients."""
        self.telemetry: Receiver | None = None
        """Called with the metrics that clients push; without it they are not told to (KIP-714)."""
        self.client_metrics: ClientMetrics | None = None
        """None until the first client asks what it is to push."""
        self.thread_time_ns: Callable[[], int] = int
        """A monotonic clock for request quotas, set by the shell; by default it stands still."""
        self.controller.publisher.follow_quotas(self._quotas_changed)
        self.transactions = self._make_transactions(coordinator_parts, now_ms, parts)
        slots = config.int("max.incremental.fetch.session.cache.slots")
        self.fetch_sessions: FetchSessionCache = parts.make_fetch_sessions(slots, random)
        unstable = config.boolean("unstable.api.versions.enable")
        self.load_api: ApiLoader[Broker] = parts.load_api or (load_unstable if unstable else load)

    def _make_replicas(self, parts: "ReleaseParts[Broker]") -> ReplicaManager:
        replicas = ReplicaManager(
            node_id=self.node_id,
            purgatory=self.purgatory,
            config=self.config,
            brokers=self.metadata.brokers,
            wall_clock=self.wall_clock,
            makers=Makers(with_lines(parts.make_log, self.loggers.log), parts.make_partition),
        )
        replicas.tells_of_followers = self.replica_selector is not None
        replicas.housekeeping.cleaner.logger = self.loggers.cleaner
        return replicas

    def _make_controller(self, parts: "ReleaseParts[Broker]") -> Controller:
        return Controller(
            config=self.config,
            image=self.metadata,
            replicas=self.replicas,
            random=self.random,
            node_id=self.node_id,
            make_log_config=parts.make_log_config,
        )

    def _coordinator_parts(self) -> CoordinatorParts:
        return CoordinatorParts(
            config=self.config,
            metadata=self.metadata,
            replicas=self.replicas,
            purgatory=self.purgatory,
            timers=self.timers,
            random=self.random,
        )

    def _make_groups(self, coordinator_parts: CoordinatorParts) -> GroupCoordinator:
        groups = GroupCoordinator(coordinator_parts, self.loggers.group)
        self.controller.subscribe(groups)
        return groups

    def _make_transactions(
        self, coordinator_parts: CoordinatorParts, now_ms: int, parts: "ReleaseParts[Broker]"
    ) -> TransactionCoordinator:
        transactions = TransactionCoordinator(
            coordinator_parts,
            markers=self.markers,
            producer_ids=self.producer_ids,
            now_ms=now_ms,
            version_max=parts.transaction_version,
        )
        self.controller.subscribe(transactions)
        return transactions

    def start(self, now_ms: int, host: str, port: int) -> None:
        """Begin, at `host`:`port` as advertised: a new cluster, or the one of the storage.

        Raises `Unusable` for a data directory that cannot be served.
        """
        self.replicas.start(self.timers, now_ms)
        if self.storage is None:
            self.controller.load()
            self.controller.start(now_ms, self.cluster_id, host, port)
        else:
            self.storage.start(self, now_ms, host, port)

    def stop(self, now_ms: int) -> bool:
        """End: nothing may be asked of it any more. Whether what is on disk is left in order."""
        return self.storage is None or self.storage.stop(self, now_ms)

    def close(self) -> None:
        """Let go of the data directory as it is, if `stop` has not."""
        if self.storage is not None:
            self.storage.directory.close()

    def next_deadline_ms(self) -> int:
        """When `tick` must be called next: 0 if it has work now, NEVER if nothing waits."""
        return 0 if self.purgatory.has_woken else self.timers.next_deadline_ms()

    def tick(self, now_ms: int) -> None:
        """Answer what was woken, run what has expired: a bounded amount of each."""
        self.purgatory.run_woken(now_ms, COMPLETIONS_PER_TICK)
        self.timers.run(now_ms, TIMERS_PER_TICK)

    def _quotas_changed(self, changed: "Iterable[tuple[QuotaEntity, str]]") -> None:
        from kafkawire.broker.security.quotas import ClientQuotas, is_counted

        counted = [each for each in changed if is_counted(*each)]
        if counted and self.quotas is None:
            self.quotas = ClientQuotas(self.config, self.thread_time_ns)
        if self.quotas is not None:
            self.quotas.follow(self.metadata.client_quotas, counted)
