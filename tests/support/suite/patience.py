"""How long tests wait for what should happen soon: one factor for all of them.

    assert ready.wait(patient(20))

A limit only matters when something is broken, or when the machine is busy. The factor follows the
load of the machine at the start of the run, per processor, so that a load of 20 on two processors
gives ten times the time. `KAFKAWIRE_TEST_PATIENCE=5` sets it instead.
"""

from __future__ import annotations

import os

VARIABLE = "KAFKAWIRE_TEST_PATIENCE"
LOAD_FACTOR_MAX = 20.0
USUAL = 2.0
"""With nothing else on the machine: its own tests run in several processes."""


def factor(setting: str | None, load: float, processors: int) -> float:
    """The factor by the variable's value if it is set, else by the load. Never less than 1.

    Raises ValueError if the setting is no number.
    """
    if setting:
        return max(1.0, float(setting))
    return USUAL * min(LOAD_FACTOR_MAX, max(1.0, load / processors))


def _load() -> float:
    try:
        return max(os.getloadavg())
    except OSError:  # not every system has it
        return 0.0


FACTOR = factor(os.environ.get(VARIABLE), _load(), os.cpu_count() or 1)


def patient(seconds: float) -> float:
    """A time limit in seconds, as long as this machine needs for it."""
    return seconds * FACTOR
