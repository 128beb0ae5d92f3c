"""`wire-dump schema`: the JSON Schema of what `--json` writes, from Kafka's own declarations."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import NamedTuple

from kafkawire.dump.commands import FINE, complain, put

EPILOG = """examples:
  wire-dump schema                  every line of --json, bodies of all APIs and versions included
  wire-dump schema Fetch            requests and responses of an API, all versions
  wire-dump schema FetchResponse:17 one message in one version
  wire-dump schema --list           a line for each API: its key, name and versions
"""
_ENDS = {"request": (True,), "response": (False,), "": (True, False)}


class Wanted(NamedTuple):
    """An API or one of its messages, in a version or in all."""

    api_key: int
    version: int | None
    which: tuple[bool, ...]
    """Requests (True), responses (False) or both."""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line's grammar."""
    parser = commands.add_parser(
        "schema",
        help="print the JSON Schema of the lines that --json writes",
        description="Print the JSON Schema (2020-12) of the lines that --json writes.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "message", nargs="?", metavar="API[:VERSION]", help="only bodies, of this API or message"
    )
    parser.add_argument("--list", action="store_true", help="list all APIs with their versions")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """The `schema` command; its exit code."""
    if arguments.list:
        for line in api_lines():
            put(line)
        return FINE
    # The declarations of all messages are a few hundred files: not to be met by `--help`.
    from kafkawire.dump.outputs.line_schema import api_schema, line_schema

    if arguments.message is None:
        document = line_schema()
    else:
        try:
            document = api_schema(*wanted(arguments.message))
        except ValueError as error:
            return complain(str(error))
    sys.stdout.write(json.dumps(document, indent=1) + "\n")
    return FINE


def api_lines() -> Iterator[str]:
    """A line for each API."""
    from kafkawire.dump.declarations import for_api
    from kafkawire.protocol.api_keys import API_NAMES

    for api_key, name in sorted(API_NAMES.items()):
        declaration = for_api(api_key, is_request=True)
        if declaration is not None:
            first, last = declaration.versions
            yield f"{api_key:>3}  {name}  v{first}-{last}"


def wanted(text: str) -> Wanted:
    """What `Fetch`, `fetch_response:17` or `1:17` names; raises ValueError."""
    from kafkawire.dump.declarations import for_api
    from kafkawire.protocol.api_keys import API_NAMES

    name, _, version = text.partition(":")
    plain = name.replace("_", "").replace("-", "").lower()
    for end, which in _ENDS.items():
        for api_key, known in API_NAMES.items():
            if plain.removesuffix(end) in (known.lower(), str(api_key)) and plain.endswith(end):
                declaration = for_api(api_key, is_request=which[0])
                assert declaration is not None
                return Wanted(api_key, _version(version, *declaration.versions), which)
    from kafkawire.dump.filter.errors import nearest

    near = nearest(name, list(API_NAMES.values())) or "; --list lists them"
    raise ValueError(f"there is no API or message called {name!r}{near}")


def _version(text: str, first: int, last: int) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit()) or not first <= int(text) <= last:
        raise ValueError(f"there are versions {first} to {last}, not {text!r}")
    return int(text)
