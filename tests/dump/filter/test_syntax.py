"""Printing of trees."""

from __future__ import annotations

from hypothesis import given, settings

from kafkawire.dump.filter.parser import parse
from kafkawire.dump.filter.syntax import Node
from tests.support.dump.filters import nodes


@settings(max_examples=200)
@given(nodes())
def test_what_is_printed_reads_as_the_same_tree(node: Node) -> None:
    assert parse(str(node)) == node


def test_the_normal_form_has_parentheses_only_where_they_matter() -> None:
    assert str(parse("(~q) (a | b) !(c d)")) == "~q & (a | b) & !(c & d)"
    assert str(parse("~lat > 50ms ~v 3..5")) == "~lat >50ms & ~v 3..5"
    assert str(parse("Fetch.sessionId>3")) == "Fetch.session_id > 3"
