"""Methods of `Admin` about the cluster: its features, its quorum, its nodes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kafkawire.client.admin.runner import Runner, run_one
from kafkawire.client.core.operations import features, quorum
from kafkawire.client.descriptions import Endpoint, FeatureDescription, QuorumDescription
from kafkawire.client.errors import ConfigurationError
from kafkawire.client.outcomes import Outcomes


async def describe_features(
    admin: Runner, *, timeout_ms: int | None = None
) -> Mapping[str, FeatureDescription]:
    """Describe features by their names (`metadata.version` ...)."""
    plan = features.describe_features(admin.sources)
    return await run_one(admin, plan, admin.limit_ms(timeout_ms))


async def update_features(
    admin: Runner,
    levels: Mapping[str, int],
    *,
    upgrade: str = "upgrade",
    validate_only: bool = False,
    timeout_ms: int | None = None,
) -> Outcomes[str, None]:
    """Set the levels of features, all or none; level 0 removes one.

    `upgrade` is which way a level may go: "upgrade", "safe_downgrade" or "unsafe_downgrade".
    """
    if upgrade not in features.UPGRADES:
        known = ", ".join(features.UPGRADES)
        raise ConfigurationError(f"unknown kind of feature update {upgrade!r}; there are {known}")
    limit_ms = admin.limit_ms(timeout_ms)
    plan = features.update_features(
        admin.sources, levels, upgrade=upgrade, timeout_ms=limit_ms, validate_only=validate_only
    )
    return await admin.run(plan, limit_ms)


async def describe_metadata_quorum(
    admin: Runner, *, timeout_ms: int | None = None
) -> QuorumDescription:
    """Describe the nodes that keep the metadata log, and their offsets."""
    plan = quorum.describe_quorum(admin.sources)
    return await run_one(admin, plan, admin.limit_ms(timeout_ms))


async def add_raft_voter(
    admin: Runner,
    node_id: int,
    directory_id: bytes,
    endpoints: Iterable[Endpoint],
    *,
    cluster_id: str | None = None,
    timeout_ms: int | None = None,
) -> None:
    """Have one more controller vote on the metadata log (KIP-853)."""
    limit_ms = admin.limit_ms(timeout_ms)
    plan = quorum.add_voter(
        admin.sources,
        node_id,
        directory_id,
        list(endpoints),
        cluster_id=cluster_id,
        timeout_ms=limit_ms,
    )
    await run_one(admin, plan, limit_ms)


async def remove_raft_voter(
    admin: Runner,
    node_id: int,
    directory_id: bytes,
    *,
    cluster_id: str | None = None,
    timeout_ms: int | None = None,
) -> None:
    """Have a controller vote no more on the metadata log (KIP-853)."""
    plan = quorum.remove_voter(admin.sources, node_id, directory_id, cluster_id=cluster_id)
    await run_one(admin, plan, admin.limit_ms(timeout_ms))


async def unregister_broker(admin: Runner, node_id: int, *, timeout_ms: int | None = None) -> None:
    """Have the cluster forget a broker that is gone for good."""
    plan = quorum.unregister_broker(admin.sources, node_id)
    await run_one(admin, plan, admin.limit_ms(timeout_ms))


async def unregister_controller(
    admin: Runner, node_id: int, *, timeout_ms: int | None = None
) -> None:
    """Have the cluster forget a controller that is gone for good."""
    plan = quorum.unregister_controller(admin.sources, node_id)
    await run_one(admin, plan, admin.limit_ms(timeout_ms))
