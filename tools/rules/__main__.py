"""Write tests/rules.md and tests/kafka_cases.md, or compare them with `--check`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.rules.cases import TARGET as CASES_TARGET
from tools.rules.cases import DoubleCase, cases_page, read_cases
from tools.rules.catalogue import read
from tools.rules.mentions import UnknownRule, mentions, rules_in
from tools.rules.page import finished, page

ROOT = Path(__file__).resolve().parents[2]
TARGET = "tests/rules.md"


class Finished(Exception):
    """A reason why rules have no test yet is out of date."""


def written(root: Path) -> str:
    """What tests/rules.md has to be. Raises `UnknownRule` and `Finished`."""
    books = read(root)
    for book in books.values():
        book.take_reasons(lambda text: rules_in(text, books))
    found = mentions(root, books)
    if chapters := finished(books, found):
        raise Finished(f"all rules have tests: remove `later` of {', '.join(chapters)}")
    return page(books, found)


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit code: 1 if a rule does not exist, or something is stale."""
    parser = argparse.ArgumentParser(prog="tools.rules", description=__doc__)
    parser.add_argument("--check", action="store_true", help="only compare")
    only_compare = parser.parse_args(arguments).check
    try:
        texts = {TARGET: written(ROOT), CASES_TARGET: cases_page(read_cases(ROOT))}
    except (UnknownRule, Finished, DoubleCase) as error:
        print(error, file=sys.stderr)
        return 1
    stale = [name for name, text in texts.items() if _current(ROOT / name) != text]
    if not only_compare:
        for name in stale:
            (ROOT / name).write_text(texts[name])
    elif stale:
        print(f"stale: {', '.join(stale)}; run `python -m tools.rules`", file=sys.stderr)
        return 1
    return 0


def _current(path: Path) -> str | None:
    return path.read_text() if path.exists() else None


if __name__ == "__main__":
    sys.exit(main())
