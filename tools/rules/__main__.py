"""Write tests/rules.md, or say with `--check` that it is not what it would be."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.rules.catalogue import read
from tools.rules.mentions import UnknownRule, mentions, rules_in
from tools.rules.page import page

ROOT = Path(__file__).resolve().parents[2]
TARGET = "tests/rules.md"


def written(root: Path) -> str:
    """What tests/rules.md has to be. Raises `UnknownRule`."""
    books = read(root)
    for book in books.values():
        book.take_reasons(lambda text: rules_in(text, books))
    return page(books, mentions(root, books))


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit code: 1 if a rule does not exist, or the page is stale."""
    parser = argparse.ArgumentParser(prog="tools.rules", description=__doc__)
    parser.add_argument("--check", action="store_true", help="only compare")
    only_compare = parser.parse_args(arguments).check
    try:
        text = written(ROOT)
    except UnknownRule as error:
        print(error, file=sys.stderr)
        return 1
    target = ROOT / TARGET
    if not only_compare:
        target.write_text(text)
    elif not target.exists() or target.read_text() != text:
        print(f"{TARGET} is stale; run `python -m tools.rules`", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
