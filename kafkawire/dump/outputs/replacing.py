"""Files that appear under their names when they are whole: written beside, then renamed.

What is there and is no file (`/dev/null`, a pipe) is written to, never replaced; of a link (as
`/dev/stdout` is one) it is the file that is replaced.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PARTIAL = ".partial"


class Replacing:
    """A file to be written; `commit` gives it its name. Raises OSError where it cannot be made."""

    def __init__(self, path: Path) -> None:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        self._name = str(path)
        if path.is_symlink() and path.is_file():
            path = path.resolve()
        self._path = path
        self._is_file = path.is_file() or not path.exists()
        self.partial = path.with_name(path.name + PARTIAL) if self._is_file else path
        with self._named():
            self.binary = self.partial.open("wb")

    def commit(self) -> None:
        """Close it and give it its name, in place of what had that."""
        self.binary.close()
        if self._is_file:
            with self._named():
                os.replace(self.partial, self._path)

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Have errors name what the caller named: nobody has asked for the file beside it."""
        try:
            yield
        except OSError as error:
            raise OSError(error.errno or errno.EIO, error.strerror, self._name) from error

    def discard(self) -> None:
        """Leave nothing of it."""
        self.binary.close()
        if self._is_file:
            self.partial.unlink(missing_ok=True)
