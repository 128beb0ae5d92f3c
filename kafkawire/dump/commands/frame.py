"""`wire-dump frame HEX`: one request or response, given in hexadecimal digits."""

from __future__ import annotations

import argparse
import sys
from string import hexdigits
from typing import TYPE_CHECKING

from kafkawire.dump.commands import FINE, PROBLEMS_FOUND, complain, say
from kafkawire.dump.commands.options import add_color

if TYPE_CHECKING:
    from kafkawire.dump.model import Message

FRAME_BYTES_MIN = 4
"""The correlation id of the shortest response."""

EXAMPLES = """examples:
  wire-dump frame 0012 0003 00000001 0004 74657374 00 0b 6c696272646b61666b61 02 32 00
  wire-dump frame -v 0012 0003 00000001 0004 74657374 00 0b 6c696272646b61666b61 02 32 00
  wire-dump frame --response ApiVersions:3 < answer.hex
  xxd -p request.bin | wire-dump frame -
"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line's grammar."""
    parser = commands.add_parser(
        "frame",
        help="decode one request or response given as hexadecimal digits",
        description="Decode one request or response given as hexadecimal digits.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "hex", nargs="*", default=["-"], help="the bytes; white space is ignored; - reads them"
    )
    parser.add_argument(
        "--response",
        metavar="API:VERSION",
        help="the bytes answer this API in this version (name or key), for example Fetch:12",
    )
    add = parser.add_argument
    add("-v", "--verbose", action="store_true", help="show header, records, and the bytes too")
    add("--json", action="store_true", help="a JSON object")
    add("--secrets", action="store_true", help="show passwords and tokens, which are masked else")
    add_color(parser)
    parser.set_defaults(run=run)


def api_and_version(text: str) -> tuple[int, int]:
    """`Fetch:12` or `1:12` as (1, 12). Raises ValueError that says what is wrong."""
    from kafkawire.protocol.api_keys import ApiKey

    name, _, version = text.rpartition(":")
    if not version.isdigit():
        raise ValueError(f"--response wants API:VERSION, not {text!r}")
    wanted = name.replace("_", "").lower()
    for key in ApiKey:
        if wanted in (str(key.value), key.name.replace("_", "").lower()):
            return key.value, int(version)
    from kafkawire.dump.api_names import api_name
    from kafkawire.dump.filter.errors import nearest

    near = nearest(name, [api_name(key.value) for key in ApiKey])
    near = near or "; `wire-dump schema --list` lists them"
    raise ValueError(f"there is no API called {name!r}{near}")


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
    return bytes.fromhex(digits)


def run(arguments: argparse.Namespace) -> int:
    """The `frame` command; its exit code."""
    try:
        message = message_of(arguments)
    except ValueError as error:
        return complain(str(error))
    show(message, arguments)
    if message.problem is None:
        return FINE
    sys.stdout.flush()
    say(message.problem)
    return PROBLEMS_FOUND


def message_of(arguments: argparse.Namespace) -> Message:
    """The message that the command line has the bytes of. Raises ValueError."""
    from kafkawire.dump.frame import request_of, response_of, without_length

    text = sys.stdin.read() if arguments.hex == ["-"] else " ".join(arguments.hex)
    frame = without_length(bytes_of(text))
    if len(frame) < FRAME_BYTES_MIN:
        raise ValueError(f"a frame has {FRAME_BYTES_MIN} bytes at least, not {len(frame)}")
    if arguments.response is None:
        return request_of(frame, secrets=arguments.secrets)
    return response_of(frame, *api_and_version(arguments.response), secrets=arguments.secrets)


def show(message: Message, arguments: argparse.Namespace) -> None:
    """Print what can be read of it."""
    from kafkawire.dump.frame import frame_lines, frame_object
    from kafkawire.dump.outputs.colour import palette_for
    from kafkawire.dump.safe_text import json_text

    if arguments.json:
        lines = [json_text(frame_object(message))]
    else:
        palette = palette_for(arguments.color, sys.stdout)
        lines = list(frame_lines(message, palette, is_full=arguments.verbose))
    sys.stdout.write("\n".join(lines) + "\n")
