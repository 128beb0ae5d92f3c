"""Print how large the parts of `kafkawire` are and how they depend on each other.

    python -m tools.structure                    # the working tree
    python -m tools.structure --at v0.1 --at HEAD
    python -m tools.structure --names            # and which files, classes, functions they are

Generated messages are not counted. Cycles count imports for types only as well.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from tools.structure.cycles import cycles_of
from tools.structure.sizes import Sizes, sizes_of

ROOT = Path(__file__).resolve().parents[2]
NAMES_SHOWN = 5


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; 2 for a revision that git does not have."""
    parser = _parser()
    chosen = parser.parse_args(arguments)
    columns: list[tuple[str, Figures]] = []
    for revision in chosen.at or [None]:
        try:
            columns.append((revision or "working tree", _figures(revision)))
        except subprocess.CalledProcessError as failure:
            print(f"tools.structure: {failure.stderr.decode().strip()}", file=sys.stderr)
            return 2
    _print(columns, with_names=chosen.names)
    return 0


def _parser() -> argparse.ArgumentParser:
    summary, _, rest = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        prog="tools.structure",
        description=summary,
        epilog=rest,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--at", action="append", metavar="REVISION", help="a revision that git has; repeatable"
    )
    parser.add_argument("--names", action="store_true", help="name the largest of each kind")
    return parser


Figures = list[tuple[str, str, list[str]]]
"""What is counted, the count, and the names behind it."""


def _figures(revision: str | None) -> Figures:
    if revision is None:
        return _figures_of(ROOT)
    archive = subprocess.run(
        ["git", "archive", revision, "kafkawire", "pyproject.toml"],
        cwd=ROOT,
        check=True,
        capture_output=True,
    ).stdout
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=BytesIO(archive)) as files:
            files.extractall(folder, filter="data")
        return _figures_of(Path(folder))


def _figures_of(root: Path) -> Figures:
    sizes: Sizes = sizes_of(root / "kafkawire")
    found: Figures = [
        ("files, median lines", *sizes.files.median()),
        ("files, most lines", *sizes.files.greatest()),
        ("files over 350 lines", *sizes.files.above(350)),
        ("functions, median lines", *sizes.functions.median()),
        ("functions, most lines", *sizes.functions.greatest()),
        ("functions over 50 lines", *sizes.functions.above(50)),
        ("functions with more than 5 parameters", *sizes.parameters.above(5)),
        ("functions, most parameters", *sizes.parameters.greatest()),
        ("classes with more than 15 attributes", *sizes.attributes.above(15)),
        ("classes, most attributes", *sizes.attributes.greatest()),
    ]
    cycles = cycles_of(root)
    found += [
        ("pairs of packages that import each other", *_counted(cycles.of_packages)),
        ("pairs of modules that import each other", *_counted(cycles.of_modules)),
        ("parts of the broker without a layer", *_counted(cycles.without_layer)),
    ]
    return found


def _counted(names: list[str]) -> tuple[str, list[str]]:
    return str(len(names)), names


def _print(columns: list[tuple[str, Figures]], *, with_names: bool) -> None:
    width = max(len(label) for label, _, _ in columns[0][1])
    print(" " * width, *(f"{title:>14.14}" for title, _ in columns))
    for row in zip(*(figures for _, figures in columns), strict=True):
        print(f"{row[0][0]:{width}}", *(f"{count:>14}" for _, count, _ in row))
        if with_names:
            for (title, _), (_, _, names) in zip(columns, row, strict=True):
                for name in names[:NAMES_SHOWN]:
                    print(f"    {title}: {name}")
                if len(names) > NAMES_SHOWN:
                    print(f"    {title}: and {len(names) - NAMES_SHOWN} more")


if __name__ == "__main__":
    sys.exit(main())
