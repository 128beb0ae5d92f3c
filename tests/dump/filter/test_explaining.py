"""The language in words."""

from __future__ import annotations

from hypothesis import given

from kafkawire.dump.filter.explaining import explained, help_lines
from kafkawire.dump.filter.operators import OPERATORS
from kafkawire.dump.filter.parser import parse
from kafkawire.dump.filter.syntax import Node
from tests.support.dump.filters import nodes


def test_an_expression_is_said_line_by_line() -> None:
    text = "~api Fetch & (~lat >50ms | ~v 3..5) & !~err"

    assert list(explained(parse(text))) == [
        "all of these:",
        "  the API is Fetch",
        "  any of these:",
        "    the latency is above 50ms",
        "    the version is between 3 and 5",
        "  it is not so that",
        "    the response has an error",
    ]


def test_paths_are_said_too() -> None:
    def said(text: str) -> str:
        (line,) = explained(parse(text))
        return line

    assert said("Fetch.session_id = 3") == "Fetch.session_id is 3"
    assert said("FetchResponse.error_code != 6") == "FetchResponse.error_code is not 6"
    assert said("FetchResponse.error_code != none") == "FetchResponse.error_code differs from NONE"
    assert (
        said("MetadataResponse.topics.name = null") == "some MetadataResponse.topics.name is null"
    )
    assert said("MetadataResponse.topics.name = a*").endswith("is like a*")
    assert said("MetadataResponse.topics.name").endswith("neither 0, empty nor null")


@given(nodes())
def test_every_tree_can_be_said(node: Node) -> None:
    lines = list(explained(node))

    assert lines
    assert all(line.strip() for line in lines)


def test_the_help_has_every_operator_in_lines_that_fit() -> None:
    lines = list(help_lines())

    assert max(map(len, lines)) <= 100
    for operator in OPERATORS:
        assert any(operator.help in line for line in lines)
