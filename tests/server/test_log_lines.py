"""Lines of loggers on stderr."""

from __future__ import annotations

import re
import sys

import pytest

from kafkawire.server.log_lines import print_line, shown


def test_a_line_has_time_level_name_and_text(capsys: pytest.CaptureFixture[str]) -> None:
    print_line("DEBUG", "kafkawire.group", "group 'g': Stable")
    out, err = capsys.readouterr()
    assert out == ""
    stamp, rest = err[:23], err[23:]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}", stamp)
    assert rest == " DEBUG kafkawire.group  group 'g': Stable\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("two\nlines\r\x1b[31m", "two\\x0alines\\x0d\\x1b[31m"),
        ("\u202eright to left \u2028", "\\u202eright to left \\u2028"),
        ("looks like t\u3164", "looks like t\\u3164"),
        ("größe 漢", "größe 漢"),
        ("\ud800", "\\ud800"),
    ],
)
def test_text_of_the_network_stays_one_printable_line(text: str, line: str) -> None:
    assert shown(text) == line


def test_a_long_text_is_cut() -> None:
    assert shown("x" * 5000) == "x" * 4000 + " ... (5,000 characters)"


def test_a_closed_stderr_is_taken_without_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    print_line("DEBUG", "kafkawire.log", "x")
