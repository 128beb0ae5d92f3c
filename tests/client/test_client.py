"""The package as a whole."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import trio

import kafkawire.client
from kafkawire.client import errors
from tests.support.requests.served import serving
from tests.support.suite.patience import patient

ROOT = Path(__file__).resolve().parents[2]


def test_every_promised_name_is_there() -> None:
    """client B-1."""
    homes = [name for names in kafkawire.client._HOMES.values() for name in names]

    assert sorted(homes) == sorted(kafkawire.client.__all__)
    for home, names in kafkawire.client._HOMES.items():
        module = import_module(f"kafkawire.client.{home}")
        for name in names:
            assert getattr(kafkawire.client, name) is getattr(module, name)


def test_every_exception_that_is_raised_can_be_named() -> None:
    """client B-1, B-61."""
    classes = {
        name
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, errors.ClientError)
    }
    assert classes - set(kafkawire.client.__all__) == set()


@pytest.mark.process
def test_importing_it_imports_no_trio() -> None:
    program = (
        "import sys, kafkawire.client; print([m for m in ('trio', 'ssl') if m in sys.modules])"
    )
    found = subprocess.run(
        [sys.executable, "-S", "-c", program], check=True, capture_output=True, text=True
    )
    assert found.stdout.strip() == "[]"


@pytest.mark.process
def test_a_consumer_imports_neither_producers_nor_what_watches_a_client() -> None:
    """client O-5: a start stays cheap."""
    code = """
import sys
from kafkawire.client import Consumer
Consumer("a:1")
unwanted = {"producing", "events", "observing", "tracing", "opentelemetry", "dump", "pages"}
print([name for name in sys.modules if unwanted & {*name.split(".")}])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def imported(path: Path) -> set[str]:
    """The packages that a module imports when it is imported itself."""
    found: set[str] = set()
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.Import):
            found |= {each.name.partition(".")[0] for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            found.add(node.module.partition(".")[0])
    return found


@pytest.mark.slow
def test_it_needs_no_package_but_trio() -> None:
    """client A-4, A-5: but for modules that are made for another one."""
    modules = list((ROOT / "kafkawire" / "client").rglob("*.py"))
    assert len(modules) > 100
    own = {"kafkawire", "trio", *sys.stdlib_module_names}
    others = {path.name: imported(path) - own for path in modules if imported(path) - own}
    assert others == {"columns.py": {"pyarrow"}}


@pytest.mark.slow
async def test_the_example_of_the_readme_works(capsys: pytest.CaptureFixture[str]) -> None:
    """client B.2."""
    section = (ROOT / "README.md").read_text().split("### The client\n")[1].split("\n### ")[0]
    (example,) = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    async with serving({"group.initial.rebalance.delay.ms": "0"}) as broker:
        host, port = broker.server.address
        example = example.replace("localhost:9092", f"{host}:{port}").replace('"orders"', '"t"')
        names: dict[str, Any] = {}
        exec(example.replace("trio.run(main)", ""), names)
        shown = ""
        with trio.fail_after(patient(30.0)):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(names["main"])
                while shown.count("\n") < 2:
                    await trio.sleep(0.01)
                    shown += capsys.readouterr().out
                nursery.cancel_scope.cancel()
    told, read = shown.splitlines()
    assert told.startswith("RecordMetadata(topic='t', ")
    assert read.endswith(" 0 b'42' b'a book'")
