"""Files that appear under their names when they are whole: written beside, then renamed.

Until then the file is called `NAME.partial`, and a file of an earlier run stays what it was: when
the command fails, the disk is full, or the process is killed. What is there and is no file
(`/dev/null`, a pipe) is written to, never replaced; of a link (as `/dev/stdout` is one) it is the
file that is replaced.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

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
        """Leave nothing of it. Raises no OSError."""
        with suppress(OSError):
            self.binary.close()
        if self._is_file:
            with suppress(OSError):
                self.partial.unlink(missing_ok=True)

    def keep(self) -> list[str]:
        """Close it without its name; return what it is called then. Raises no OSError.

        The list is empty if it is no file, or has been committed.
        """
        with suppress(OSError):
            self.binary.close()
        return [str(self.partial)] if self._is_file and self.partial.exists() else []


class Unfinished(Protocol):
    """Files that are not under their names yet."""

    def keep(self) -> list[str]:
        """Leave them where they are; return what they are called."""

    def discard(self) -> None:
        """Leave nothing of them."""


def abandoned(
    files: Unfinished, write_rest: Callable[[], None], is_worth_keeping: Callable[[], object]
) -> list[str]:
    """Write what is left, and keep the files if they are worth it then; return their names.

    Raises no OSError: a full disk may be the reason why an output is abandoned.
    """
    with suppress(OSError):
        write_rest()
    if is_worth_keeping():
        return files.keep()
    files.discard()
    return []
