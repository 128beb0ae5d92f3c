"""Properties of the source itself, kept by a test so that no review has to."""

from __future__ import annotations

import ast
import os
import re
import subprocess
from fnmatch import fnmatch
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
    "kafkawire/broker/emulation/release_versions.py",
)
# A module of these needs no test module of its own: it only re-exports or only starts a program.
WITHOUT_TEST = ("__init__.py", "__main__.py")


# What a walk leaves out where there is no git to ask; see .gitignore.
NOT_SOURCE = (
    ".git",
    ".venv",
    ".cache",
    "__pycache__",
    "*.pyc",
    "*.egg-info",
    "dist",
    "build",
    ".mypy_cache",
    ".ruff_cache",
    ".pytest_cache",
    ".hypothesis",
    ".import_linter_cache",
)


def listed_by_git() -> list[str] | None:
    """The files git knows or would add, or None without git or a repository of our own."""
    if not (ROOT / ".git").exists():
        return None  # unpacked, perhaps within the repository of something else
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return [name for name in listed.stdout.splitlines() if (ROOT / name).exists()]


def is_source(name: str) -> bool:
    return not any(fnmatch(name, pattern) for pattern in NOT_SOURCE)


def walked() -> list[str]:
    """The files of the tree without what is made from them."""
    names = []
    for folder, folders, files in os.walk(ROOT):
        folders[:] = filter(is_source, folders)
        names += [(Path(folder) / file).relative_to(ROOT).as_posix() for file in files]
    return sorted(name for name in names if is_source(name.rpartition("/")[2]))


def listed() -> list[str]:
    names = listed_by_git()
    return walked() if names is None else names


def sources() -> list[str]:
    folders = ("kafkawire/", "tools/", "tests/", "compat/")
    names = [name for name in listed() if name.startswith(folders) and name.endswith(".py")]
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


def test_without_git_no_file_is_missed() -> None:
    assert set(listed_by_git() or SOURCES) <= set(walked())


# Written in pieces, so that this file does not find itself.
FORBIDDEN = re.compile(
    "|".join(
        [
            *("/wo" + "rk/", "/ro" + "ot/", "/ho" + "me/", "/tm" + "p/"),
            *("pypi" + r"\.org", "python" + "hosted"),
            *("repo1?" + r"\.maven", "maven" + r"\.org/maven2", "maven-central" + r"\."),
            *("npm" + r"js\.", "proxy" + r"\.golang", "sum" + r"\.golang", "go" + r"proxy\."),
        ]
    )
)
# Kafka's own default of log.dir, a fact about Kafka.
KAFKA_LOG_DIR = "/tm" + "p/kafka-logs"
WITH_KAFKA_LOG_DIR = ("schemas/configs.json", "kafkawire/broker/config/definitions.py")


def test_no_file_is_large_or_names_a_machine() -> None:
    for name in listed():
        path = ROOT / name
        assert path.stat().st_size <= FILE_BYTES_MAX, name
        text = path.read_bytes().decode("utf-8", "replace")
        if name in WITH_KAFKA_LOG_DIR:
            text = text.replace(KAFKA_LOG_DIR, "")
        found = FORBIDDEN.search(text)
        assert found is None, f"{name}: {found}"
