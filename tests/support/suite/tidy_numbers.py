"""Finds numbers of the code under test that a test takes from there instead of writing them.

A test that compares with an imported `EVICTION_MS` passes whatever that is; only a literal pins it.
So no test imports a name in capitals that stands for a number, or reads one from a module. A test
may replace one (`monkeypatch.setattr(module, "NAME", 3)`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.support.suite.tidy_trees import statements

PACKAGE = "kafkawire"
# By module: these numbers are names for something, and their values mean nothing to a test.
ALLOWED = {
    # kinds, as Kafka's protocol or a file format counts them
    "kafkawire.broker.fetch.view": "HIGH_WATERMARK LAST_STABLE_OFFSET LOG_END",
    "kafkawire.broker.metadata.config_changes": "SET DELETE APPEND SUBTRACT",
    "kafkawire.broker.metadata.feature_changes": "UPGRADE SAFE_DOWNGRADE UNSAFE_DOWNGRADE",
    "kafkawire.broker.metadata.image": "RESOURCE_BROKER RESOURCE_GROUP",
    "kafkawire.dump.inputs.pcapng_writer": "ETHERNET",
    "kafkawire.dump.proxy.wire": "TOKEN",
    "kafkawire.records.batch": "LOG_APPEND_TIME",
    "kafkawire.records.check": "SKIMS_ALL",
    "kafkawire.records.compression": "NONE GZIP SNAPPY LZ4 ZSTD",
    "kafkawire.spark.cluster.cluster": "TRANSACTION",
    # what stands for something that is absent, unknown or endless
    "kafkawire.broker.fetch.cached_partition": "NEVER_TOLD",
    "kafkawire.broker.groups.offsets": "NO_PRODUCER",
    "kafkawire.broker.delayed": "NEVER",
    "kafkawire.timers": "NEVER",
    "kafkawire.dump.api_names": "SASL_TOKEN UNKNOWN_API",
    "kafkawire.dump.proxy.inspection": "UNSEEN",
    "kafkawire.dump.state.transaction": "NOT_KNOWN",
    "kafkawire.dump.transport": "UNKNOWN_SIZE",
    "kafkawire.protocol.message": "NEVER_FLEXIBLE",
    "kafkawire.spark.captures.leaps": "NO_FRAMES",
    "kafkawire.spark.cluster.metadata": "NO_LEADER",
    "kafkawire.spark.cluster": "EARLIEST LATEST",
    "kafkawire.spark.log.finding": "NO_END",
    "kafkawire.spark.topics.offsets": "EARLIEST LATEST",
}


def imported_numbers(tree: ast.Module, root: Path) -> list[str]:
    """Each `module.NAME` that is a number, is not allowed, and is imported or read in `tree`."""
    found = []
    modules: dict[str, str] = {}
    for module, name, local in _imports(tree):
        if name in numbers(module, root):
            found.append((module, name))
        if numbers(f"{module}.{name}", root):
            modules[local] = f"{module}.{name}"
    found += [
        (modules[node.value.id], node.attr)
        for node in (ast.walk(tree) if modules else ())
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Load)
        and isinstance(node.value, ast.Name)
        and node.value.id in modules
        and node.attr in numbers(modules[node.value.id], root)
    ]
    return [f"{module}.{name}" for module, name in found if not _is_allowed(module, name)]


@cache
def numbers(module: str, root: Path) -> frozenset[str]:
    """The names in capitals of a module that are numbers; none if there is no such module."""
    path = root.joinpath(*module.split("."))
    files = [path.with_suffix(".py"), path / "__init__.py"]
    file = next((each for each in files if each.is_file()), None)
    if file is None:
        return frozenset()
    tree = ast.parse(file.read_text())
    # Imports of modules form circles; those of constants do not.
    constants = [(source, name) for source, name, _ in _imports(tree) if name.isupper()]
    found = {name for source, name in constants if name in numbers(source, root)}
    for name, value in _assigned(tree):
        if name.strip("_").isupper() and _is_number(value, found):
            found.add(name)
    return frozenset(found)


def _imports(tree: ast.Module) -> Iterator[tuple[str, str, str]]:
    """Of each name that is imported from our package: its module, the name, and the local name."""
    for node in statements(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == PACKAGE:
            for each in node.names:
                yield node.module or "", each.name, each.asname or each.name


def _assigned(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for node in tree.body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    yield target.id, node.value
        elif isinstance(node, ast.AnnAssign) and node.value and isinstance(node.target, ast.Name):
            yield node.target.id, node.value


def _is_number(value: ast.expr, known: set[str]) -> bool:
    match value:
        case ast.Constant():
            return type(value.value) in (int, float)
        case ast.UnaryOp():
            return _is_number(value.operand, known)
        case ast.BinOp():
            return _is_number(value.left, known) and _is_number(value.right, known)
        case ast.Name():
            return value.id in known
    return False


def _is_allowed(module: str, name: str) -> bool:
    return name in ALLOWED.get(module, "").split()
