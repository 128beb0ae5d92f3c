"""Files that a command line names."""

from __future__ import annotations

from kafkawire.client.cli.output import UsageError


def read_text(path: str) -> str:
    """Return the text of a file. Raises UsageError."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None


def unreadable(path: str, error: OSError | ValueError) -> UsageError:
    """Return the error of a file that cannot be read: it cannot be opened, or is not UTF-8."""
    why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
    return UsageError(f"cannot read {path}: {why}")
