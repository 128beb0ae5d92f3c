"""Finds modules with tests that use stock Python clients and have no mark for that.

Programs that a test starts show while it runs (`rings/guard.py`). Clients in the test's own process
do not, so the source is searched: a module that imports a client has to name one of the marks
`MARKS`, for all of its tests or before one. Codecs of a client library need no broker and no mark.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

MARKS = frozenset({"clients", "foreign", "oracle", "cluster", "crash"})
CLIENT_LIBRARIES = ("confluent_kafka", "aiokafka")
CLIENTS_OF_KAFKA_PYTHON = ("KafkaProducer", "KafkaConsumer", "KafkaAdminClient")


def unmarked_clients(tree: ast.Module) -> list[str]:
    """The clients that a module of tests imports, if it has tests and none of `MARKS`."""
    nodes = list(ast.walk(tree))
    clients = sorted(set(_clients(nodes)))
    return [] if any(map(_is_mark, nodes)) else clients


def _clients(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        match node:
            case ast.Import(names):
                yield from (each.name for each in names if _is_library(each.name))
            case ast.ImportFrom(module="kafka", names=names):
                found = {each.name for each in names} & set(CLIENTS_OF_KAFKA_PYTHON)
                yield from (f"kafka.{name}" for name in found)
            case ast.ImportFrom(module=str(module)) if _is_library(module):
                yield module
            case ast.Call(ast.Attribute(attr="importorskip"), [ast.Constant(str(module)), *_]):
                if _is_library(module) or module == "kafka":
                    yield module


def _is_library(module: str) -> bool:
    return module.split(".")[0] in CLIENT_LIBRARIES


def _is_mark(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and node.attr in MARKS
        and isinstance(node.value, ast.Attribute)
        and node.value.attr == "mark"
    )
