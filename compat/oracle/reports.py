"""What a script showed, as lines for people: one for the script, then each kind of difference."""

from __future__ import annotations

import re

from compat.oracle.lockstep import Finding, Report
from compat.oracle.side import Side

SHOWN_MAX = 8
VALUE_SHOWN_MAX = 400


def lines(report: Report, sides: tuple[Side, Side], shown_max: int = SHOWN_MAX) -> list[str]:
    """The report; differences that are alike but for numbers are shown once."""
    known = "".join(f", {count} x {name}" for name, count in report.known.items())
    found = len(report.findings)
    verdict = f"{found} DIFFERENCES" if found else "same"
    result = [f"{report.script:28} {report.steps:5} steps  {verdict}{known}"]
    seen: set[str] = set()
    for finding in report.findings:
        kind = re.sub(r"\d+", "#", f"{finding.api} {finding.difference}")
        if kind in seen:
            continue
        seen.add(kind)
        if len(seen) > shown_max:
            result.append("    ... and more; --shown N shows them")
            break
        result += _finding(finding, sides)
    return result


def _finding(finding: Finding, sides: tuple[Side, Side]) -> list[str]:
    difference = finding.difference
    return [
        f"    step {finding.step_number}, {finding.api} v{finding.version}: {difference.path}",
        f"        {finding.step}",
        f"        {sides[0].name:12} {difference.first!r:.{VALUE_SHOWN_MAX}}",
        f"        {sides[1].name:12} {difference.second!r:.{VALUE_SHOWN_MAX}}",
    ]
