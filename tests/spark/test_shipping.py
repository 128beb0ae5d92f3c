"""The package as a zip: whole, the same each time, and enough to be imported from."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from kafkawire.spark import shipping
from kafkawire.spark.shipping import MODULES, make_zip, running_from, ship_to


@pytest.fixture(scope="module")
def zipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("zip") / "kafkawire.zip"
    make_zip(path)
    return path


def test_it_has_the_package_its_data_and_the_modules_that_spark_looks_for(zipped: Path) -> None:
    with zipfile.ZipFile(zipped) as archive:
        names = archive.namelist()
    assert {f"{name}.py" for name in MODULES} < set(names)
    assert "kafkawire/spark/topics/source.py" in names
    assert "kafkawire/dump/declarations/data/FetchRequest.json" in names
    assert not [name for name in names if name.endswith(".pyc") or name.startswith("/")]


def test_the_same_sources_give_the_same_bytes(zipped: Path, tmp_path: Path) -> None:
    count = make_zip(tmp_path / "again.zip")
    assert (tmp_path / "again.zip").read_bytes() == zipped.read_bytes()
    assert count > 500


@pytest.mark.process
def test_declarations_are_read_from_within_the_zip(zipped: Path, tmp_path: Path) -> None:
    program = (
        f"import sys; sys.path.insert(0, {str(zipped)!r})\n"
        "from kafkawire.dump.declarations import load\n"
        "from kafkawire.spark.shipping import running_from\n"
        "print(load('FetchRequest').api_key, running_from())\n"
        "try: load('NoSuchThing')\n"
        "except KeyError as error: print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", program], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.stdout.splitlines() == [f"1 {zipped}", "'NoSuchThing'"], done.stderr


def test_what_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shipping, "MODULES", ("pyspark_kafkawire_gone",))
    with pytest.raises(ModuleNotFoundError, match="pyspark_kafkawire_gone"):
        make_zip(tmp_path / "partial.zip")


class Context:
    """Of a classic session; keeps what it is given, as Spark copies it."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def addPyFile(self, path: str) -> None:
        with zipfile.ZipFile(path) as archive:
            self.names = archive.namelist()


class Session:
    def __init__(self) -> None:
        self.sparkContext = Context()


def test_a_classic_session_gets_it_by_its_context() -> None:
    session = Session()
    ship_to(session)  # type: ignore[arg-type]
    assert "kafkawire/spark/__init__.py" in session.sparkContext.names
    assert running_from() is None


def test_a_connect_session_gets_it_as_an_artifact() -> None:
    given: list[tuple[bool, bool]] = []

    class Remote:
        def addArtifacts(self, path: str, *, pyfile: bool) -> None:
            given.append((zipfile.is_zipfile(path), pyfile))

    Remote.__module__ = "pyspark.sql.connect.session"
    ship_to(Remote())  # type: ignore[arg-type]
    assert given == [(True, True)]
