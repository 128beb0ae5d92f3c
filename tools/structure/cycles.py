"""Which packages and modules import each other, and which parts of the broker have no layer."""

from __future__ import annotations

import sys
import tomllib
from collections import defaultdict
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

Imports = dict[str, set[str]]
BROKER = "kafkawire.broker."
MARKS = str.maketrans("|:()", "    ")
"""What stands between and around the names of a layer."""


class Cycles(NamedTuple):
    """Pairs as text, `a, b`, and names of modules and packages."""

    of_packages: list[str]
    of_modules: list[str]
    without_layer: list[str]


def cycles_of(root: Path) -> Cycles:
    """Look at the package `kafkawire` in `root`."""
    imports = _imports(root)
    packages = {name for name in imports if (root / name.replace(".", "/")).is_dir()}

    def package_of(name: str) -> str:
        return name if name in packages else name.rpartition(".")[0]

    parts = {".".join(name.split(".")[:3]) for name in imports if name.startswith(BROKER)}
    layered = _layered(root)
    return Cycles(_pairs(imports, package_of), _pairs(imports, str), sorted(parts - layered))


def _imports(root: Path) -> Imports:
    import grimp

    with _importable(root):
        graph = grimp.build_graph("kafkawire", cache_dir=None)
    return {name: set(graph.find_modules_directly_imported_by(name)) for name in graph.modules}


@contextmanager
def _importable(root: Path) -> Iterator[None]:
    """Have `kafkawire` found in `root`; it is read, and not imported."""
    loaded = {name: sys.modules.pop(name) for name in list(sys.modules) if _is_ours(name)}
    sys.path.insert(0, str(root))
    try:
        yield
    finally:
        sys.path.remove(str(root))
        sys.modules.update(loaded)


def _is_ours(name: str) -> bool:
    return name == "kafkawire" or name.startswith("kafkawire.")


def _pairs(imports: Imports, group_of: Callable[[str], str]) -> list[str]:
    """The pairs of groups of which each imports the other; a package and its parts are no pair."""
    edges: defaultdict[str, set[str]] = defaultdict(set)
    for name, imported in imports.items():
        edges[group_of(name)] |= {group_of(each) for each in imported}
    return sorted(
        f"{one}, {other}"
        for one, others in list(edges.items())
        for other in others
        if one < other and one in edges[other] and not other.startswith(f"{one}.")
    )


def _layered(root: Path) -> set[str]:
    """The parts of the broker that a layer of a contract names."""
    with (root / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    found: set[str] = set()
    for contract in contracts:
        prefixes = [f"{each}." for each in contract.get("containers", [])] or [""]
        for layer in contract.get("layers", []):
            names = layer.translate(MARKS).split()
            found |= {prefix + name for prefix in prefixes for name in names}
    return found
