"""`kafkawire completion`: a script with the words of the grammar, which bash runs."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from kafkawire.cli import main, parser
from kafkawire.client.cli.completion import script
from tests.support.suite.patience import patient

BASH = shutil.which("bash")


def test_every_verb_has_a_branch_with_its_options() -> None:
    lines = [line.strip() for line in script("bash", parser).splitlines()]
    (deleting,) = [line for line in lines if line.startswith('" topics delete"*)')]
    assert deleting.endswith('names="topics" ;;')
    assert " --yes " in deleting
    assert any(line.startswith('" serve"*) options="-h --help --listen ') for line in lines)
    (commands,) = [line for line in lines if line.startswith('"") words="serve produce consume ')]
    assert commands.endswith('options="-h --help --version" ;;')


def test_options_of_several_commands_take_a_value_only_if_all_do() -> None:
    (values,) = [line for line in script("bash", parser).splitlines() if "local values=" in line]
    words = values.split()
    assert {"--bootstrap", "--format", "--mechanism", "-z"} <= set(words)
    assert not {"--json", "--yes", "-e"} & set(words)


def test_zsh_gets_the_same_script_behind_its_own_words(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["completion", "zsh"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("#compdef kafkawire\n")
    assert shown.endswith(script("bash", parser))


TRY = """
kafkawire() { echo "kafkawire $*" >> "$ASKED"; echo orders; echo bills; }
try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _kafkawire; echo "${COMPREPLY[*]}"; }
try kafkawire to
try kafkawire topics de
try kafkawire -b there:1 topics describe o
try kafkawire topics list --n
try kafkawire consume -o st
try kafkawire completion ""
try kafkawire groups delete --y
"""


@pytest.mark.process
@pytest.mark.skipif(
    BASH is None, reason="bash is not installed: its completion of words is not tried"
)
def test_bash_completes_words_and_names(tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    done = subprocess.run(
        [str(BASH), "--norc", "-c", script("bash", parser) + TRY],
        env={"ASKED": str(asked), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=patient(30.0),
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "topics tokens",
        "describe delete",
        "orders",
        "--names",
        "",
        "bash zsh",
        "--yes",
    ]
    assert asked.read_text() == "kafkawire topics list --names -b there:1 --timeout 2\n"
