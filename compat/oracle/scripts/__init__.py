"""All scripts by name, in the order in which they run."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from compat.oracle.scripts import (
    api_versions,
    cluster,
    commits,
    common_errors,
    common_group_errors,
    common_record_errors,
    common_transaction_errors,
    compaction,
    configs,
    consumer_groups,
    coordinating,
    defects,
    dynamic_configs,
    expiring,
    fetching,
    frames,
    group_walks,
    groups,
    lengths,
    metadata,
    migrating,
    migrating_walks,
    moving,
    mutating,
    offsets,
    old,
    producers,
    producing,
    quotas,
    reconciling,
    replacing,
    scenarios_offsets,
    scenarios_old,
    scenarios_sessions,
    scenarios_settings,
    scenarios_sizes,
    scenarios_transactions,
    scenarios_versions,
    scenarios_waiting,
    sessions,
    storage_configs,
    telemetry,
    throttling,
    topics,
)
from compat.oracle.scripts.kit import World
from compat.oracle.steps import Script

_MODULES = (
    api_versions,
    topics,
    metadata,
    moving,
    producing,
    producers,
    lengths,
    defects,
    dynamic_configs,
    fetching,
    sessions,
    offsets,
    groups,
    consumer_groups,
    reconciling,
    migrating,
    commits,
    coordinating,
    common_errors,
    common_group_errors,
    common_record_errors,
    common_transaction_errors,
    configs,
    storage_configs,
    quotas,
    replacing,
    cluster,
    telemetry,
    throttling,
    mutating,
    frames,
    group_walks,
    scenarios_offsets,
    scenarios_sessions,
    scenarios_sizes,
    scenarios_transactions,
    scenarios_versions,
    scenarios_waiting,
)

OLD_SCRIPTS: dict[str, Callable[[World], Script]] = dict(old.OLD_SCRIPTS)
"""For Kafka 3.9, the last to speak the versions that they use."""

SCRIPTS: dict[str, Callable[[World], Script]] = {
    name: script for module in _MODULES for name, script in module.SCRIPTS.items()
}

_FETCH_AND_PRODUCE = (
    producing,
    lengths,
    fetching,
    sessions,
    offsets,
    scenarios_offsets,
    scenarios_sessions,
    scenarios_sizes,
    scenarios_versions,
    scenarios_waiting,
)

EMULATED_SCRIPTS: dict[str, Callable[[World], Script]] = {
    **scenarios_old.EMULATED_SCRIPTS,
    **{name: script for module in _FETCH_AND_PRODUCE for name, script in module.SCRIPTS.items()},
}
"""For an older Kafka and ours as it emulates that release, on the path of fetch and produce."""

SPECIAL_SCRIPTS: tuple[tuple[Mapping[str, str], Mapping[str, Callable[[World], Script]]], ...] = (
    *scenarios_settings.SPECIAL_SCRIPTS,
    *compaction.SPECIAL_SCRIPTS,
    *consumer_groups.SPECIAL_SCRIPTS,
    *migrating.SPECIAL_SCRIPTS,
    *migrating_walks.SPECIAL_SCRIPTS,
    *expiring.SPECIAL_SCRIPTS,
    *common_group_errors.SPECIAL_SCRIPTS,
)
"""Settings of a pair of brokers of their own, each with the scripts for it."""

ALL_SCRIPTS = {
    **SCRIPTS,
    **OLD_SCRIPTS,
    **EMULATED_SCRIPTS,
    **{name: script for _, scripts in SPECIAL_SCRIPTS for name, script in scripts.items()},
}
