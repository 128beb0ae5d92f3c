"""Each default of an option stands in one place: the tuple that holds what was understood."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import kafkawire.spark
from kafkawire.spark.captures.options import CaptureOptions
from kafkawire.spark.captures.options import read_options as read_captures
from kafkawire.spark.cluster.settings import Settings
from kafkawire.spark.log.options import LogOptions
from kafkawire.spark.log.options import read_options as read_logs
from kafkawire.spark.topics.options import SourceOptions, StreamOptions
from kafkawire.spark.topics.options import read_options as read_topics

ROOT = Path(kafkawire.spark.__file__).parent
BOOTSTRAP = {"kafka.bootstrap.servers": "h:1"}
ALONE = ("pushFilters", ".level", "max.partition.fetch.bytes")
"""Options of which no tuple has a default: false, and 0 for a number that is not given."""
READERS = {"number", "flag", "choice", "_flag", "_positive"}


def test_without_options_everything_is_as_the_tuples_say() -> None:
    assert Settings.from_options(BOOTSTRAP) == Settings(bootstrap=(("h", 1),))
    assert read_captures({"path": "x"}) == CaptureOptions(("x",))
    assert read_logs({"path": "/d"}) == LogOptions(path="/d")
    from_earliest = {**BOOTSTRAP, "subscribe": "t", "startingOffsets": "earliest"}
    found = read_topics(from_earliest, is_stream=True)
    usual = SourceOptions(found.settings, found.selection, found.start, found.end)
    assert found == usual
    assert found.stream == StreamOptions()


@pytest.mark.parametrize(
    "path", sorted(ROOT.glob("*/*ings.py")) + sorted(ROOT.glob("*/options.py"))
)
def test_no_default_is_written_where_an_option_is_read(path: Path) -> None:
    """A number or a truth beside the name of an option would be a second default."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        given = [*node.args[1:], *(each.value for each in node.keywords if each.arg == "default")]
        if name in READERS:
            found += [
                f"{node.lineno}: {ast.unparse(node)}"
                for each in given
                if isinstance(each, ast.Constant) and isinstance(each.value, int)
            ]
    assert [each for each in found if not any(name in each for name in ALONE)] == []
