"""`python -m tools.bench NAME [--check]`: run one benchmark, or list them.

A benchmark is a module of this package with `run(check: bool) -> int`; it prints its tables, and
with `check` it names each bar that falls short and returns 1.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path


def names() -> list[str]:
    """The modules of this package that can be run."""
    here = Path(__file__).parent
    return sorted(
        path.stem for path in here.glob("*.py") if "\ndef run(" in path.read_text(encoding="utf-8")
    )


def main(arguments: list[str]) -> int:
    wanted = [argument for argument in arguments if not argument.startswith("--")]
    options = set(arguments) - set(wanted)
    if len(wanted) != 1 or wanted[0] not in names() or options - {"--check"}:
        print(__doc__, "Benchmarks: " + ", ".join(names()), sep="\n", file=sys.stderr)
        return 2
    module = importlib.import_module(f"tools.bench.{wanted[0]}")
    result: int = module.run("--check" in options)
    return result


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
