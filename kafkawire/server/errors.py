"""What goes wrong before a server serves, and how it is reported."""

import sys


class UsageError(Exception):
    """The user asked for what cannot be; its text is one line that says what and why."""


def warn(text: str) -> None:
    """Write one line to stderr, if there is one."""
    if sys.stderr is not None:
        sys.stderr.write(f"kafkawire: {text}\n".encode(errors="backslashreplace").decode())
