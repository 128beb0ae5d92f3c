"""The options that commands share which show traffic, and the pipeline that they ask for.

    parser = commands.add_parser("read", ...)
    add_options(parser)
    ...
    pipeline = make_pipeline(arguments, sys.stdout)       # raises UsageError

What options need is imported when they are used: the grammar alone costs nothing.
"""

from __future__ import annotations

import argparse
import os
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, TextIO

from kafkawire.dump.commands import say
from kafkawire.dump.transport import Endpoint
from kafkawire.protocol.uuids import uuid_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kafkawire.dump.detectors.options import Looking
    from kafkawire.dump.filter import Filter
    from kafkawire.dump.model import Sink
    from kafkawire.dump.outputs.options import OutputOptions
    from kafkawire.dump.pipeline import Pipeline

PORT_MAX = 65_535
TOPIC_ID_BYTES = 16


class UsageError(Exception):
    """The command line asks for what cannot be; each argument is a line that says why."""


def port(text: str) -> int:
    """A TCP port; raises `ArgumentTypeError`."""
    if not (text.isascii() and text.isdigit()) or int(text) > PORT_MAX:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port")
    return int(text)


def at_least_one(text: str) -> int:
    """A whole number above zero; raises `ArgumentTypeError`."""
    if not (text.isascii() and text.isdigit()) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return int(text)


def endpoint(text: str) -> Endpoint:
    """`host:port`, `:port` of this host alone, `host` with any free port, `[v6]:port`.

    Raises `ArgumentTypeError`.
    """
    host, colon, at = text.rpartition(":")
    if not colon or (text.startswith("[") and text.endswith("]")):
        host, at = text, "0"
    return Endpoint(host.removeprefix("[").removesuffix("]") or "127.0.0.1", port(at))


def add_web_option(parser: argparse.ArgumentParser) -> None:
    """Add the page, for commands that show traffic as it passes."""
    parser.add_argument(
        "--web",
        nargs="?",
        type=endpoint,
        const=endpoint("127.0.0.1"),
        metavar="HOST:PORT",
        help="show it in a browser too; where the page is (a free port of 127.0.0.1)",
    )


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add all shared options."""
    _add_choosing(parser)
    _add_showing(parser)
    _add_keeping(parser)
    add_decoding_options(parser)


def _add_choosing(parser: argparse.ArgumentParser) -> None:
    from kafkawire.dump.detectors.options import add_detector_options

    group = parser.add_argument_group("what is shown")
    add = group.add_argument
    add(
        "-f",
        "--filter",
        metavar="EXPR",
        help="only exchanges that this matches; `wire-dump filter` explains the language",
    )
    add("-q", "--quiet", action="store_true", help="print nothing; for --write, --parquet, --html")
    add_detector_options(group)


def add_color(parser: argparse._ActionsContainer) -> None:
    """Add `--color`, which all commands that print for people have."""
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="colour: on a terminal, always, never; NO_COLOR turns it off too",
    )


def _add_showing(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("how it is shown")
    add = group.add_argument
    add(
        "-v",
        "--verbose",
        action="count",
        default=0,
        help="-v notes, -vv fields, -vvv all fields and records, -vvvv bytes too",
    )
    add("--json", action="store_true", help="one JSON object on each line")
    add("-r", "--records", action="store_true", help="decode records, at any level")
    add(
        "--cut",
        type=at_least_one,
        metavar="N",
        help="characters of a long value that lines show (some 200; 1,000,000 at -vvvv)",
    )
    add("--utc", action="store_true", help="times of day in UTC, in place of seconds since start")
    add_color(group)


def _add_keeping(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group("what is kept").add_argument
    add(
        "--write",
        metavar="FILE",
        help="write what is shown to a pcapng file, decrypted; for ports other than 9092, "
        "Wireshark needs `Decode As... Kafka`",
    )
    add("--parquet", metavar="DIR", help="write tables for analysis")
    add("--html", metavar="DIR", help="write the page of `web` for a disk: open DIR/index.html")


def add_decoding_options(parser: argparse.ArgumentParser) -> None:
    """Add those that say how bytes are read, for commands that show nothing as they go."""
    from kafkawire.dump.view_options import add_view_options

    group = parser.add_argument_group("how bytes are read")
    add = group.add_argument
    add(
        "--port",
        type=port,
        action="append",
        default=[],
        metavar="PORT",
        help="brokers listen here, whatever it looks like (Kafka is found on any port)",
    )
    add("--secrets", action="store_true", help="show passwords and the like, which are masked")
    add(
        "--topic-map",
        metavar="FILE",
        help="names of topic ids, a line `ID NAME` for each; others are learnt from the traffic",
    )
    add_view_options(group)


def refuse_to_replace(files: Iterable[str], written: str | None) -> None:
    """Raise `UsageError` if what would be written is one of the captures that are read.

    A recording is the truth; what is written of it may be chosen, and is masked.
    """
    if written is None or not os.path.isfile(written):
        return
    if any(os.path.exists(path) and os.path.samefile(path, written) for path in files):
        raise UsageError(f"--write {written} would replace what is read")


def make_pipeline(
    arguments: argparse.Namespace,
    out: TextIO,
    *,
    is_live: bool = False,
    are_relayed: bool = False,
) -> Pipeline:
    """All that the options ask for, in its order; see `Engine` for `are_relayed`.

    Raises `UsageError`.
    """
    from kafkawire.dump.engine import Engine
    from kafkawire.dump.model import asked_of
    from kafkawire.dump.pipeline import Pipeline
    from kafkawire.dump.sinks import make_sinks
    from kafkawire.dump.state import State

    chosen = chosen_by(arguments.filter)
    looking = looking_for(chosen, arguments.detect)
    names = topic_names(arguments.topic_map)
    options = output_options(arguments, is_live=is_live)
    if arguments.write == "-":
        raise UsageError("--write wants a file's name; -q --write /dev/stdout is for pipes")
    try:
        looking.watched([])  # raises for a wrong setting
        state = looking.state(State(names))
        # Files are made last, when everything else of the command line is right.
        page = _page(arguments, options)
        sinks = looking.watched([*make_sinks(options, out), *page])
    except OSError as error:
        raise UsageError(f"cannot write {error.filename}: {error.strerror or error}") from error
    except (ImportError, ValueError) as error:
        raise UsageError(str(error)) from error
    wanted = asked_of([state, *sinks])
    engine = Engine(
        secrets=arguments.secrets,
        ports=arguments.port,
        asked_of=wanted,
        are_relayed=are_relayed,
    )
    return Pipeline(engine, state, None if chosen is None else chosen.matches, sinks)


def _page(arguments: argparse.Namespace, options: OutputOptions) -> list[Sink]:
    """The page, if it was asked for; its address is said on the standard error.

    Raises `UsageError`, OSError.
    """
    where = getattr(arguments, "web", None)
    if where is None:
        return []
    if arguments.secrets:
        raise UsageError("a page shows no secrets: --web and --secrets do not go together")
    needs_page()
    from kafkawire.dump.web.serving import ServedStore

    try:
        store = ServedStore(where, options.views)
    except OSError as error:
        raise UsageError(cannot_listen(where, error, "--web")) from error
    say(f"the page is at {store.url}")
    return [store]


def needs_page() -> None:
    """Raise UsageError if what a page needs is not installed."""
    for name in ("starlette", "hypercorn"):
        if find_spec(name) is None:
            raise UsageError(f"the page needs {name}: pip install 'kafkawire[web]'")


def looking_for(chosen: Filter | None, settings: Sequence[str]) -> Looking:
    """Where detectors look, by what the filter asks and the option says."""
    from kafkawire.dump.detectors.options import Looking

    return Looking(settings, is_asked=chosen is not None and "findings" in chosen.needs)


def cannot_listen(where: Endpoint, error: OSError, option: str) -> str:
    """Which address cannot be listened on, why, and what to do."""
    # What `socket.create_server` adds to the system's words is the address once more.
    why = (error.strerror or str(error)).partition(" (while ")[0]
    return f"cannot listen on {where}: {why}; {option} names another, its port 0 any that is free"


def chosen_by(text: str | None) -> Filter | None:
    """A filter; None if there is none. Raises `UsageError`."""
    if text is None:
        return None
    from kafkawire.dump.filter import Filter, FilterError

    try:
        return Filter(text)
    except FilterError as error:
        raise UsageError(*error.lines) from error


def output_options(arguments: argparse.Namespace, *, is_live: bool) -> OutputOptions:
    """The options as outputs want them. Raises `UsageError`."""
    from kafkawire.dump.outputs.options import ABSOLUTE, HEX, RELATIVE, OutputOptions
    from kafkawire.dump.view_options import views_of

    try:
        views = views_of(arguments)
    except ValueError as error:
        raise UsageError(str(error)) from error
    return OutputOptions(
        verbosity=min(arguments.verbose, HEX),
        json=arguments.json,
        color=arguments.color,
        quiet=arguments.quiet,
        times=ABSOLUTE if arguments.utc else RELATIVE,
        write=arguments.write,
        parquet=arguments.parquet,
        html=arguments.html,
        records=arguments.records,
        views=views,
        cut=arguments.cut,
        is_live=is_live,
    )


def topic_names(path: str | None) -> dict[bytes, str]:
    """The user's map of topic ids. Raises `UsageError` that says which line is wrong."""
    if path is None:
        return {}
    try:
        if path == "-":
            text = sys.stdin.read()
        else:
            with open(path) as file:
                text = file.read()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise UsageError(f"cannot read {path}: {why}") from error
    names = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        found = topic_id(words[0])
        if found is None or len(words) != 2:
            raise UsageError(f"{path}, line {number}: not `ID NAME`: {line.strip()!r}")
        names[found] = words[1]
    return names


def topic_id(text: str) -> bytes | None:
    """A topic id as Kafka prints it (22 characters), or in hexadecimal; None if it is neither."""
    digits = text.replace("-", "")
    try:
        if len(digits) == 2 * TOPIC_ID_BYTES:
            return bytes.fromhex(digits)
        found = uuid_bytes(text)
    except ValueError:
        return None
    return found if len(found) == TOPIC_ID_BYTES else None
