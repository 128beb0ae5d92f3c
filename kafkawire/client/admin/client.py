"""The admin client.

Its methods are functions of the modules beside this one, which `Admin` gathers under one name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self, TypeVar, Unpack

import trio

from kafkawire.client.admin import (
    cluster,
    configs,
    groups,
    more_groups,
    replicas,
    security,
    topics,
    transactions,
)
from kafkawire.client.core.operations.running import Running, Tools
from kafkawire.client.core.operations.sources import Plan, Sources
from kafkawire.client.errors import Closed, UnsupportedVersion
from kafkawire.client.options import AdminOptions, AdminSettings, configurations, settings
from kafkawire.client.outcomes import Outcomes
from kafkawire.client.shell.background import is_cancelled
from kafkawire.client.shell.opening import make_runtime
from kafkawire.client.shell.reporting import admin_reporting

K = TypeVar("K")
R = TypeVar("R")
OF_ANOTHER_KIND = (35, 69)
"""UNSUPPORTED_VERSION of brokers that offer an API and have it switched off, as 3.9 has that of
KIP-848; GROUP_ID_NOT_FOUND."""


class Admin:
    """An admin client, used as `async with Admin("localhost:9092") as admin`.

    Entering connects and reads the cluster's metadata. Operations on many keys return `Outcomes`:
    one key that fails hides no other. Each method may be called from any task.

    Raises:
        ConfigurationError: An option is wrong.
        BootstrapError: On entering: no broker answered within default.api.timeout.ms.
    """

    def __init__(
        self, bootstrap_servers: str | Sequence[str] = (), **options: Unpack[AdminOptions]
    ) -> None:
        given = {"bootstrap_servers": bootstrap_servers, **options}
        self._settings = settings(AdminSettings, given)
        self._runtime = make_runtime(self._settings, "admin", creates_topics=False)
        runtime = self._runtime
        tools = Tools(
            runtime.network,
            runtime.timers,
            runtime.random,
            self._settings.retry_backoff_ms,
            self._settings.retry_backoff_max_ms,
        )
        self._reporting = admin_reporting(self._settings, runtime)
        self._sources = Sources(runtime.metadata, tools, {}, {})
        self._is_open = False

    @classmethod
    def from_config(cls, config: Mapping[str, object], **others: Unpack[AdminOptions]) -> Self:
        """Return an admin client with options by Kafka's dotted names; keywords win over them."""
        return cls(**configurations.from_config(config, others))

    @classmethod
    def from_properties(cls, source: configurations.Source, **others: Unpack[AdminOptions]) -> Self:
        """Return an admin client with the options of a .properties file; keywords win over it."""
        return cls(**configurations.from_properties(AdminSettings, source, others))

    async def __aenter__(self) -> Self:
        await self._runtime.enter(self._settings.default_api_timeout_ms)
        self._is_open = True
        self._reporting.begin()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._is_open = False
        made = self._settings
        budget_ms = made.cancelled_close_budget_ms if is_cancelled(error) else made.close_budget_ms
        try:
            with trio.move_on_after(budget_ms / 1000, shield=True):
                await self._reporting.end()
        finally:
            await self._runtime.close()

    @property
    def metrics(self) -> Mapping[str, float]:
        """Kafka's metrics of the client now, as `group:name{tag=value}`."""
        return self._reporting.values()

    # What operations need

    @property
    def sources(self) -> Sources:
        """The view of the cluster, its coordinators, and tools for operations."""
        return self._sources

    def limit_ms(self, timeout_ms: int | None) -> int:
        """Return how long an operation may take: `timeout_ms`, or default.api.timeout.ms."""
        return self._settings.default_api_timeout_ms if timeout_ms is None else timeout_ms

    async def run(self, plan: Plan[K, R], limit_ms: int) -> Outcomes[K, R]:
        """Run a plan until all its keys have ended or its time is over.

        Keys of which the broker has no such API run by the plan's substitute.
        """
        if not self._is_open:
            raise Closed("the admin client is not open: use it as `async with Admin(...)`")
        end = trio.current_time() + limit_ms / 1000
        outcomes = await self._run(plan, end)
        instead = plan.instead
        if instead is None:
            return outcomes
        old = [
            key
            for key, error in outcomes.errors.items()
            if isinstance(error, UnsupportedVersion) or _is_of_another_kind(error)
        ]
        if not old:
            return outcomes
        again = await self._run(Plan(instead.operation, old), end)
        errors = {key: error for key, error in outcomes.errors.items() if key not in old}
        return Outcomes({**outcomes, **again}, {**errors, **again.errors})

    async def _run(self, plan: Plan[K, R], end: float) -> Outcomes[K, R]:
        ended = trio.Event()
        runtime = self._runtime
        running = Running(plan.operation, plan.keys, self._sources.tools, ended.set)
        running.begin(runtime.now_ms())
        runtime.pump()
        try:
            with runtime.while_open(), trio.move_on_at(end):
                await ended.wait()
            running.give_up()
        finally:
            running.cancel()
            runtime.pump()
        return Outcomes(running.results, running.errors)

    create_topics = topics.create_topics
    delete_topics = topics.delete_topics
    list_topics = topics.list_topics
    describe_topics = topics.describe_topics
    create_partitions = topics.create_partitions
    list_offsets = topics.list_offsets
    delete_records = topics.delete_records

    describe_configs = configs.describe_configs
    alter_configs = configs.alter_configs
    incremental_alter_configs = configs.incremental_alter_configs
    list_config_resources = configs.list_config_resources
    list_client_metrics_resources = configs.list_client_metrics_resources
    describe_client_quotas = configs.describe_client_quotas
    alter_client_quotas = configs.alter_client_quotas
    describe_cluster = configs.describe_cluster

    describe_features = cluster.describe_features
    update_features = cluster.update_features
    describe_metadata_quorum = cluster.describe_metadata_quorum
    add_raft_voter = cluster.add_raft_voter
    remove_raft_voter = cluster.remove_raft_voter
    unregister_broker = cluster.unregister_broker
    unregister_controller = cluster.unregister_controller

    elect_leaders = replicas.elect_leaders
    alter_partition_reassignments = replicas.alter_partition_reassignments
    list_partition_reassignments = replicas.list_partition_reassignments
    describe_log_dirs = replicas.describe_log_dirs
    alter_replica_log_dirs = replicas.alter_replica_log_dirs
    describe_replica_log_dirs = replicas.describe_replica_log_dirs

    list_groups = groups.list_groups
    list_consumer_groups = groups.list_consumer_groups
    describe_consumer_groups = groups.describe_consumer_groups
    describe_classic_groups = groups.describe_classic_groups
    delete_consumer_groups = groups.delete_consumer_groups
    remove_members_from_consumer_group = groups.remove_members_from_consumer_group
    list_consumer_group_offsets = groups.list_consumer_group_offsets
    alter_consumer_group_offsets = groups.alter_consumer_group_offsets
    delete_consumer_group_offsets = groups.delete_consumer_group_offsets

    describe_share_groups = more_groups.describe_share_groups
    delete_share_groups = groups.delete_consumer_groups
    list_share_group_offsets = more_groups.list_share_group_offsets
    alter_share_group_offsets = more_groups.alter_share_group_offsets
    delete_share_group_offsets = more_groups.delete_share_group_offsets

    # Streams groups differ from consumer groups in nothing but their description.
    describe_streams_groups = more_groups.describe_streams_groups
    delete_streams_groups = groups.delete_consumer_groups
    list_streams_group_offsets = groups.list_consumer_group_offsets
    alter_streams_group_offsets = groups.alter_consumer_group_offsets
    delete_streams_group_offsets = groups.delete_consumer_group_offsets

    list_transactions = transactions.list_transactions
    describe_transactions = transactions.describe_transactions
    abort_transaction = transactions.abort_transaction
    force_terminate_transaction = transactions.force_terminate_transaction
    fence_producers = transactions.fence_producers
    describe_producers = topics.describe_producers

    create_acls = security.create_acls
    describe_acls = security.describe_acls
    delete_acls = security.delete_acls
    describe_user_scram_credentials = security.describe_user_scram_credentials
    alter_user_scram_credentials = security.alter_user_scram_credentials
    create_delegation_token = security.create_delegation_token
    renew_delegation_token = security.renew_delegation_token
    expire_delegation_token = security.expire_delegation_token
    describe_delegation_token = security.describe_delegation_token


def _is_of_another_kind(error: BaseException) -> bool:
    """Whether a group may be one that the first operation is not about."""
    return getattr(error, "code", 0) in OF_ANOTHER_KIND
