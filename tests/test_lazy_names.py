"""Names whose modules are imported on first use."""

from __future__ import annotations

import subprocess
import sys

import pytest

from kafkawire.lazy_names import lazy_names


def test_a_name_comes_from_its_module() -> None:
    find = lazy_names("kafkawire.records", {"errors": ("RecordsError",), "crc32c": ("crc32c",)})
    found = find("RecordsError")
    assert isinstance(found, type)
    assert (found.__module__, found.__name__) == ("kafkawire.records.errors", "RecordsError")


def test_another_name_is_missing_as_in_any_module() -> None:
    find = lazy_names("kafkawire.records", {"errors": ("RecordsError",)})
    with pytest.raises(AttributeError) as raised:
        find("nothing")
    assert str(raised.value) == "module 'kafkawire.records' has no attribute 'nothing'"


@pytest.mark.process
@pytest.mark.parametrize("package", ["client", "dump", "protocol", "records", "testing"])
def test_a_package_imports_no_module_of_its_own_before_a_name_is_used(package: str) -> None:
    program = (
        f"import sys, kafkawire.{package} as package; "
        f"print([m for m in sys.modules if m.startswith('kafkawire.{package}.')]); "
        "print(all(getattr(package, name) is not None for name in package.__all__))"
    )
    found = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert found.stdout.split() == ["[]", "True"]
