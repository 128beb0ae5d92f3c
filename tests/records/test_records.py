"""The package as a whole."""

from __future__ import annotations

import subprocess
import sys

import pytest

import kafkawire.records


def test_every_promised_name_is_there() -> None:
    homes = [name for names in kafkawire.records._HOMES.values() for name in names]

    assert sorted(homes) == sorted(kafkawire.records.__all__)
    assert all(getattr(kafkawire.records, name) is not None for name in homes)


@pytest.mark.process
def test_importing_all_of_it_imports_no_codec_and_nothing_slow() -> None:
    homes = ", ".join(f"kafkawire.records.{home}" for home in kafkawire.records._HOMES)
    slow = "cramjam crc32c google_crc32c crcmod trio dataclasses logging json uuid inspect argparse"
    program = f"import sys, {homes}; print([m for m in {slow.split()!r} if m in sys.modules])"
    found = subprocess.run(
        [sys.executable, "-S", "-c", program], check=True, capture_output=True, text=True
    )
    assert found.stdout.strip() == "[]"
