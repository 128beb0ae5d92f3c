"""Rings of tests: which test is in which, what is left out, and that programs need a mark."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.support.rings.guard import refusal
from tests.support.rings.kinds import FIXTURES, FOLDER_MARKS, KINDS, RINGS, ring_of
from tests.support.rings.left_out import LeftOut, folders_without
from tests.support.rings.scheduling import group
from tests.support.rings.skips import skip_lines
from tests.support.suite import patience

ROOT = Path(__file__).parents[1]


def ran(tmp_path: Path, source: str, *arguments: str) -> str:
    """What pytest shows of a file with this source, with the plugin of the rings."""
    (tmp_path / "test_it.py").write_text(source)
    command = [sys.executable, "-m", "pytest", "-p", "tests.support.rings.plugin", "-q"]
    config = ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(tmp_path), "--noconftest"]
    done = subprocess.run(
        [*command, *config, *arguments, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


def test_marks_are_declared_and_described() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pytest"]
    kinds = [f"{name}: {kind.meaning}" for name, kind in KINDS.items()]
    assert declared["ini_options"]["markers"] == kinds
    table = re.findall(
        r"^\| .*?\| `(\w+)` \| (.*) \|$", (ROOT / "tests/README.md").read_text(), re.M
    )
    assert [f"{name}: {meaning}" for name, meaning in table] == kinds
    assert set(FIXTURES.values()) <= KINDS.keys()
    assert {kind.ring for kind in KINDS.values()} <= set(RINGS)


@pytest.mark.parametrize(
    ("marks", "ring"),
    [
        ([], "quick"),
        (["parametrize", "timeout"], "quick"),
        (["clients", "process"], "test"),
        (["process", "foreign"], "all"),
    ],
)
def test_a_test_is_in_the_ring_of_its_outermost_mark(marks: list[str], ring: str) -> None:
    assert ring_of(marks) == ring


def test_what_was_left_out_is_counted_by_the_mark_that_did_it() -> None:
    left_out = LeftOut()
    for marks in (["process"], ["clients", "process"], ["oracle"], ["process", "foreign"]):
        left_out.add(marks)
    assert left_out.lines() == [
        "2 more tests in `make test`: 2 process",
        "2 more tests in `make test-all`: 1 foreign, 1 oracle",
    ]


def test_a_folder_is_left_out_whose_packages_are_not_installed() -> None:
    packages = {"tests/here": ("pytest",), "tests/spark": ("pytest", "no_such_package")}
    assert folders_without(packages) == {"tests/spark": ["no_such_package"]}


def test_counts_of_another_process_are_taken_over() -> None:
    counted, shown = LeftOut(), LeftOut()
    counted.add(["spark"])
    shown.load(counted.dumped())
    assert shown.lines() == ["1 more tests in `make test`: 1 spark"]


def test_skipped_tests_have_a_line_for_each_thing_that_is_missing() -> None:
    reasons = ["Java is not installed: Spark is not run"] * 3
    reasons += ["bash is not installed: no words", "Java is not installed: a: b"]
    assert skip_lines(f"Skipped: {each}" for each in reasons) == [
        "SKIPPED [4] Java is not installed: Spark is not run; a: b",
        "SKIPPED [1] bash is not installed: no words",
    ]


FAILS = """
def test_fails(): raise ValueError("the node has ended\\nwith exit code 9")
"""


@pytest.mark.process
def test_a_failure_in_one_of_several_processes_is_named_with_its_reason(tmp_path: Path) -> None:
    lines = ran(tmp_path, FAILS, "-n", "2").splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("FAILED"))
    assert lines[at + 1 : at + 3] == ["  ValueError: the node has ended", "  with exit code 9"]


SKIPS = """
import pytest

@pytest.fixture
def kafka():
    pytest.skip("Java is not installed: scenarios are not run")

def test_one(kafka): pass
def test_other(kafka): pass
def test_spark(): pytest.skip("Java is not installed: Spark is not run")
"""


@pytest.mark.process
@pytest.mark.parametrize("arguments", [[], ["-n", "2"]])
def test_a_run_shows_one_line_for_all_that_misses_the_same(
    tmp_path: Path, arguments: list[str]
) -> None:
    shown = ran(tmp_path, SKIPS, *arguments)
    assert [line for line in shown.splitlines() if "Java" in line] == [
        "SKIPPED [3] Java is not installed: Spark is not run; scenarios are not run"
    ]
    assert "3 skipped" in shown


@pytest.mark.parametrize(
    ("program", "marks"),
    [
        ("python", {"process"}),
        ("git", {"crash"}),
        ("java", {"oracle"}),
        ("java", {"process", "spark"}),
        ("chromium", {"browser"}),
    ],
)
def test_a_mark_allows_programs(program: str, marks: set[str]) -> None:
    assert refusal(program, marks) == ""


@pytest.mark.parametrize(
    ("program", "marks", "needed"),
    [
        ("python", set(), "add @pytest.mark.process;"),
        ("git", {"clients", "slow"}, "add @pytest.mark.process;"),
        ("java", {"process"}, "add @pytest.mark.spark or @pytest.mark.cluster or"),
        ("chromium", {"process"}, "add @pytest.mark.browser;"),
    ],
)
def test_the_message_names_the_mark_that_is_missing(
    program: str, marks: set[str], needed: str
) -> None:
    assert f"this test starts {program} and has no mark for that: {needed}" in refusal(
        program, marks
    )


STARTS = """
import subprocess, pytest, os, sys

def test_plain():
    subprocess.run([sys.executable, "-c", ""])

def test_caught():
    try:
        subprocess.run([sys.executable, "-c", ""])
    except BaseException:
        pass

def test_shell():
    os.system("true")

@pytest.mark.process
def test_marked():
    subprocess.run([sys.executable, "-c", ""], check=True)

def test_without():
    pass
"""


@pytest.mark.process
def test_only_tests_with_a_mark_start_programs(tmp_path: Path) -> None:
    shown = ran(tmp_path, STARTS)
    assert "3 failed, 2 passed" in shown
    assert shown.count("has no mark for that: add @pytest.mark.process") >= 3


@pytest.mark.long
@pytest.mark.process
@pytest.mark.parametrize("processes", ["0", "2"])
def test_a_run_ends_with_what_it_left_out(tmp_path: Path, processes: str) -> None:
    shown = ran(tmp_path, STARTS.replace("def test_p", "@pytest.mark.slow\ndef test_p"), "-n",
                processes, "--dist", "loadfile", "--ring", "quick")  # fmt: skip
    assert "2 more tests in `make test`: 1 process, 1 slow" in shown
    assert "2 failed, 1 passed" in shown


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("tests/spark/test_formats.py", "spark"),
        ("tests/spark/topics/test_in_spark.py", "spark"),
        ("compat/oracle/test_walks.py", "oracle"),
        ("tests/spark/test_wheel.py", "tests/spark/test_wheel.py"),
        ("tests/test_rings.py", "tests/test_rings.py"),
    ],
)
def test_files_that_share_a_session_run_in_one_process(file: str, name: str) -> None:
    assert group(file, ROOT) == name


INTERRUPTED = """
import os, signal, subprocess, sys, pytest

def test_own():
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)

@pytest.mark.process
def test_child():
    program = "import os, signal; os.kill(os.getpid(), signal.SIGINT); print('ignored')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == ""
    assert "KeyboardInterrupt" in done.stderr
"""


@pytest.mark.process
def test_interrupts_work_whatever_the_parent_ignores(tmp_path: Path) -> None:
    """A shell starts background jobs with SIGINT ignored."""
    (tmp_path / "test_it.py").write_text(INTERRUPTED)
    python, root = sys.executable, ROOT
    run = f"{python} -m pytest -p tests.support.rings.plugin -q -c {root}/pyproject.toml"
    shell = f"trap '' INT; {run} --rootdir {tmp_path} --noconftest {tmp_path}"
    done = subprocess.run(["sh", "-c", shell], cwd=ROOT, capture_output=True, text=True)
    assert "2 passed" in done.stdout


@pytest.mark.parametrize(
    ("setting", "load", "factor"),
    [(None, 0.0, 2.0), (None, 20.0, 20.0), (None, 10_000.0, 40.0), ("7", 20.0, 7.0), ("0", 0, 1)],
)
def test_patience_follows_the_load_unless_it_is_set(
    setting: str | None, load: float, factor: float
) -> None:
    assert patience.factor(setting, load, processors=2) == factor


EXAMPLES = """
from hypothesis import given, settings, strategies as st
tried = {"few": 0, "many": 0, "own": 0}

@given(st.integers())
def test_many(x): tried["many"] += 1

@settings(max_examples=300)
@given(st.integers())
def test_own(x): tried["own"] += 1

@settings(max_examples=7)
@given(st.integers())
def test_few(x): tried["few"] += 1

def test_tried(): assert False, tried
"""


@pytest.mark.process
@pytest.mark.parametrize(
    ("ring", "profile", "many", "own"),
    [
        ("quick", "", 10, 10),
        ("test", "", 50, 50),
        ("all", "", 100, 300),
        ("quick", "default", 100, 300),
    ],
)
def test_inner_rings_try_fewer_examples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ring: str, profile: str, many: int, own: int
) -> None:
    monkeypatch.setenv("HYPOTHESIS_PROFILE", profile)
    shown = ran(tmp_path, EXAMPLES, "--ring", ring)
    assert f"{{'few': 7, 'many': {many}, 'own': {own}}}" in shown


def test_folders_that_mark_their_tests_are_there() -> None:
    assert FOLDER_MARKS.keys() >= {"tests/spark"}
    assert all((ROOT / folder).is_dir() for folder in FOLDER_MARKS)
    assert set(FOLDER_MARKS.values()) <= KINDS.keys()
