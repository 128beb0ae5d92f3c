"""The `filter` command."""

from __future__ import annotations

import argparse

import pytest

from kafkawire.dump.commands.filter import add_parser


def filter_command(*arguments: str) -> int:
    parser = argparse.ArgumentParser(prog="wire-dump")
    add_parser(parser.add_subparsers(dest="command", required=True))
    parsed = parser.parse_args(["filter", *arguments])
    code: int = parsed.run(parsed)
    return code


def test_an_expression_is_explained_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert filter_command("~api", "Fetch", "& !~err") == 0

    assert capsys.readouterr().out.splitlines() == [
        "~api Fetch & !~err",
        "  all of these:",
        "    the API is Fetch",
        "    it is not so that",
        "      the response has an error",
    ]


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h", "~q"]])
def test_the_language_is_shown(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    assert filter_command(*arguments) == 0

    assert "~lat AMOUNT" in capsys.readouterr().out


def test_a_wrong_expression_is_pointed_at(capsys: pytest.CaptureFixture[str]) -> None:
    assert filter_command("~api Fetch & ~lat 5x") == 2

    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.splitlines()[1:] == ["  ~api Fetch & ~lat 5x", " " * 21 + "^"]
