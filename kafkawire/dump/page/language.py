"""The filter language as data for the offline page, which evaluates filters itself.

The table of operators, the names of APIs and errors and the help come from `dump.filter`, so that
both evaluations read the same expressions. `tests/dump/page/test_offline_filter.py` compares them.
"""

from __future__ import annotations

from typing import Any

from kafkawire.dump.detectors.catalogue import DETECTORS
from kafkawire.dump.error_names import CODES
from kafkawire.dump.filter.amounts import TIME, Unit
from kafkawire.dump.filter.explaining import ALONE, help_lines
from kafkawire.dump.filter.operators import OPERATORS, Operator
from kafkawire.dump.filter.patterns import API_NAMES

UNAVAILABLE = (
    "needs whole messages, of which this offline page has only parts; "
    "open the capture with `wire-dump web`"
)
REFUSED = ("find", "key", "value", "header")
"""Operators that the offline page refuses."""
OFFLINE_HELP = (
    "On this offline page, these do not work, since they need whole messages:",
    f"~{', ~'.join(REFUSED)}, ~req and ~resp with a text, and paths to fields.",
    "",
)


def language() -> dict[str, Any]:
    """All of it, as JSON."""
    return {
        "operators": [_operator(each) for each in OPERATORS],
        "apis": sorted(API_NAMES.values()),
        "errors": CODES,
        "detectors": [kind.NAME for kind in DETECTORS],
        "lines": [*OFFLINE_HELP, *help_lines()],
        "unavailable": UNAVAILABLE,
    }


def _operator(operator: Operator) -> dict[str, Any]:
    return {
        "code": operator.code,
        "takes": operator.takes,
        "words": operator.words,
        "alone": ALONE.get(operator.code, operator.words),
        "unit": _unit(operator.unit),
        "comparison": operator.comparison,
        "example": operator.example,
    }


def _unit(unit: Unit) -> dict[str, Any]:
    return {"name": unit.name, "units": unit.units, "bare": unit.bare, "isTime": unit is TIME}
