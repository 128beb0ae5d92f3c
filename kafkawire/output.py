"""What commands do about a standard output that is not read any more (`kafkawire ... | head`)."""

from __future__ import annotations

import os
import sys


def write_no_more() -> None:
    """Let what is still to be written to the standard output go nowhere.

    Python writes what is left in its buffer when the process ends. Were that to fail once more,
    the exit code would be 120.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
