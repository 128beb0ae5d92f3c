"""Properties of the source itself, one test for each rule. A failure names each offending file.

The rules themselves are tested in `test_tidy_rules.py`.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import tomllib
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.suite.tidy_asserts import silent_tests
from tests.support.suite.tidy_marks import unmarked_clients
from tests.support.suite.tidy_numbers import ALLOWED, imported_numbers, numbers
from tests.support.suite.tidy_skips import vague_skips
from tests.support.suite.tidy_trees import Function, functions

pytestmark = pytest.mark.long  # all modules are parsed, and `make check` runs these tests too

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


TEST_FOLDERS = ("tests/", "compat/")
SOURCES = sources()
TEST_MODULE = re.compile(r"(tests|compat)/(.*/)?test_[^/]*$")
TESTS = [name for name in SOURCES if name.startswith(TEST_FOLDERS)]


def read(name: str) -> str:
    return (ROOT / name).read_text(errors="replace")


def length(function: Function) -> int:
    """Lines of a function without its docstring."""
    assert function.end_lineno is not None
    lines = function.end_lineno - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function) is not None and first.end_lineno is not None:
        lines -= first.end_lineno - first.lineno + 1
    return lines


class Findings(NamedTuple):
    """Of a file: what each rule of this module finds in its syntax tree."""

    long_functions: dict[str, int]
    has_docstring: bool
    numbers: list[str]
    clients: list[str]
    vague_skips: list[int]


@cache
def findings() -> dict[str, Findings]:
    """By file. Each file is parsed once, and no tree is kept: the collector would walk them all."""
    return {name: look_at(name) for name in SOURCES}


def look_at(name: str) -> Findings:
    tree = ast.parse(read(name))
    lengths = {f"{name}: {each.name}": length(each) for each in functions(tree)}
    is_own_test = name.startswith("tests/")
    is_test_module = TEST_MODULE.match(name) is not None
    return Findings(
        long_functions={
            each: lines for each, lines in lengths.items() if lines > FUNCTION_LINES_MAX
        },
        has_docstring=not tree.body or bool(ast.get_docstring(tree)),
        numbers=imported_numbers(tree, ROOT) if is_own_test else [],
        clients=unmarked_clients(tree) if is_test_module else [],
        vague_skips=vague_skips(tree) if name.startswith(TEST_FOLDERS) else [],
    )


def test_there_is_something_to_look_at() -> None:
    assert len(SOURCES) > 50


def test_files_are_short() -> None:
    """client P-1."""
    lines = {name: read(name).count("\n") for name in SOURCES}
    assert not {name: count for name, count in lines.items() if count > FILE_LINES_MAX}


def test_functions_are_short() -> None:
    assert not {
        each: lines for file in findings().values() for each, lines in file.long_functions.items()
    }


def test_modules_have_a_docstring() -> None:
    assert not [name for name, file in findings().items() if not file.has_docstring]


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


def test_tests_write_numbers_instead_of_importing_them() -> None:
    assert not {name: file.numbers for name, file in findings().items() if file.numbers}
    gone = {
        module: names
        for module, allowed in ALLOWED.items()
        if (names := set(allowed.split()) - numbers(module, ROOT))
    }
    assert not gone, "ALLOWED of tests/support/suite/tidy_numbers.py has names that no longer exist"


def test_every_test_asserts_something_or_says_that_nothing_is_raised() -> None:
    """Otherwise it would pass whatever the code does, and its name would promise more."""
    own = [name for name in TESTS if name.startswith("tests/")]
    found = {name: silent_tests(name, ROOT) for name in own}
    assert not {name: tests for name, tests in found.items() if tests}


def test_tests_with_stock_clients_have_a_mark_for_them() -> None:
    """`make quick` runs what has no mark; programs are guarded while tests run (rings/guard.py)."""
    assert not {name: file.clients for name, file in findings().items() if file.clients}


def test_skips_name_what_is_missing_and_what_is_not_checked() -> None:
    assert not {name: file.vague_skips for name, file in findings().items() if file.vague_skips}


def test_what_tests_share_has_its_line_in_the_readme() -> None:
    """A section for each package, a line for each module."""
    folder = ROOT / "tests" / "support"
    packages = [path.parent for path in folder.glob("*/__init__.py") if path.parent.name != "rings"]
    there = {each.name: {path.stem for path in each.glob("*.py")} for each in packages}
    text = (folder / "README.md").read_text()
    sections = re.findall(r"^## `(\w+)`.*?\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    rows = {name: " ".join(re.findall(r"^\| (`.*?) \|", lines, re.M)) for name, lines in sections}
    named = {name: {"__init__", *re.findall(r"`(\w+)`", each)} for name, each in rows.items()}
    assert named == there, "tests/support/README.md has a line for each module"
    assert [path.name for path in folder.glob("*.py")] == ["__init__.py"]


def test_the_types_of_every_module_are_checked() -> None:
    """What mypy is told about single modules concerns packages without types alone."""
    overrides = tomllib.loads(read("pyproject.toml"))["tool"]["mypy"]["overrides"]
    assert [each.keys() - {"module"} for each in overrides] == [{"ignore_missing_imports"}]
    ours = ("kafkawire", "tools", "compat", "tests", "conftest")
    names = [name for each in overrides for name in each["module"]]
    assert not [name for name in names if name.startswith(ours)]


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


def test_no_file_is_large() -> None:
    sizes = {name: (ROOT / name).stat().st_size for name in listed()}
    assert not {name: size for name, size in sizes.items() if size > FILE_BYTES_MAX}


def test_no_file_names_a_machine() -> None:
    found = {}
    for name in listed():
        text = read(name)
        if name in WITH_KAFKA_LOG_DIR:
            text = text.replace(KAFKA_LOG_DIR, "")
        if match := FORBIDDEN.search(text):
            found[name] = match[0]
    assert not found
