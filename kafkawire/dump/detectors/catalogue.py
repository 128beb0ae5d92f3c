"""All detectors, and their thresholds as the user may set them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kafkawire.dump.detectors import (
    clients,
    committing,
    errors,
    fetching,
    producing,
    rebalancing,
    transactions,
)
from kafkawire.dump.detectors.detector import Detector

_MODULES = (producing, transactions, fetching, committing, rebalancing, clients, errors)
DETECTORS: tuple[type[Detector], ...] = tuple(
    each
    for module in _MODULES
    for each in vars(module).values()
    if isinstance(each, type) and issubclass(each, Detector) and each.__module__ == module.__name__
)
"""Every detector that these modules define, in the order of the modules and within them."""

Settings = Mapping[str, Mapping[str, int]]
"""Thresholds by the detector's name, then their own."""


def make_detectors(settings: Settings | None = None, off: Iterable[str] = ()) -> list[Detector]:
    """One of each, but for those whose names are in `off`."""
    given = settings or {}
    absent = frozenset(off)
    return [kind(given.get(kind.NAME)) for kind in DETECTORS if kind.NAME not in absent]


def parse_settings(texts: Sequence[str]) -> tuple[dict[str, dict[str, int]], list[str]]:
    """Thresholds and detectors that are off, from `NAME.THRESHOLD=NUMBER` and `NAME=off`.

    Raises ValueError that says what there is.
    """
    known = {kind.NAME: {each.name for each in kind.THRESHOLDS} for kind in DETECTORS}
    settings: dict[str, dict[str, int]] = {}
    off: list[str] = []
    for text in texts:
        path, _, value = text.partition("=")
        name, _, threshold = path.partition(".")
        if name not in known:
            raise ValueError(f"there is no detector {name!r}; `wire-dump detectors` lists them")
        if value == "off" and not threshold:
            off.append(name)
        elif threshold not in known[name]:
            raise ValueError(
                f"{name} has the thresholds {', '.join(sorted(known[name]))}: {text!r}"
            )
        elif not value.isdecimal() or not int(value):
            raise ValueError(f"a threshold is a number above 0: {text!r}")
        else:
            settings.setdefault(name, {})[threshold] = int(value)
    return settings, off
