"""The packages that promise names have them, list them, and import nothing for it."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import kafkawire

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("protocol", "records", "dump", "testing", "spark", "client")


def promised(package: str) -> list[str]:
    names: list[str] = import_module(f"kafkawire.{package}").__all__
    return names


@pytest.mark.parametrize("package", PACKAGES)
def test_every_promised_name_exists(package: str) -> None:
    module = import_module(f"kafkawire.{package}")
    names = promised(package)
    assert len(names) == len(set(names))
    assert [name for name in names if getattr(module, name, None) is None] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_other_names_are_refused_as_of_any_module(package: str) -> None:
    with pytest.raises(AttributeError):
        _ = import_module(f"kafkawire.{package}").no_such_name


def test_the_readme_lists_what_is_promised() -> None:
    rows = ["| package | names |", "|---|---|"]
    for package in PACKAGES:
        names = ", ".join(f"`{name}`" for name in promised(package))
        rows.append(f"| `kafkawire.{package}` | {names} |")
    text = (ROOT / "README.md").read_text()
    (stated,) = re.findall(r"<!-- names -->\n(.*?)\n?<!-- /names -->", text, re.DOTALL)
    assert stated == "\n".join(rows)


def test_the_package_names_only_packages_that_exist() -> None:
    assert kafkawire.__doc__ is not None
    named = re.findall(r"`kafkawire\.([a-z_]+)`", kafkawire.__doc__)
    assert tuple(named) == PACKAGES


@pytest.mark.process
@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_alone_imports_none_of_its_modules(package: str) -> None:
    name = f"kafkawire.{package}"
    code = f"import sys, {name}; print(*[m for m in sys.modules if m.startswith('{name}.')])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.split() == []
