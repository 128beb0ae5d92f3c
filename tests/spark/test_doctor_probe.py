"""What a process says of itself, also where kafkawire cannot be imported."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kafkawire import __version__
from kafkawire.spark.doctor_probe import portable, probe

PACKAGES = (("trio", "trio"), ("nothing-of-this-name", "nothing_of_this_name"))


def test_it_tells_versions_and_what_is_missing() -> None:
    said = json.loads(probe(PACKAGES, ("pyspark_kafkawire",)))
    assert said["packages"]["trio"][0].isdigit()
    assert said["packages"]["nothing-of-this-name"] == ""
    assert said["kafkawire"] == __version__
    assert said["python"] == list(sys.version_info[:3])


def test_a_package_that_breaks_says_how(tmp_path: Path) -> None:
    (tmp_path / "broken_package.py").write_text("raise AttributeError('built for another')")
    sys.path.insert(0, str(tmp_path))
    try:
        said = json.loads(probe((("broken", "broken_package"),), ("broken_package",)))
    finally:
        sys.path.remove(str(tmp_path))
    assert said["packages"]["broken"] == "! AttributeError: built for another"
    assert said["kafkawire"] == "! AttributeError: built for another"


@pytest.mark.process
def test_the_question_can_be_asked_where_kafkawire_is_not(tmp_path: Path) -> None:
    from pyspark import cloudpickle

    dumps: Any = cloudpickle.dumps
    question = tmp_path / "question"
    question.write_bytes(dumps(portable(PACKAGES, ("pyspark_kafkawire",))))
    assert b"kafkawire.spark" not in question.read_bytes()
    program = (
        "import pickle, sys\n"
        f"sys.path += {[path for path in sys.path if path.endswith('site-packages')]!r}\n"
        f"print(pickle.load(open({str(question)!r}, 'rb'))())"
    )
    command = [sys.executable, "-I", "-S", "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    said = json.loads(done.stdout)
    assert said["kafkawire"].startswith("! ModuleNotFoundError"), done.stderr
    assert said["packages"]["trio"][0].isdigit()


def test_by_reference_it_could_not() -> None:
    assert b"doctor_probe" in pickle.dumps(probe)
