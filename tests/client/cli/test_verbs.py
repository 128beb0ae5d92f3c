"""Arguments that several commands have."""

from __future__ import annotations

import argparse
from collections.abc import Callable

import pytest

from kafkawire.cli import parser
from kafkawire.client.cli import COMMANDS, WITHOUT_VERBS
from kafkawire.client.cli.verbs import assignment, partitions, positive, topic_and_partitions


def test_partitions_are_numbers_and_ranges() -> None:
    assert partitions("0") == {0}
    assert partitions("0,2") == {0, 2}
    assert partitions("0-2,7") == {0, 1, 2, 7}


def test_a_topic_may_have_partitions_behind_it() -> None:
    assert topic_and_partitions("t") == ("t", None)
    assert topic_and_partitions("t:0,2") == ("t", frozenset({0, 2}))


def test_an_assignment_has_a_name_and_any_value() -> None:
    assert assignment("a=b=c") == ("a", "b=c")
    assert assignment("a=") == ("a", "")


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (partitions, ""),
        (partitions, "1,"),
        (partitions, "2-1"),
        (partitions, "a-b"),
        (partitions, "0-999999999"),
        (topic_and_partitions, "t:x"),
        (topic_and_partitions, ":0"),
        (assignment, "a"),
        (assignment, "=b"),
        (positive, "0"),
        (positive, "x"),
    ],
)
def test_what_cannot_be_read_is_shown(read: Callable[[str], object], text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        read(text)


VERBS = {
    "topics": "list describe create delete grow trim",
    "groups": "list describe lag seek kick delete",
    "configs": "show set unset",
    "cluster": "info features quorum logdirs reassign elect",
    "transactions": "list describe hanging abort",
    "acls": "list add remove",
    "users": "list create delete",
    "quotas": "list set unset",
    "tokens": "list create renew expire",
    "bench": "produce consume",
    "completion": "",
    "lag": "",
    "consume": "",
    "produce": "",
    "offsets": "",
}


def test_every_command_is_tried_here() -> None:
    assert set(VERBS) == set(COMMANDS)
    assert {command for command, verbs in VERBS.items() if not verbs} == set(WITHOUT_VERBS)


@pytest.mark.parametrize("words", [[c, v] for c, vs in VERBS.items() for v in vs.split() or [""]])
def test_every_verb_has_help_with_examples(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    given = [*filter(None, words), "--help"]
    with pytest.raises(SystemExit) as ended:
        parser(words[0]).parse_args(given)
    assert ended.value.code == 0
    examples = "lag" if "lag" in given else " ".join(given[:-1])
    text = capsys.readouterr().out
    assert "examples:\n  " in text
    assert f"  kafkawire {examples}" in text
    assert ("--bootstrap" in text) is (examples != "completion")
