"""The `kafkawire` command.

What is wrong with flags, files or values is said in one line on stderr, with exit code 2.
"""

import argparse
import sys
from collections.abc import Sequence
from typing import NoReturn

from kafkawire import __version__

USAGE_EXIT_CODE = 2

_EXAMPLES = """\
examples:
  kafkawire serve                                a Kafka at 127.0.0.1:9092, topics on first use
  kafkawire serve --topic orders:12 --topic log  with two topics, the first of 12 partitions
  kafkawire serve --listen 127.0.0.1:0           on a free port, which is printed
  kafkawire serve --data ./kafka-data            on disk, in Kafka's own files: to be stopped,
                                                 started again, and read by Apache Kafka
  kafkawire serve --listen 0.0.0.0:9092 --advertise myhost:9092
  kafkawire serve --config server.properties --set auto.create.topics.enable=false
  kafkawire serve --metrics 127.0.0.1:9404       metrics at http://127.0.0.1:9404/metrics
  kafkawire serve --emulate 2.8                  what clients see of Kafka 2.8, and no more
"""


class _Parser(argparse.ArgumentParser):
    """A parser that complains in one line."""

    def error(self, message: str) -> NoReturn:
        _complain(f"{self.prog}: {message} (see {self.prog} --help)")
        sys.exit(USAGE_EXIT_CODE)


def _complain(message: str) -> None:
    """One line on stderr, whatever was typed; silence where stderr is closed."""
    if sys.stderr is not None:
        line = message.replace("\n", "\\n")
        sys.stderr.write(line.encode(errors="backslashreplace").decode() + "\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    options = _parser().parse_args(arguments)
    # Imported here so that --help and --version need neither sockets nor trio.
    from kafkawire.server.errors import UsageError

    try:
        _serve(options)
    except UsageError as error:
        _complain(f"kafkawire: {error}")
        return USAGE_EXIT_CODE
    except KeyboardInterrupt:
        pass  # before the broker was there to be stopped
    return 0


def _serve(options: argparse.Namespace) -> None:
    from kafkawire.server.main import serve
    from kafkawire.server.settings import Flags, make_settings

    flags = {name: getattr(options, name) for name in Flags._fields}
    serve(make_settings(Flags(**flags)))


def _parser() -> argparse.ArgumentParser:
    layout = argparse.RawDescriptionHelpFormatter
    parser = _Parser(
        prog="kafkawire",
        description="A wire-compatible Kafka in pure Python.",
        epilog=_EXAMPLES,
        formatter_class=layout,
    )
    parser.add_argument("--version", action="version", version=f"kafkawire {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    serve = commands.add_parser(
        "serve",
        help="run a broker",
        description="Run a broker. It keeps everything in memory, unless --data names a directory.",
        epilog=_EXAMPLES,
        formatter_class=layout,
    )
    _add_serve_flags(serve)
    return parser


def _add_serve_flags(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--listen", metavar="HOST:PORT", help="where to listen (127.0.0.1:9092); port 0: any")
    add("--advertise", metavar="HOST:PORT", help="where clients are told to connect")
    add("--data", metavar="DIR", help="keep data in this directory, as Kafka does (in memory)")
    add("--config", metavar="FILE", help="a server.properties of Kafka")
    add(
        "--set",
        metavar="NAME=VALUE",
        dest="assignments",
        action="append",
        default=[],
        help="a broker configuration of Kafka; may be repeated",
    )
    add(
        "--topic",
        metavar="NAME[:PARTITIONS]",
        dest="topics",
        action="append",
        default=[],
        help="make this topic at the start; may be repeated",
    )
    add("--metrics", metavar="HOST:PORT", help="serve metrics to Prometheus there; port 0: any")
    add(
        "--emulate",
        metavar="RELEASE",
        help="behave as this release of Kafka, 0.10.2 to 4.4 (as all)",
    )
    add("--node-id", metavar="ID", type=int, help="the broker's id (that of --data, or 1)")
    add(
        "--cluster-id",
        metavar="ID",
        default="",
        help="the cluster's id (that of --data, or a random one)",
    )
    add("--quiet", "-q", action="store_true", help="print nothing unless something is wrong")


if __name__ == "__main__":
    sys.exit(main())
