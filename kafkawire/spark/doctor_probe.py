"""What a Python process says of itself when the doctor asks, here or in a task.

In a task kafkawire may be missing, and that is just what is asked; so `portable` makes a copy of
the question that is pickled by value. Hence all imports are within.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from types import FunctionType


def probe(
    packages: Sequence[tuple[str, str]] = (), modules: Sequence[str] = ()
) -> str:  # pragma: no cover - runs elsewhere
    """JSON: where this is, its Python, versions of packages, and of kafkawire.

    A package is ("" if it is missing) its version, or "! " and why it cannot be imported.
    """
    import importlib
    import importlib.metadata
    import json
    import os
    import socket
    import sys

    # A broken build raises what it likes while it is imported.
    failures = (ImportError, AttributeError, OSError, RuntimeError, TypeError, ValueError)
    found = {}
    for name, module in packages:
        try:
            importlib.import_module(module)
            found[name] = importlib.metadata.version(name)
        except (importlib.metadata.PackageNotFoundError, ModuleNotFoundError):
            found[name] = ""
        except failures as error:
            found[name] = f"! {type(error).__name__}: {error}"
    try:
        ours = importlib.import_module("kafkawire").__version__
        for name in modules:
            importlib.import_module(name)
    except failures as error:
        ours = f"! {type(error).__name__}: {error}"
    return json.dumps(
        {
            "host": socket.gethostname(),
            "folder": os.getcwd(),
            "python": list(sys.version_info[:3]),
            "executable": sys.executable,
            "packages": found,
            "kafkawire": ours,
        }
    )


def portable(packages: Sequence[tuple[str, str]], modules: Sequence[str]) -> Callable[[], str]:
    """The question as a function without arguments that is pickled by value."""
    space = {"__builtins__": builtins, "__name__": "__main__"}
    copy = FunctionType(probe.__code__, space, "probe", (tuple(packages), tuple(modules)))
    copy.__module__ = "__main__"
    return copy
