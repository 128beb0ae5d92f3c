"""CRC-32C by each of the means that may be installed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.records import crc32c as module
from kafkawire.records.crc32c import Checksum, crc32c
from kafkawire.records.crc32c_folding import crc32c_pure
from tests.support.rings.skips import skip_without

CRCMOD_BYTES_MAX = 12 << 10

PACKAGES = {
    module._from_crc32c: "crc32c",
    module._from_google: "google-crc32c",
    module._from_crcmod: "the compiled part of crcmod",
}


@pytest.mark.parametrize(
    ("data", "checksum"),
    [
        (b"", 0),
        (b"123456789", 0xE3069283),
        (bytes(32), 0x8A9136AA),
        (b"\xff" * 32, 0x62A8AB43),
        (bytes(range(32)), 0x46DD794E),
    ],
)
def test_check_values_of_rfc_3720(data: bytes, checksum: int) -> None:
    assert crc32c(data) == crc32c_pure(data) == checksum


@pytest.mark.parametrize("offer", PACKAGES)
@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_all_means_agree(
    offer: Callable[[], Checksum | None], kind: Callable[[bytes], memoryview]
) -> None:
    checksum = offer()
    if checksum is None:
        package = PACKAGES[offer]
        skip_without(f"{package} is not installed", "its checksums are not compared with ours")
    for size in (0, 1, 61, 4000, CRCMOD_BYTES_MAX, CRCMOD_BYTES_MAX + 1):
        data = bytes(i * 131 & 0xFF for i in range(size))
        assert checksum(kind(data), 0) == crc32c_pure(data)
        assert checksum(kind(data), 0xDEADBEEF) == crc32c_pure(data, 0xDEADBEEF)


@given(st.binary(max_size=300), st.integers(0, 300))
def test_checksums_chain(data: bytes, cut: int) -> None:
    assert crc32c(data[cut:], crc32c(data[:cut])) == crc32c(data)


def test_without_any_package_folding_does_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for offer in PACKAGES:
        monkeypatch.setattr(module, offer.__name__, lambda: None)

    assert module.fastest() is crc32c_pure


@pytest.mark.process
def test_the_package_crc32c_is_used_without_what_it_imports() -> None:
    program = (
        "import sys; from kafkawire.records.crc32c import crc32c; "
        "assert 'crc32c' not in sys.modules; crc32c(b'x'); "
        "assert 'importlib.metadata' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
