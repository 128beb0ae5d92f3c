"""The figures of the code's structure."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.structure.__main__ import main
from tools.structure.cycles import cycles_of
from tools.structure.sizes import sizes_of

CONTRACTS = """
[[tool.importlinter.contracts]]
type = "layers"
layers = ["kafkawire.broker.high | kafkawire.broker.beside", "kafkawire.broker.low"]
"""
MODULE = """
class Wide:
    def __init__(self, a, b, *, c):
        self.first = self.second = a
        self.third, other.fourth = b, c

def long():
    pass
    pass
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    files = {
        "__init__.py": "",
        "broker/__init__.py": "",
        "broker/beside.py": "",
        "broker/high/__init__.py": "",
        "broker/high/one.py": "from kafkawire.broker.low import two",
        "broker/low/__init__.py": "",
        "broker/low/two.py": "if False:\n    from kafkawire.broker.high import one",
        "broker/stray.py": MODULE,
        "protocol/messages/made.py": MODULE,
    }
    for name, text in files.items():
        path = tmp_path / "kafkawire" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (tmp_path / "pyproject.toml").write_text(CONTRACTS)
    return tmp_path


def test_sizes_are_of_all_but_generated_modules(tree: Path) -> None:
    sizes = sizes_of(tree / "kafkawire")
    assert sizes.files.greatest() == ("9", ["broker/stray.py"])
    assert sizes.functions.greatest() == ("3", ["broker/stray.py:long"])
    assert sizes.functions.above(2) == (
        "2",
        ["broker/stray.py:long (3)", "broker/stray.py:__init__ (3)"],
    )
    assert sizes.parameters.above(2) == ("1", ["broker/stray.py:__init__ (3)"])
    assert sizes.attributes.greatest() == ("3", ["broker/stray.py:Wide"])


def test_cycles_and_parts_without_a_layer_are_named(tree: Path) -> None:
    pytest.importorskip(
        "grimp",
        reason="import-linter is not installed: cycles are not looked for (make check installs it)",
    )
    cycles = cycles_of(tree)
    assert cycles.of_packages == ["kafkawire.broker.high, kafkawire.broker.low"]
    assert cycles.of_modules == ["kafkawire.broker.high.one, kafkawire.broker.low.two"]
    assert cycles.without_layer == ["kafkawire.broker.stray"]


@pytest.mark.process
def test_a_revision_that_git_does_not_have_is_an_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--at", "no-such-revision"]) == 2
    assert "no-such-revision" in capsys.readouterr().err


@pytest.mark.slow
def test_the_working_tree_has_figures(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip(
        "grimp",
        reason="import-linter is not installed: cycles are not looked for (make check installs it)",
    )
    assert main(["--names"]) == 0
    output = capsys.readouterr().out
    assert "functions with more than 5 parameters" in output
    assert "working tree: records/builder.py:encode_batch" in output
