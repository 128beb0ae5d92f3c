"""What is installed: the package, its data, and the modules that Spark looks for."""

from __future__ import annotations

import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from kafkawire.spark.shipping import MODULES

ROOT = Path(__file__).resolve().parents[2]


def test_the_project_names_all_modules_that_spark_looks_for() -> None:
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
    named = tool["hatch"]["build"]["targets"]["wheel"]["only-include"]
    assert set(named) == {"kafkawire", *(f"{name}.py" for name in MODULES)}
    assert {path.stem for path in ROOT.glob("pyspark_*.py")} == set(MODULES)


@pytest.mark.process
def test_the_wheel_has_them_at_its_top(tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="hatchling is not installed: no wheel is built")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        names = set(wheel.namelist())
    assert {f"{name}.py" for name in MODULES} < names
    assert "kafkawire/py.typed" in names
    assert "kafkawire/dump/declarations/data/FetchRequest.json" in names
    assert {name.partition("/")[0] for name in names if "dist-info" not in name} == {
        "kafkawire",
        *(f"{name}.py" for name in MODULES),
    }


def test_the_command_is_installed() -> None:
    (command,) = entry_points(group="console_scripts", name="kafkawire-spark")
    assert callable(command.load())
