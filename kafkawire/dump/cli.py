"""The `wire-dump` command."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from string import hexdigits

from kafkawire import __version__
from kafkawire.dump.frame import request_lines, response_lines, without_length
from kafkawire.dump.log import command as log_command
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.errors import ProtocolError

FRAME_BYTES_MIN = 4
"""The correlation id of the shortest response."""

EXAMPLES = """examples:
  wire-dump frame 0012 0003 00000001 0004 74657374 00 0b 6c696272646b61666b61 02 32 00
  wire-dump frame --response ApiVersions:3 < answer.hex
  xxd -p request.bin | wire-dump frame -
"""
INTERRUPTED_EXIT_CODE = 130


def parser() -> argparse.ArgumentParser:
    """The command line's grammar."""
    top = argparse.ArgumentParser(
        prog="wire-dump",
        description="See what Kafka clients and brokers say on the wire, and keep on disk.",
        epilog=EXAMPLES + "  wire-dump log /var/lib/kafka\n",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"wire-dump {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    frame = commands.add_parser(
        "frame",
        help="decode one request or response given as hexadecimal digits",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    frame.add_argument(
        "hex", nargs="*", default=["-"], help="the bytes; white space is ignored; - reads them"
    )
    frame.add_argument(
        "--response",
        metavar="API:VERSION",
        help="the bytes answer this API in this version (name or key), for example Fetch:12",
    )
    frame.set_defaults(run=dump_frame)
    log_command.add_parser(commands)
    return top


def api_and_version(text: str) -> tuple[int, int]:
    """`Fetch:12` or `1:12` as (1, 12). Raises ValueError that says what is wrong."""
    name, _, version = text.rpartition(":")
    if not version.isdigit():
        raise ValueError(f"--response wants API:VERSION, not {text!r}")
    wanted = name.replace("_", "").lower()
    for key in ApiKey:
        if wanted in (str(key.value), key.name.replace("_", "").lower()):
            return key.value, int(version)
    raise ValueError(f"there is no API called {name!r}")


def bytes_of(text: str) -> bytes:
    """The bytes of hexadecimal digits; white space, colons and a leading 0x do not matter.

    Raises ValueError that says what is wrong.
    """
    digits = "".join(text.replace(":", " ").split()).removeprefix("0x").removeprefix("0X")
    for at, digit in enumerate(digits):
        if digit not in hexdigits:
            raise ValueError(f"{digit!r}, digit {at + 1}, is not hexadecimal")
    if len(digits) % 2:
        raise ValueError(f"{len(digits)} hexadecimal digits make no whole bytes")
    if len(digits) < 2 * FRAME_BYTES_MIN:
        raise ValueError(f"a frame has {FRAME_BYTES_MIN} bytes at least, not {len(digits) // 2}")
    return bytes.fromhex(digits)


def dump_frame(arguments: argparse.Namespace) -> int:
    """The `frame` command; its exit code."""
    text = sys.stdin.read() if arguments.hex == ["-"] else " ".join(arguments.hex)
    try:
        frame = without_length(bytes_of(text))
        if arguments.response is None:
            lines = list(request_lines(frame))
        else:
            lines = list(response_lines(frame, *api_and_version(arguments.response)))
    except (ValueError, ProtocolError) as error:
        print(f"wire-dump: {error}", file=sys.stderr)
        return 2
    print("\n".join(lines))
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Entry point of the console script."""
    arguments = parser().parse_args(argv)
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return INTERRUPTED_EXIT_CODE
    except BrokenPipeError:
        # Who reads us (`| head`) has seen enough; what is left goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


if __name__ == "__main__":
    sys.exit(main())
