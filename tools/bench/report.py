"""How benchmarks print what they found."""

from __future__ import annotations

from typing import TextIO

from tools.bench.measure import Result


def print_table(title: str, results: list[Result], failures: list[str]) -> None:
    """Print one line per case; add to `failures` the bars that fall short."""
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
        mark = "  SHORT" if result.falls_short else ""
        print(f"{result.case.name:{width}} {result.nanoseconds:13,.0f}{cells}{bar:>8}{mark}")
        if result.falls_short:
            ratio = result.ratios[result.case.bar_peer]
            failures.append(
                f"{title}: {result.case.name}: {ratio:.2f} < {bar} against {result.case.bar_peer}"
            )


def summary(failures: list[str], check: bool, out: TextIO) -> int:
    """Name the bars that fell short; the exit code of a benchmark."""
    for failure in failures:
        print(f"short of its bar: {failure}", file=out)
    if not failures:
        print("every bar is met", file=out)
    return 1 if check and failures else 0
