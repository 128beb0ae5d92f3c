"""CRC-32C (Castagnoli), by the fastest means that is installed.

Chosen on first use, so that importing records costs nothing:

    crc32c          its compiled part alone: the package itself imports importlib.metadata, which
                    takes 50 ms, ten times as long as all of ours
    google_crc32c   as fast, but it copies what is not `bytes`
    crcmod          a byte at a time in C: better than folding for small buffers only
    our folding     pure Python, 400 MB/s and more on large buffers
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, FileFinder, PathFinder
from types import ModuleType

from kafkawire.protocol.buffers import Buffer

Checksum = Callable[[Buffer, int], int]

CRCMOD_BYTES_MAX = 12 << 10
"""Up to here crcmod's byte loop is faster than folding."""


def crc32c(data: Buffer, value: int = 0) -> int:
    """The CRC-32C of `data`; `value` is the CRC of the bytes before it."""
    return _chosen(data, value)


def _choose_and_run(data: Buffer, value: int) -> int:
    global _chosen
    _chosen = fastest()
    return _chosen(data, value)


_chosen: Checksum = _choose_and_run


def fastest() -> Checksum:
    """The best of what can be imported."""
    for offer in (_from_crc32c, _from_google, _from_crcmod):
        found = offer()
        if found is not None:
            return found
    from kafkawire.records.crc32c_folding import crc32c_pure

    return crc32c_pure


def _from_crc32c() -> Checksum | None:
    module = sys.modules.get("crc32c") or _compiled_part("crc32c", "_crc32c")
    checksum: Checksum | None = getattr(module, "crc32c", None)
    return checksum


def _compiled_part(package: str, name: str) -> ModuleType | None:
    """The extension module `name` of `package`, without running the package's own code."""
    package_spec = PathFinder.find_spec(package)
    if package_spec is None or not package_spec.submodule_search_locations:
        return None
    for folder in package_spec.submodule_search_locations:
        finder = FileFinder(folder, (ExtensionFileLoader, EXTENSION_SUFFIXES))
        spec = finder.find_spec(name)
        if spec is not None and isinstance(spec.loader, ExtensionFileLoader):
            module = spec.loader.create_module(spec)
            spec.loader.exec_module(module)
            return module
    return None


def _from_google() -> Checksum | None:
    try:
        from google_crc32c._crc32c import extend
    except ImportError:
        return None

    def checksum(data: Buffer, value: int) -> int:
        result: int = extend(value, bytes(data))
        return result

    return checksum


def _from_crcmod() -> Checksum | None:
    try:
        from crcmod._crcfunext import _crc32r
    except ImportError:
        return None
    from kafkawire.records.crc32c_folding import crc32c_pure, crc_table

    table = b"".join(entry.to_bytes(4, sys.byteorder) for entry in crc_table())

    def checksum(data: Buffer, value: int) -> int:
        if len(data) > CRCMOD_BYTES_MAX:
            return crc32c_pure(data, value)
        result: int = _crc32r(data, value ^ 0xFFFFFFFF, table)
        return result ^ 0xFFFFFFFF

    return checksum
