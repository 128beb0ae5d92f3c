"""Methods of `Admin` about configurations and quotas, and about the cluster."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kafkawire.client.admin.runner import Runner, run_one
from kafkawire.client.core.operations import cluster, configs, quotas
from kafkawire.client.descriptions import (
    ClusterDescription,
    ConfigEntry,
    ConfigResource,
    QuotaEntity,
)
from kafkawire.client.errors import ConfigurationError
from kafkawire.client.outcomes import Outcomes

_CHANGES = {"set": 0, "delete": 1, "append": 2, "subtract": 3}
_EVERY = QuotaEntity()


async def describe_configs(
    admin: Runner,
    resources: Iterable[ConfigResource] | Mapping[ConfigResource, Sequence[str] | None],
    *,
    include_synonyms: bool = False,
    include_documentation: bool = False,
    timeout_ms: int | None = None,
) -> Outcomes[ConfigResource, tuple[ConfigEntry, ...]]:
    """Read configurations, all of a resource or those that are named."""
    wanted = resources if isinstance(resources, Mapping) else dict.fromkeys(resources)
    _check_types(wanted)
    plan = configs.describe_configs(
        admin.sources,
        wanted,
        include_synonyms=include_synonyms,
        include_documentation=include_documentation,
    )
    return await admin.run(plan, admin.limit_ms(timeout_ms))


async def incremental_alter_configs(
    admin: Runner,
    changes: Mapping[ConfigResource, Mapping[str, str | tuple[str, str | None] | None]],
    *,
    validate_only: bool = False,
    timeout_ms: int | None = None,
) -> Outcomes[ConfigResource, None]:
    """Change configurations.

    A value is set, None is reset to what it is without; ("append", value) and ("subtract", value)
    change lists.
    """
    _check_types(changes)
    wanted = {
        resource: [(name, *_change(value)) for name, value in named.items()]
        for resource, named in changes.items()
    }
    plan = configs.change_configs(admin.sources, wanted, validate_only=validate_only)
    return await admin.run(plan, admin.limit_ms(timeout_ms))


async def alter_configs(
    admin: Runner,
    configurations: Mapping[ConfigResource, Mapping[str, str]],
    *,
    validate_only: bool = False,
    timeout_ms: int | None = None,
) -> Outcomes[ConfigResource, None]:
    """Replace whole configurations: names that are left out go back to their default.

    Clients of Kafka 4 have no such operation any more, its brokers do. It loses what others have
    changed meanwhile: use `incremental_alter_configs` unless the broker is older than 2.3.
    """
    _check_types(configurations)
    plan = configs.replace_configs(admin.sources, configurations, validate_only=validate_only)
    return await admin.run(plan, admin.limit_ms(timeout_ms))


async def list_config_resources(
    admin: Runner, types: Iterable[str] = (), *, timeout_ms: int | None = None
) -> tuple[ConfigResource, ...]:
    """List what may have configurations, of some types ("topic", "group" ...) or of all."""
    wanted = list(types)
    _check_types(ConfigResource(each, "") for each in wanted)
    plan = configs.list_config_resources(admin.sources, wanted)
    return await run_one(admin, plan, admin.limit_ms(timeout_ms))


async def list_client_metrics_resources(
    admin: Runner, *, timeout_ms: int | None = None
) -> tuple[str, ...]:
    """Return the names of the metrics subscriptions that clients are given (KIP-714)."""
    found = await list_config_resources(admin, ["client_metrics"], timeout_ms=timeout_ms)
    return tuple(each.name for each in found)


async def describe_client_quotas(
    admin: Runner,
    match: QuotaEntity = _EVERY,
    *,
    any_of: Iterable[str] = (),
    strict: bool = False,
    timeout_ms: int | None = None,
) -> Mapping[QuotaEntity, Mapping[str, float]]:
    """Find quotas, all unless told otherwise.

    An entity has to have the names of `match`, where None is the default of its kind, and any name
    of the kinds `any_of`: "user", "client_id", "ip". `strict` leaves out entities that are of
    further kinds.
    """
    kinds = list(any_of)
    for kind in kinds:
        if kind not in quotas.TYPES:
            known = ", ".join(quotas.TYPES)
            raise ConfigurationError(f"unknown kind of quota entity {kind!r}; there are {known}")
    plan = quotas.describe_client_quotas(admin.sources, match, any_of=kinds, strict=strict)
    return await run_one(admin, plan, admin.limit_ms(timeout_ms))


async def alter_client_quotas(
    admin: Runner,
    changes: Mapping[QuotaEntity, Mapping[str, float | None]],
    *,
    validate_only: bool = False,
    timeout_ms: int | None = None,
) -> Outcomes[QuotaEntity, None]:
    """Set quotas by Kafka's names (`producer_byte_rate` ...); None removes one."""
    plan = quotas.alter_client_quotas(admin.sources, changes, validate_only=validate_only)
    return await admin.run(plan, admin.limit_ms(timeout_ms))


async def describe_cluster(
    admin: Runner,
    *,
    include_authorized_operations: bool = False,
    timeout_ms: int | None = None,
) -> ClusterDescription:
    """Describe the brokers of the cluster."""
    plan = cluster.describe_cluster(
        admin.sources, include_authorized_operations=include_authorized_operations
    )
    return await run_one(admin, plan, admin.limit_ms(timeout_ms))


def _check_types(resources: Iterable[ConfigResource]) -> None:
    for resource in resources:
        if resource.type not in configs.TYPES:
            known = ", ".join(configs.TYPES)
            raise ConfigurationError(f"unknown resource type {resource.type!r}; there are {known}")


def _change(value: str | tuple[str, str | None] | None) -> tuple[int, str | None]:
    if isinstance(value, tuple):
        return _CHANGES[value[0]], value[1]
    return _CHANGES["delete" if value is None else "set"], value
