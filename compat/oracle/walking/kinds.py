"""The kinds of walks: by name, what each draws its moves from, and what has to be tidied for it.

A kind is a module with `KIND`, a `Drawn`: weighted moves over a sketch. To add one, write it, and
name it in `KINDS`; the command, `make oracle` and the tests take it from there.
"""

from __future__ import annotations

from collections.abc import Mapping

from compat.oracle.walking import groups, log, transactions
from compat.oracle.walking.administration import kind as administration
from compat.oracle.walking.planner import Kind

USUAL = log.KIND.name
ALL = "all"

KINDS: Mapping[str, Kind] = {
    kind.name: kind for kind in (log.KIND, groups.KIND, transactions.KIND, administration.KIND)
}


def kinds(name: str) -> list[Kind]:
    """The kind of that name, or all of them. Raises KeyError."""
    return list(KINDS.values()) if name == ALL else [KINDS[name]]
