"""The `wire-dump` command: finds the module of the command that is meant (`commands`)."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module

from kafkawire import __version__
from kafkawire.dump.commands import INTERRUPTED, NAMES, WRONG_USAGE, say

EXAMPLES = """examples:
  wire-dump read traffic.pcapng                 a line for each request and its response
  wire-dump read -f '~api Fetch & ~lat >50ms' traffic.pcapng
  wire-dump proxy 127.0.0.1:19092 --to 127.0.0.1:9092
  wire-dump log /var/lib/kafka
  wire-dump COMMAND --help
"""


def parser(names: Iterable[str] = NAMES) -> argparse.ArgumentParser:
    """The command line's grammar, with these commands."""
    top = argparse.ArgumentParser(
        prog="wire-dump",
        description="See what Kafka clients and brokers say on the wire, and keep on disk.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("-V", "--version", action="version", version=f"wire-dump {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in names:
        import_module(f"kafkawire.dump.commands.{name}").add_parser(commands)
    return top


def names_for(argv: Sequence[str]) -> Sequence[str]:
    """The commands whose grammar is needed: one, if the first argument names one."""
    return argv[:1] if argv and argv[0] in NAMES else NAMES


def main(argv: Sequence[str] | None = None) -> int:
    """Entry point of the console script."""
    given = list(sys.argv[1:] if argv is None else argv)
    arguments = parser(names_for(given)).parse_args(given)
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Who reads us (`| head`) has seen enough; what is left goes nowhere.
        _write_no_more()
        return 0
    except OSError as error:
        # The disk is full, or the like; what opens files has said which it could not.
        _write_no_more()
        say(f"nothing more can be written: {error.strerror or error}")
        return WRONG_USAGE


def _write_no_more() -> None:
    """Let what is still to be written to the standard output go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
