"""Files that appear under their names when they are whole: written beside, then renamed."""

from __future__ import annotations

import os
from pathlib import Path

PARTIAL = ".partial"


class Replacing:
    """A file to be written; `commit` gives it its name. Raises OSError where it cannot be made."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.partial = path.with_name(path.name + PARTIAL)
        self.binary = self.partial.open("wb")

    def commit(self) -> None:
        """Close it and give it its name, in place of what had that."""
        self.binary.close()
        os.replace(self.partial, self._path)

    def discard(self) -> None:
        """Leave nothing of it."""
        self.binary.close()
        self.partial.unlink(missing_ok=True)
