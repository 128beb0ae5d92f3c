"""How benchmarks print what they found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TextIO

from tools.bench.measure import Result


@dataclass(slots=True)
class Findings:
    """The bars that fall short, and those that could not be judged here, with the reason."""

    short: list[str] = field(default_factory=list)
    not_judged: list[str] = field(default_factory=list)


def print_table(title: str, results: list[Result], findings: Findings) -> None:
    """Print one line per case; add to `findings` the bars that fall short or lack their peer."""
    if not results:
        return
    peers = list(dict.fromkeys(peer for result in results for peer in result.ratios))
    width = max(len(result.case.name) for result in results)
    heads = "".join(f"{peer:>14}" for peer in peers)
    print(f"\n{title:{width}} {'ours ns/unit':>13}{heads}{'bar':>8}   (peer's time / ours)")
    for result in results:
        cells = "".join(
            f"{result.ratios[peer]:13.2f}x" if peer in result.ratios else f"{'-':>14}"
            for peer in peers
        )
        bar = "" if result.case.bar is None else f"{result.case.bar:g}"
        mark = "  SHORT" if result.falls_short else "" if result.is_judged else "  NOT JUDGED"
        print(f"{result.case.name:{width}} {result.nanoseconds:13,.0f}{cells}{bar:>8}{mark}")
        _judge(title, result, findings)


def _judge(title: str, result: Result, findings: Findings) -> None:
    case = result.case
    if not result.is_judged:
        findings.not_judged.append(f"{title}: {case.name}: {case.bar_peer} was not measured")
    elif result.lacks_its_judge:
        findings.short.append(f"{title}: {case.name}: {case.bar_peer} was not measured")
    elif result.falls_short:
        ratio = result.ratios[case.bar_peer]
        findings.short.append(
            f"{title}: {case.name}: {ratio:.2f} < {case.bar} against {case.bar_peer}"
        )


def summary(findings: Findings, check: bool, out: TextIO) -> int:
    """Name the bars that fell short or were not judged; the exit code of a benchmark.

    What was not judged does not fail a check, and is never counted among the bars that are met.
    """
    for said in findings.short:
        print(f"short of its bar: {said}", file=out)
    for said in findings.not_judged:
        print(f"not judged: {said}", file=out)
    if not findings.short:
        judged = "every bar that was judged" if findings.not_judged else "every bar"
        print(f"{judged} is met", file=out)
    return 1 if check and findings.short else 0
