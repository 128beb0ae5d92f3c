"""`python -m tools.bench NAME [--check]`: run one benchmark, or list them.

A benchmark is a module of this package with `run(check: bool) -> int`; it prints its tables, and
with `check` it names each bar that falls short and returns 1. `NAME --help` says what it measures;
`broker` and `client` have more flags, `dump` and `spark` have `--quick`.
"""

from __future__ import annotations

import importlib
import signal
import sys
from pathlib import Path

HAVE_FLAGS = frozenset({"client", "dump", "spark"})
"""Benchmarks that read their flags themselves."""


def names() -> list[str]:
    """The modules of this package that can be run."""
    here = Path(__file__).parent
    return sorted(
        path.stem
        for path in here.glob("*.py")
        if "\ndef run(check: bool" in path.read_text(encoding="utf-8")
    )


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["broker"]:
        from tools.bench import broker

        return broker.run(False, arguments[1:])
    if arguments[:1] and arguments[0] in HAVE_FLAGS and "--help" not in arguments:
        chosen = importlib.import_module(f"tools.bench.{arguments[0]}")
        code: int = chosen.run(False, arguments[1:])
        return code
    wanted = [argument for argument in arguments if not argument.startswith("--")]
    options = set(arguments) - set(wanted)
    is_asking = options == {"--help"}
    if is_asking and wanted[:1] and wanted[0] in names():
        print(importlib.import_module(f"tools.bench.{wanted[0]}").__doc__)
        return 0
    if is_asking or not wanted:
        print(__doc__, "Benchmarks: " + ", ".join(names()), sep="\n")
        return 0 if is_asking else 2
    unknown = options - {"--check"} | set(wanted[1:]) | {wanted[0]} - set(names())
    if unknown:
        text = f"tools.bench: no {' '.join(sorted(unknown))}; there are {', '.join(names())}"
        print(text, file=sys.stderr)
        return 2
    module = importlib.import_module(f"tools.bench.{wanted[0]}")
    result: int = module.run("--check" in options)
    return result


def _terminated(*_: object) -> None:
    """Leave all blocks, so that the brokers which they started end as well."""
    sys.exit(143)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, _terminated)
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
