"""The table itself."""

from __future__ import annotations

from kafkawire.dump.filter.operators import BY_CODE, OPERATORS
from kafkawire.dump.filter.parser import parse
from kafkawire.dump.filter.syntax import Ask


def test_codes_are_unique_and_rows_are_whole() -> None:
    assert len(BY_CODE) == len(OPERATORS)
    for operator in OPERATORS:
        assert operator.takes.rstrip("?") in ("nothing", "name", "text", "amount", "error")
        assert operator.needs in ("", "facts", "tree", "findings")
        assert operator.help
        assert operator.words


def test_every_example_is_of_its_own_operator() -> None:
    for operator in OPERATORS:
        node = parse(operator.example)
        assert isinstance(node, Ask)
        assert node.code == operator.code
