"""The directory of a page, whose files take the place of an earlier page's when all are written.

Data files are written to `data.partial`, beside the `data` of an earlier page, which stays whole
until the new page is. Then the directories change places and `index.html` is replaced. A process
that is killed in between leaves `data.old`, which the next one puts back.
"""

from __future__ import annotations

import errno
from contextlib import suppress
from pathlib import Path

from kafkawire.dump.outputs.replacing import PARTIAL, Replacing

INDEX, DATA = "index.html", "data"
_OLD = ".old"
_DATA_FILES = ("page.js", "page.css", "meta.js", "list-*.js", "detail-*.js")


class PageFolder:
    """Takes the files of a page; `commit` puts them in place. Raises OSError.

    A `data` directory with other files than a page's is refused: they would be lost.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._data = directory / DATA
        self._partial = directory / (DATA + PARTIAL)
        self._old = directory / (DATA + _OLD)
        self._is_new = not directory.exists()
        directory.mkdir(parents=True, exist_ok=True)
        if self._old.exists() and not self._data.exists():
            self._old.rename(self._data)
        for each in (self._data, self._old, self._partial):
            _refuse_others(each)
        _remove(self._partial)
        self._partial.mkdir()

    def write(self, name: str, text: str) -> None:
        """Write a data file."""
        (self._partial / name).write_text(text, encoding="utf-8")

    def commit(self, page: str) -> None:
        """Write `index.html`, and put all files where the page looks for them."""
        index = Replacing(self._directory / INDEX)
        try:
            index.binary.write(page.encode())
            _remove(self._old)
            if self._data.exists():
                self._data.rename(self._old)
            self._partial.rename(self._data)
        except BaseException:
            index.discard()
            raise
        index.commit()
        _remove(self._old)

    def keep(self) -> list[str]:
        """Leave the files in `data.partial`; return its name, nothing after `commit`."""
        return [str(self._partial)] if self._partial.exists() else []

    def discard(self) -> None:
        """Leave nothing of it. Raises no OSError."""
        with suppress(OSError):
            _remove(self._partial)
            if self._is_new:
                self._directory.rmdir()


def _refuse_others(data: Path) -> None:
    if not data.exists():
        return
    ours = {found for pattern in _DATA_FILES for found in data.glob(pattern)}
    if set(data.iterdir()) - ours:
        why = "it has files of something else; --html needs a directory of its own"
        raise OSError(errno.ENOTEMPTY, why, str(data))


def _remove(data: Path) -> None:
    """Remove a directory of data files, if it is there."""
    if data.exists():
        for pattern in _DATA_FILES:
            for found in data.glob(pattern):
                found.unlink()
        data.rmdir()
