"""The `wire-dump` command: finds the module of the command that is meant (`commands`)."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import NoReturn, TextIO

from kafkawire import __version__, interrupts
from kafkawire.dump.commands import INTERRUPTED, NAMES, WRONG_USAGE, say
from kafkawire.output import write_no_more
from kafkawire.protocol.visible_text import visible

EXAMPLES = """examples:
  wire-dump read traffic.pcapng                 a line for each request and its response
  wire-dump read -f '~api Fetch & ~lat >50ms' traffic.pcapng
  wire-dump proxy 127.0.0.1:19092 --to 127.0.0.1:9092
  wire-dump log /var/lib/kafka
  wire-dump COMMAND --help
"""


class Parser(argparse.ArgumentParser):
    """Complains in two lines; the usage of a command has up to fourteen."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and end."""
        refuse(self.prog, message)


def refuse(command: str, message: str) -> NoReturn:
    """Say what is wrong with a command line, and end."""
    for line in (f"{command}: {message}", f"{command} --help shows what there is"):
        sys.stderr.write(visible(line) + "\n")
    sys.exit(WRONG_USAGE)


def parser(names: Iterable[str] = NAMES) -> argparse.ArgumentParser:
    """The command line's grammar, with these commands."""
    top = Parser(
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
    for out in (sys.stdout, sys.stderr):
        _write_escapes(out)
    arguments, others = parser(names_for(given)).parse_known_args(given)
    if others:
        refuse(f"wire-dump {arguments.command}", f"unrecognized arguments: {' '.join(others)}")
    try:
        interrupts.raising()
        code: int = arguments.run(arguments)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Who reads us (`| head`) has seen enough; what is left goes nowhere.
        write_no_more()
        return 0
    except OSError as error:
        # The disk is full, or the like; what opens files has said which it could not.
        write_no_more()
        say(f"nothing more can be written: {error.strerror or error}")
        return WRONG_USAGE


def _write_escapes(out: TextIO) -> None:
    """Have letters that the terminal's encoding lacks written as escapes."""
    reconfigure = getattr(out, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


if __name__ == "__main__":
    sys.exit(main())
