"""Imports one module from another text than its file's."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType


def import_mutated(module: str, text: str) -> None:
    """Import `module` with the code of `text`; everything that imports it later gets that.

    At once, because pytest's own hook, which rewrites asserts, would come first when a test does.
    """
    assert module not in sys.modules, f"{module} is imported already"
    overlay = _Overlay(module, text)
    sys.meta_path.insert(0, overlay)
    importlib.import_module(module)
    sys.meta_path.remove(overlay)


class _Overlay(MetaPathFinder):
    """Finds only `module`, and gives it the code of `text`."""

    def __init__(self, module: str, text: str) -> None:
        self._module = module
        self._text = text

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module's own spec, with a loader for the other text."""
        if fullname != self._module:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        assert spec is not None, f"there is no {fullname}"
        assert spec.origin is not None
        spec.loader = _Loader(fullname, spec.origin, self._text)
        return spec


class _Loader(SourceFileLoader):
    """Compiles the given text; neither reads nor writes cached byte code."""

    def __init__(self, fullname: str, path: str, text: str) -> None:
        super().__init__(fullname, path)
        self._text = text

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._text, self.path, "exec", dont_inherit=True)
