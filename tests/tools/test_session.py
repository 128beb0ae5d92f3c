"""The session that the README shows is a real one."""

from __future__ import annotations

import pytest

from tools.session.__main__ import BEGIN, END, README, folded, main, session, with_session

WHY = "seen there: transaction billing-1"


@pytest.mark.process
def test_the_session_says_why_the_consumer_stalls() -> None:
    text = session()

    assert "listening on 127.0.0.1:19092 for 127.0.0.1:9092" in text
    assert "received: None" in text
    assert WHY in " ".join(text.split())


def test_the_readme_shows_such_a_session() -> None:
    shown = README.read_text().partition(BEGIN)[2].partition(END)[0]

    assert WHY in " ".join(shown.split())


def test_a_session_takes_the_place_of_the_one_before() -> None:
    assert with_session(f"a {BEGIN} old {END} b", "new") == f"a {BEGIN}\nnew\n{END} b"
    with pytest.raises(ValueError, match="no <!--"):
        with_session("nothing", "new")


def test_long_lines_are_folded_and_short_ones_are_not() -> None:
    assert folded("    note: short  ") == "    note: short"
    assert len(folded("word " * 60).splitlines()) > 1


def test_an_unknown_option_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--nothing"]) == 2
    assert "--write" in capsys.readouterr().err
