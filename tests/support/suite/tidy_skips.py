"""Finds skips whose reason does not name what is missing and what is not checked.

A reason is `MISSING: UNCHECKED` (`rings/skips.py`). `pytest.skip` is used only by `skip_without`,
and where a variable has a whole reason.
"""

from __future__ import annotations

import ast

from tests.support.suite.tidy_trees import statements

NEEDS_REASON = ("importorskip", "skipif")


def vague_skips(tree: ast.Module) -> list[int]:
    """Return the lines of skips without a reason, or with a literal reason of one part."""
    literals = {
        target.id: node.value
        for node in statements(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if _is_vague(node, node.func.attr, literals)
    ]


def _is_vague(call: ast.Call, name: str, literals: dict[str, ast.expr]) -> bool:
    reason: ast.expr | None = None
    if name in NEEDS_REASON:
        reason = next((each.value for each in call.keywords if each.arg == "reason"), None)
    elif name == "skip" and isinstance(call.func, ast.Attribute) and _is_pytest(call.func.value):
        reason = call.args[0] if call.args else None
    else:
        return False
    if isinstance(reason, ast.Name):
        reason = literals.get(reason.id, reason)
    match reason:
        case None:
            return True
        case ast.Constant(str(text)):
            return ": " not in text
        case ast.JoinedStr(values):
            return not any(
                isinstance(each, ast.Constant) and ": " in str(each.value) for each in values
            )
        case _:
            return False


def _is_pytest(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "pytest"
