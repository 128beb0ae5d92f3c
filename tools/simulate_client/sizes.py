"""How many elements the containers of a client have: what grows over a day is a leak.

Walks from a client through attributes, slots, containers, closures and bound methods of this
project's objects, and counts the elements of each container under the path of its owner's class.
"""

from __future__ import annotations

from collections import Counter, deque
from types import FunctionType, MethodType
from typing import Any

CONTAINERS = (dict, list, set, frozenset, deque, tuple, bytearray)
OURS = ("kafkawire.client.", "kafkawire.timers", "tools.simulate_client.network")
IGNORED = ("tools.simulate_client.",)


def sizes(client: object) -> Counter[str]:
    """Return the number of elements by `Class.attribute`, and of objects by class."""
    found: Counter[str] = Counter()
    seen: set[int] = set()
    todo: list[tuple[str, object]] = [("client", client)]
    while todo:
        path, value = todo.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, CONTAINERS):
            found[path] += len(value)
            todo += [(path, each) for each in _elements(value)]
        elif isinstance(value, MethodType):
            todo.append((path, value.__self__))
        elif isinstance(value, FunctionType):
            for cell in value.__closure__ or ():
                todo.append((f"{path}()", cell.cell_contents))
        elif type(value).__module__.startswith(OURS[:2]):
            name = type(value).__qualname__
            found[name] += 1
            todo += [(f"{name}.{key}", each) for key, each in _attributes(value)]
    return found


def growth(before: Counter[str], after: Counter[str], factor: float, slack: int) -> list[str]:
    """Return what has more than `factor` times as many elements, and more than `slack` more."""
    return [
        f"{path}: {before[path]} elements, then {count}"
        for path, count in sorted(after.items())
        if count > before[path] * factor + slack
    ]


def _elements(value: Any) -> list[object]:
    if isinstance(value, dict):
        return [*value.keys(), *value.values()]
    return [] if isinstance(value, bytearray) else list(value)


def _attributes(value: object) -> list[tuple[str, object]]:
    found = list(vars(value).items()) if hasattr(value, "__dict__") else []
    for kind in type(value).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(value, name):
                found.append((name, getattr(value, name)))
    return found
