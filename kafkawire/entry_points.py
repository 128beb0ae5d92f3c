"""The commands as a shell starts them: Ctrl-C ends them quietly from their first moment on."""

from __future__ import annotations

from kafkawire import interrupts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def kafkawire() -> int:
    """The `kafkawire` command; returns its exit code."""
    interrupts.quiet()
    from kafkawire.cli import main

    return _ended(main)


def wire_dump() -> int:
    """The `wire-dump` command; returns its exit code."""
    interrupts.quiet()
    from kafkawire.dump.cli import main

    return _ended(main)


def kafkawire_spark() -> int:
    """The `kafkawire-spark` command; returns its exit code."""
    interrupts.quiet()
    from kafkawire.spark.cli import main

    return _ended(main)


def _ended(main: Callable[[], int]) -> int:
    try:
        return main()
    finally:
        interrupts.ignored()
