"""client O-1: options of the connection before the command, or before its verb."""

from __future__ import annotations

import argparse

import pytest

from kafkawire.cli import main, parser
from kafkawire.client.cli.connection import add_flags
from kafkawire.client.cli.leading import WITH_VALUE, arranged


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("-b x topics list", "topics list -b x"),
        ("topics -b x list", "topics list -b x"),
        (
            "-bx --timeout=2 -X a=b -Xc=d topics list -b y",
            "topics list -bx --timeout=2 -X a=b -Xc=d -b y",
        ),
        ("--json -b x consume orders -e", "consume orders --json -b x -e"),
        ("-b x consume -o start orders", "consume -b x -o start orders"),
        ("-b x produce -- orders", "produce -b x -- orders"),
        ("-b x topics --help", "topics --help -b x"),
        ("topics list -b x", "topics list -b x"),
        ("--config f --profile p lag billing", "lag billing --config f --profile p"),
        ("-b x", ""),
        ("-b", ""),
        ("-b x topics", "topics"),
        ("-b x produce --json", "produce -b x --json"),
        ("--trace topics list", "topics list --trace"),
        ("--nonsense topics", "--nonsense topics"),
        ("--help", "--help"),
        ("", ""),
    ],
)
def test_options_go_behind_the_verb(given: str, expected: str) -> None:
    assert arranged(given.split()) == expected.split()


def test_every_option_of_connections_may_come_first() -> None:
    flags = argparse.ArgumentParser(add_help=False)
    add_flags(flags)
    found = {each.option_strings[-1]: each.nargs is None for each in flags._actions}
    assert {name for name, has_value in found.items() if not has_value} == {"--trace"}
    names = {name for each in flags._actions for name in each.option_strings}
    assert names - {"--trace"} == set(WITH_VALUE)


def test_what_is_further_right_wins() -> None:
    words = arranged("-b x topics -b y list -b z".split())
    assert parser("topics").parse_args(words).bootstrap == "z"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("-b x", "kafkawire: give a command: serve, produce, "),
        ("", "kafkawire: give a command: serve, produce, "),
        ("topisc list", "kafkawire: no command is called 'topisc'; did you mean topics? (see "),
        ("-b x zzz", "kafkawire: no command is called 'zzz'; there are serve, produce, "),
        ("topics", "kafkawire topics: give a verb: list, describe, "),
        ("-b x topics", "kafkawire topics: give a verb: list, describe, "),
        ("topics lst", "kafkawire topics: no verb is called 'lst'; did you mean list? (see "),
        ("-b x serve", "kafkawire: unrecognized arguments: -b x (see kafkawire --help)"),
    ],
)
def test_what_is_missing_or_unknown_is_one_line(
    given: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """client O-4."""
    with pytest.raises(SystemExit) as ended:
        main(given.split())
    assert ended.value.code == 2
    err = capsys.readouterr().err
    assert err.startswith(said)
    assert err.count("\n") == 1
