"""The command: what it prints, refuses and gives as exit codes, most of it without Spark."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from kafkawire.spark import cli, doctor
from kafkawire.spark.doctor import Finding
from kafkawire.spark.tables.places import Place
from tests.support.dump.captures import make_capture
from tests.support.dump.conversations import conversation
from tests.support.spark.stored_tables import write_input

pytest.importorskip(
    "pyspark", reason="pyspark is not installed: the package for Spark is not tested"
)


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """No Spark is started; what was asked of it."""
    from kafkawire.spark import session

    asked: list[str] = []

    @contextmanager
    def started(
        master: str | None, given: list[str], progress: object, *, is_small: bool = False
    ) -> Iterator[object]:
        session.settings(master, given, is_submitted=False)
        asked.append(f"{master} {is_small}")
        yield SimpleNamespace()

    monkeypatch.setattr(session, "started", started)
    return asked


def test_help_has_examples_and_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["--help"])
    assert ended.value.code == 0
    assert "spark-submit" in capsys.readouterr().out
    for command in ("report", "tables", "doctor", "schema", "zip", "compact"):
        with pytest.raises(SystemExit):
            cli.main([command, "--help"])
        shown = capsys.readouterr().out
        assert f"  kafkawire-spark {command}" in shown
        assert ("exit codes:" in shown) == (command in ("report", "tables", "doctor"))


def test_the_script_for_spark_submit_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--script"])
    assert Path(capsys.readouterr().out.strip()).samefile(cli.__file__)


@pytest.mark.process
def test_help_loads_nothing_that_is_large() -> None:
    program = (
        "import sys\nfrom kafkawire.spark.cli import parser\nparser().format_help()\n"
        "print([each for each in ('pyspark', 'numpy', 'pyarrow', 'trio') if each in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr


@pytest.mark.parametrize("command", ["report", "tables"])
@pytest.mark.parametrize(
    ("given", "said"), [(["--out", "x"], "wants an input"), (["a.pcap"], "wants --out")]
)
def test_what_is_missing_is_said_in_one_line(
    command: str, given: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([command, *given]) == cli.WRONG_USAGE
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1


def test_a_setting_that_is_none_is_refused(
    session: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "look_here", lambda: [Finding("driver", True, "Java 17")])
    assert cli.main(["doctor", "--conf", "ui=1"]) == cli.WRONG_USAGE
    assert "spark.NAME=VALUE" in capsys.readouterr().err


def test_a_zip_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "kafkawire.zip"
    assert cli.main(["zip", str(path)]) == cli.FINE
    assert zipfile.is_zipfile(path)
    assert "--py-files" in capsys.readouterr().err
    assert cli.main(["zip", str(tmp_path / "no" / "such.zip")]) == cli.WRONG_USAGE


def test_tables_are_compacted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["compact", str(tmp_path)]) == cli.WRONG_USAGE
    assert "there are no tables in" in capsys.readouterr().err
    write_input(Place(str(tmp_path)), "a", beats=3)
    assert cli.main(["compact", str(tmp_path)]) == cli.FINE
    assert capsys.readouterr().out == "0 files fewer\n"


def test_the_schema_of_all_tables_and_of_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["schema"]) == cli.FINE
    everything = capsys.readouterr().out
    assert cli.main(["schema", "requests"]) == cli.FINE
    one = capsys.readouterr().out
    assert one.startswith("## requests")
    assert one.rstrip() in everything
    assert "## partitions" not in one
    assert cli.main(["schema", "nothing"]) == cli.WRONG_USAGE
    assert "there are frames" in capsys.readouterr().err


def test_the_doctor_starts_no_spark_where_it_cannot_start(
    session: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = [Finding("driver", False, "no Java: gone", "install one", True)]
    monkeypatch.setattr(doctor, "look_here", lambda: found)
    assert cli.main(["doctor"]) == cli.PROBLEMS_FOUND
    assert session == []
    assert "-> install one" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("inputs", "out", "told"),
    [
        (["nothing.pcapng"], "out", "there is no capture nothing.pcapng"),
        (["nothing.pcapng", "nor.pcap"], "out", "there is no capture nothing.pcapng"),
        (["pyproject.toml"], "out", "pyproject.toml is neither a pcap nor a pcapng file"),
        (["tests"], "out", "there is no capture in tests"),
        (["foo://there/a.pcap"], "out", "foo://there/a.pcap: "),
        (["tests"], "foo://there", "--out foo://there: "),
    ],
)
def test_what_cannot_be_opened_is_said_before_spark_starts(
    session: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    inputs: list[str],
    out: str,
    told: str,
) -> None:
    root = Path(__file__).parents[2]
    monkeypatch.chdir(root)
    for command in ("report", "tables"):
        assert cli.main([command, *inputs, "--out", out]) == cli.WRONG_USAGE
        said = capsys.readouterr().err
        assert told in said
        assert said.count("\n") == 1
    assert session == []
    assert not (root / "out").exists()


def test_small_captures_become_tables_without_spark_unless_it_is_named(
    session: list[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from kafkawire.spark import report

    made: list[object] = []
    monkeypatch.setattr(report, "make_tables", lambda *given: made.append(given[1]))

    def make(*given: object) -> str:
        made.append(given[1])
        return "page"

    monkeypatch.setattr(report, "make", make)
    capture, out = tmp_path / "a.pcapng", tmp_path / "out"
    capture.write_bytes(make_capture(conversation(Random(1), 5)))
    assert cli.main(["tables", str(capture), "--out", str(out)]) == cli.FINE
    assert (session, made) == ([], [])
    assert len(Place(str(out)).inputs()) == 1
    assert cli.main(["tables", str(out), "--out", str(out)]) == cli.WRONG_USAGE
    assert "tables already" in capsys.readouterr().err
    assert cli.main(["report", str(capture), "--out", str(out)]) == cli.FINE
    named = ["--master", "local[3]"]
    for command in ("tables", "report"):
        assert cli.main([command, str(capture), "--out", str(out), *named]) == cli.FINE
    assert session == ["None True", "local[3] False", "local[3] False"]
    assert made == [[f"{out}/tables"], [str(capture)], [str(capture)]]


@contextmanager
def interrupting(*_: object, **__: object) -> Iterator[object]:
    yield from ()
    raise KeyboardInterrupt


def test_ctrl_c_is_no_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from kafkawire.spark import session

    monkeypatch.setattr(doctor, "look_here", list)
    monkeypatch.setattr(session, "started", interrupting)
    assert cli.main(["doctor"]) == cli.INTERRUPTED
    assert capsys.readouterr().err == "kafkawire-spark: interrupted\n"


def test_a_failure_of_spark_is_said_in_one_line_and_names_the_doctor(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from pyspark.errors import PySparkRuntimeError

    from kafkawire.spark import session

    @contextmanager
    def failing(*_: object, **__: object) -> Iterator[object]:
        yield from ()
        raise PySparkRuntimeError("JAVA_GATEWAY_EXITED\nand so on")

    monkeypatch.setattr(doctor, "look_here", list)
    monkeypatch.setattr(session, "started", failing)
    assert cli.main(["doctor"]) == cli.PROBLEMS_FOUND
    told = capsys.readouterr().err
    assert "Spark failed: JAVA_GATEWAY_EXITED" in told
    assert "kafkawire-spark doctor" in told


@pytest.mark.long
@pytest.mark.process
@pytest.mark.usefixtures("spark_or_skip")
def test_the_doctor_looks_at_a_spark_of_its_own(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kafkawire.spark.cli", "doctor", "--master", "local[1]"],
        cwd=tmp_path,
        env={**os.environ, "PYSPARK_PYTHON": sys.executable},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert {line.split()[0] for line in lines} == {"ok"}
    assert {line.split()[1] for line in lines} == {"driver", "executors"}
