"""Programs are run, killed where a scenario wants it, and believed only as far as they go."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from compat.matrix.brokers import broker
from compat.matrix.choice import chosen
from compat.matrix.clients import CLIENTS
from compat.matrix.clients.base import (
    BuildFailed,
    MatrixClient,
    Unavailable,
    build_step,
    command_of,
)
from compat.matrix.running import Absent, CellFailed, is_too_old, said
from compat.matrix.scenarios.base import Scenario, Seen, World, fine, refused
from compat.oracle import OracleUnavailable
from kafkawire.protocol.error_codes import ErrorCode


def judge(seen: Seen, world: World) -> None:
    del world
    fine(seen.one("done"))


SCENARIO = Scenario("any", judge)


def program(text: str) -> list[str]:
    return [sys.executable, "-c", "import sys, os, time, pathlib\n" + text]


def steps(text: str, scenario: Scenario = SCENARIO, prefix: str = "p") -> list[str]:
    seen = said(program(text), scenario, "127.0.0.1:1", prefix)
    return [line["step"] for line in seen.lines]


@pytest.mark.process
def test_a_program_is_told_where_what_and_under_which_name() -> None:
    command = program('print(\'{"step": "told", "arguments": "%s"}\' % \' \'.join(sys.argv[1:]))')
    (line,) = said(command, SCENARIO, "127.0.0.1:1", "p").lines
    assert line["arguments"] == "127.0.0.1:1 any p"


@pytest.mark.process
def test_what_is_no_json_is_for_people() -> None:
    assert steps("print('hello')\nprint('{\"step\": \"done\"}')") == ["done"]


@pytest.mark.process
def test_exit_3_says_that_the_client_has_no_such_thing() -> None:
    text = 'print(\'{"step": "absent", "reason": "too old"}\')\nsys.exit(3)'
    with pytest.raises(Absent, match="too old"):
        steps(text)


@pytest.mark.process
def test_another_exit_fails_with_what_the_program_complained_of() -> None:
    with pytest.raises(CellFailed, match=r"exit 1 [\s\S]*no luck"):
        steps("sys.exit('no luck')")


SLOW = """
path = pathlib.Path(sys.argv[3])
for number in range(1000 if not path.exists() else 2):
    print('{"step": "progress"}', flush=True)
    path.touch()
    time.sleep(0.001)
print('{"step": "done"}')
"""


@pytest.mark.process
def test_a_program_is_killed_in_the_middle_and_started_again(tmp_path: Path) -> None:
    crash = SCENARIO._replace(killed_at=3)
    found = steps(SLOW, crash, str(tmp_path / "started"))
    assert found == ["progress"] * 3 + ["killed"] + ["progress"] * 2 + ["done"]


@pytest.mark.process
def test_a_program_that_ends_before_it_can_be_killed_proves_nothing() -> None:
    with pytest.raises(CellFailed, match="before it could be killed"):
        steps('print(\'{"step": "done"}\')', SCENARIO._replace(killed_at=3))


def test_a_step_that_was_not_said_or_said_twice_is_refused() -> None:
    for lines in ([], [{"step": "done"}] * 2):
        with pytest.raises(AssertionError, match="done was said"):
            Seen(lines).one("done")


def test_a_step_may_be_declared_absent_but_not_left_out() -> None:
    assert Seen([{"step": "grown", "absent": "since 1.0"}]).optional("grown") == []
    with pytest.raises(AssertionError):
        Seen([]).optional("grown")


def test_a_code_must_be_the_expected_one_and_a_text_is_a_refusal() -> None:
    code = ErrorCode.INVALID_CONFIG
    refused({"error": int(code)}, code)
    refused({"error": "InvalidConfig"}, code)
    for error in (0, 3, ""):
        with pytest.raises(AssertionError):
            refused({"error": error}, code)


def test_a_client_is_too_old_for_what_dropped_its_versions() -> None:
    client = CLIENTS[0]._replace(kafka_max="3.9")
    assert is_too_old(client, "4.0.0")
    assert not is_too_old(client, "3.9.2")
    assert not is_too_old(client, None)
    assert not is_too_old(client._replace(kafka_max=None), "4.4.0")


def test_nothing_is_built_twice_unless_a_part_of_it_is_gone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("compat.matrix.clients.base.CACHE", tmp_path)
    built: list[Path] = []

    def build(home: Path) -> list[str]:
        built.append(home)
        return [sys.executable, f"{home}{os.pathsep}{jar}"]

    jar = tmp_path / "jar"
    jar.touch()
    client = MatrixClient("any", "java", build)
    assert command_of(client) == command_of(client)
    assert built == [tmp_path / "any"]
    jar.unlink()
    command_of(client)
    assert built == [tmp_path / "any"] * 2


@pytest.mark.process
def test_a_build_that_fails_shows_the_end_of_what_it_said(tmp_path: Path) -> None:
    with pytest.raises(BuildFailed, match="no such class"):
        build_step(program("sys.exit('no such class')"), tmp_path)


def test_what_cannot_be_built_is_tried_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("compat.matrix.clients.base.CACHE", tmp_path)
    tried: list[Path] = []

    def build(home: Path) -> list[str]:
        tried.append(home)
        raise Unavailable("no compiler")

    for _ in range(2):
        with pytest.raises(Unavailable, match="no compiler"):
            command_of(MatrixClient("not-to-be-had", "java", build))
    assert len(tried) == 1


def test_a_build_stays_when_what_it_needs_is_out_of_reach_for_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("compat.matrix.clients.base.CACHE", tmp_path)
    installed = [True]

    def build(home: Path) -> list[str]:
        if not installed:
            raise Unavailable("no compiler")
        (home / "program").touch()
        return [sys.executable, str(home / "program")]

    is_whole = "compat.matrix.clients.base.is_whole"
    monkeypatch.setattr(is_whole, lambda command: bool(installed))
    built = command_of(MatrixClient("any-more", "java", build))
    installed.clear()
    with pytest.raises(Unavailable, match="no compiler"):
        command_of(MatrixClient("any-more", "java", build))
    assert Path(built[1]).exists()
    installed.append(True)
    monkeypatch.setattr("compat.matrix.clients.base._FAILED", {})
    assert command_of(MatrixClient("any-more", "java", build)) == built


@pytest.mark.parametrize("against", ["kafkawire:9", "somewhere", "host:port"])
def test_a_broker_that_there_is_not_is_refused_in_one_line(against: str) -> None:
    with pytest.raises(OracleUnavailable, match=f"--against {against}: "), broker(against):
        pass


def test_a_client_that_there_is_not_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"no client javac; there are: fast, all, .*kcat"):
        chosen("kcat,javac")
