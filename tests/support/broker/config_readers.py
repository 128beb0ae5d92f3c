"""Which configurations the product's code reads: names that it spells, and names that it asks for.

Spelt names are string literals of modules that act on configurations; modules that only list,
check or describe them do not count. Names that are put together are found by running a broker.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from functools import cache
from pathlib import Path

import pytest

from kafkawire.broker.config import BrokerConfig
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from tests.support.requests.consumer_groups import ConsumerHarness
from tests.support.requests.harness import BrokerHarness

ROOT = Path(__file__).resolve().parents[3] / "kafkawire"
PACKAGES = ("broker", "log", "server", "net")
CHECKS = (
    "config/broker_config.py",
    "config/definitions.py",
    "config/dynamic_names.py",
    "config/effects.py",
    "metadata/config_checks.py",
    "metadata/config_entries.py",
    "metadata/config_order.py",
    "metadata/dynamic_checks.py",
    "metadata/dynamic_listeners.py",
    "metadata/dynamic_requirements.py",
    "metadata/dynamic_values.py",
    "emulation/definitions.py",
    "log/topic_defaults.py",
)
"""Modules that name configurations without acting on them."""
UNUSED = ("followers", "nodes", "raft")
"""Packages of the broker that no running broker uses yet: what they read has no effect."""
COORDINATORS = 3
KEY = "g:AAAAAAAAAAAAAAAAAAAAAA:0"


def spelt(names: Collection[str]) -> set[str]:
    """Those of `names` that are literals of the code."""
    found = set()
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            if not path.as_posix().endswith(CHECKS) and not _is_unused(path):
                found |= _literals(ast.parse(path.read_text()))
    return found.intersection(names)


def _is_unused(path: Path) -> bool:
    parts = path.relative_to(ROOT).parts
    return parts[0] == "broker" and parts[1] in UNUSED


def _literals(tree: ast.AST) -> set[str]:
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


@cache
def attributes_read() -> frozenset[str]:
    """Names of attributes that the code of these packages reads from any object."""
    paths = (path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    nodes = (node for path in paths for node in ast.walk(ast.parse(path.read_text())))
    return frozenset(
        node.attr
        for node in nodes
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
    )


def asked_for() -> set[str]:
    """The names that a broker asks its configuration for, with all internal topics and a group."""
    found: set[str] = set()
    text = BrokerConfig.text

    def recorded(config: BrokerConfig, name: str) -> str | None:
        found.add(name)
        return text(config, name)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BrokerConfig, "text", recorded)
        harness = BrokerHarness()
        for kind in range(COORDINATORS):
            harness.connect().request(
                FindCoordinatorRequest(coordinator_keys=[KEY], key_type=kind), 6
            )
            harness.settle()
        ConsumerHarness().set_group_config("g", "consumer.session.timeout.ms", "50000")
    return found
