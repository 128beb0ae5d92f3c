"""Colours and progress are for terminals."""

from __future__ import annotations

import io

import pytest

from kafkawire.client.cli.terminal import Paint, Progress, has_colours


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "environment", "expected"),
    [
        (Terminal(), {}, True),
        (Terminal(), {"NO_COLOR": ""}, True),
        (Terminal(), {"NO_COLOR": "1"}, False),
        (Terminal(), {"TERM": "dumb"}, False),
        (Terminal(), {"TERM": "xterm"}, True),
        (io.StringIO(), {}, False),
    ],
)
def test_colours_are_for_terminals_that_want_them(
    stream: io.StringIO, environment: dict[str, str], expected: bool
) -> None:
    assert has_colours(stream, environment) is expected
    paint = Paint(stream, environment)
    assert (paint.bold("a") != "a") is expected
    assert paint.red("a") == ("\x1b[31ma\x1b[0m" if expected else "a")


def test_progress_is_one_line_that_goes_away() -> None:
    stream = Terminal()
    progress = Progress(stream)
    progress.clear()
    progress.show("1 of 2")
    progress.show("2 of 2")
    progress.clear()
    assert stream.getvalue() == "\r\x1b[K1 of 2\r\x1b[K2 of 2\r\x1b[K"


def test_elsewhere_there_is_no_progress() -> None:
    stream = io.StringIO()
    progress = Progress(stream)
    progress.show("1 of 2")
    progress.clear()
    assert stream.getvalue() == ""
