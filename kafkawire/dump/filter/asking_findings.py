"""What the operators ask of detectors: whether they found something when an exchange came.

Somebody has to have looked before the filter is asked (`detectors.watch`).
"""

from __future__ import annotations

from kafkawire.dump.filter.asking import Argument, Test
from kafkawire.dump.filter.errors import Misfit, nearest
from kafkawire.dump.filter.patterns import Pattern, name_test
from kafkawire.dump.model import Exchange


def detector(argument: Argument) -> Test:
    """Whether any detector, or one of that name, found something. Raises `Misfit`."""
    if argument is None:
        return lambda exchange: bool(exchange.findings)
    assert isinstance(argument, Pattern)
    if not argument.is_regex and "*" not in argument.text:
        _check(argument.text)
    test = name_test(argument)

    def matches(exchange: Exchange) -> bool:
        return any(test(finding.detector) for finding in exchange.findings)

    return matches


def _check(name: str) -> None:
    # Detectors are many modules, of which an expression without this operator needs none.
    from kafkawire.dump.detectors.catalogue import DETECTORS

    known = [kind.NAME for kind in DETECTORS]
    if name not in known:
        near = nearest(name, known) or "; `wire-dump detectors` lists them"
        raise Misfit(f"there is no detector {name}{near}")
