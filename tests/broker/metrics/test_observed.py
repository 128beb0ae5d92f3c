"""Metrics read what their Protocols have, of whatever has it."""

from __future__ import annotations

import ast
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kafkawire.broker import metrics, telemetry
from kafkawire.broker.metrics.catalogue import FAMILIES
from kafkawire.broker.metrics.expirations import Expirations
from kafkawire.broker.metrics.families import Family

COMPONENTS = ("broker", "replicas", "fetch", "transactions", "purgatory", "api")


def family(type_name: str, name: str) -> Family:
    (found,) = [each for each in FAMILIES if (each.type, each.name) == (type_name, name)]
    return found


def replicas(**fields: Any) -> Any:
    partition = SimpleNamespace(is_leader=True, **fields)
    return SimpleNamespace(replicas=SimpleNamespace(partitions={("t", 0): partition}))


def test_gauges_of_partitions_need_no_broker() -> None:
    image = SimpleNamespace(replicas=[1, 2, 3], isr=[1])
    broker = replicas(image=image, min_isr=2)
    for name, value in (("UnderReplicatedPartitions", 1), ("UnderMinIsrPartitionCount", 1)):
        assert list(family("ReplicaManager", name).read(broker)) == [((), value)]


def test_what_waits_is_read_of_the_purgatory_alone() -> None:
    expirations = Expirations()
    expirations.produces = 4
    purgatory = SimpleNamespace(expirations=expirations, census=lambda: {"Fetch": (2, 5)})
    broker: Any = SimpleNamespace(purgatory=purgatory)
    waiting = dict(family("DelayedOperationPurgatory", "NumDelayedOperations").read(broker))
    assert waiting[(("delayedOperation", "Fetch"),)] == 2
    assert waiting[(("delayedOperation", "Produce"),)] == 0
    assert list(family("DelayedProduceMetrics", "ExpiresPerSec").read(broker)) == [((), 4)]


@pytest.mark.parametrize("package", [metrics, telemetry])
def test_no_class_of_a_component_is_imported(package: Any) -> None:
    """Not even for its type."""
    banned = tuple(f"kafkawire.broker.{name}" for name in COMPONENTS)
    found = [
        f"{path.name}: {node.module}"
        for path in Path(package.__path__[0]).glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
        and node.module is not None
        and f"{node.module}.".startswith(tuple(f"{name}." for name in banned))
    ]
    assert found == []
