"""What is wrong with a command line is one line."""

from __future__ import annotations

import pytest

from kafkawire.grammar import Layout, Parser, complain


def failed(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """What a program with the commands `list` and `delete` prints."""
    parser = Parser(prog="it")
    commands = parser.add_choices("commands", "COMMAND")
    commands.add_parser("list").set_defaults(run=bool)
    deleting = commands.add_parser("delete")
    deleting.add_argument("--how", choices=["soft", "hard"])

    def run() -> None:
        options = parser.parse_args(words)
        options.run(options)

    with pytest.raises(SystemExit) as ended:
        run()
    assert ended.value.code == 2
    return capsys.readouterr().err


def test_it_tells_what_is_missing_or_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    """client O-4."""
    see = "(see it --help)\n"
    assert failed([], capsys) == f"it: give a command: list, delete {see}"
    assert failed(["lsit"], capsys) == f"it: no command is called 'lsit'; did you mean list? {see}"
    assert failed(["x"], capsys) == f"it: no command is called 'x'; there are list, delete {see}"
    assert "invalid choice: 'now'" in failed(["delete", "--how", "now"], capsys)


def test_a_command_that_is_there_runs() -> None:
    parser = Parser(prog="it")
    parser.add_choices("commands", "COMMAND").add_parser("list").set_defaults(run=len)
    assert parser.parse_args(["list"]).run is len


def test_whatever_was_typed_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    complain("a\nb \udcff")
    assert capsys.readouterr().err == "a\\nb \\udcff\n"


def test_usage_has_what_is_needed_and_not_all_options() -> None:
    parser = Parser(prog="it", formatter_class=Layout)
    parser.add_argument("--loud", action="store_true")
    parser.add_argument("--to", metavar="PLACE", required=True)
    parser.add_argument("files", metavar="FILE", nargs="+")
    assert parser.format_usage() == "usage: it [options] --to PLACE FILE [FILE ...]\n"
    verbs = Parser(prog="it", formatter_class=Layout).add_choices("verbs", "VERB")
    listing = verbs.add_parser("list", formatter_class=Layout)
    assert listing.format_usage() == "usage: it list [options]\n"
