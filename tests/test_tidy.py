"""Properties of the source itself, kept by a test so that no review has to."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FILE_LINES_MAX = 400
FUNCTION_LINES_MAX = 50
FILE_BYTES_MAX = 1 << 20

GENERATED = (
    "kafkawire/protocol/messages/",
    "kafkawire/protocol/api_keys.py",
    "kafkawire/protocol/error_codes.py",
    "kafkawire/broker/config/definitions.py",
)
# A module of these needs no test module of its own: it only re-exports or only starts a program.
WITHOUT_TEST = ("__init__.py", "__main__.py")


def tracked(*patterns: str) -> list[str]:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *patterns]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.splitlines() if (ROOT / name).exists()]


def sources() -> list[str]:
    names = tracked("kafkawire/*.py", "tools/*.py", "tests/*.py", "compat/*.py")
    return [name for name in names if not name.startswith(GENERATED)]


SOURCES = sources()


def functions(tree: ast.AST) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of a function without its docstring."""
    assert function.end_lineno is not None
    lines = function.end_lineno - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function) is not None and first.end_lineno is not None:
        lines -= first.end_lineno - first.lineno + 1
    return lines


def test_there_is_something_to_look_at() -> None:
    assert len(SOURCES) > 50


@pytest.mark.parametrize("name", SOURCES)
def test_files_and_functions_are_small_and_modules_explain_themselves(name: str) -> None:
    text = (ROOT / name).read_text()
    tree = ast.parse(text)

    assert text.count("\n") <= FILE_LINES_MAX
    long = [each.name for each in functions(tree) if length(each) > FUNCTION_LINES_MAX]
    assert not long
    assert not text.strip() or ast.get_docstring(tree), "no module docstring"


def test_every_module_has_its_test_module() -> None:
    modules = [
        name
        for name in SOURCES
        if name.startswith("kafkawire/") and not name.endswith(WITHOUT_TEST)
    ]
    expected = {
        name: re.sub(r"^kafkawire/(.*?)([^/]+)$", r"tests/\1test_\2", name) for name in modules
    }
    missing = {name: test for name, test in expected.items() if not (ROOT / test).exists()}
    assert not missing


def test_no_tracked_file_is_large_or_names_a_machine() -> None:
    # Written in pieces, so that this file does not find itself.
    forbidden = re.compile(
        "|".join(["/wo" + "rk/", "/ro" + "ot/", "pypi" + r"\.org", "python" + "hosted"])
    )
    for name in tracked():
        path = ROOT / name
        assert path.stat().st_size <= FILE_BYTES_MAX, name
        found = forbidden.search(path.read_bytes().decode("utf-8", "replace"))
        assert found is None, f"{name}: {found}"
