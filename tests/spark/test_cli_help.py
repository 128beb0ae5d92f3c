"""Examples of the help: the command takes each."""

from __future__ import annotations

import shlex

import pytest

from kafkawire.spark import cli_help
from kafkawire.spark.cli import parser

TEXTS = {name: text for name, text in vars(cli_help).items() if name.endswith("EXAMPLES")}


def test_there_are_examples_of_each_command() -> None:
    assert len(TEXTS) == 6


@pytest.mark.parametrize("name", TEXTS)
def test_each_example_can_be_run(name: str) -> None:
    lines = TEXTS[name].format(name="report").splitlines()
    examples = [line.split("   then")[0] for line in lines if "  kafkawire-spark " in line]
    assert examples
    for line in examples:
        _, *arguments = shlex.split(line)
        if arguments[-1] != "--help":
            assert parser().parse_args(arguments).command == arguments[0]
