"""Walks statements of a syntax tree without their expressions, which are most of a tree."""

from __future__ import annotations

import ast

BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
"""The fields of statements that contain statements."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


def statements(tree: ast.Module) -> list[ast.AST]:
    """The tree and all its statements, also those in functions and classes."""
    nodes: list[ast.AST] = [tree]
    for node in nodes:
        for name in BLOCKS:
            nodes += getattr(node, name, ())
    return nodes


def functions(tree: ast.Module) -> list[Function]:
    """All functions, also methods and functions in functions."""
    return [node for node in statements(tree) if isinstance(node, Function)]
