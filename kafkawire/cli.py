"""The `kafkawire` command: `serve` is a broker, the other commands are clients of one.

Of the modules of commands only that of the command which is asked for is imported. What is wrong
with flags, files or values is said in one line on stderr, with exit code 2.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from kafkawire import __version__
from kafkawire.grammar import USAGE_EXIT_CODE, Layout, Parser, complain

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
  kafkawire serve --log kafkawire=DEBUG          lines on connections, groups and logs
  kafkawire serve --emulate 2.8                  what clients see of Kafka 2.8, and no more
"""
_CLIENT_EXAMPLES = """
  kafkawire produce orders < lines               to the broker at localhost:9092, or that of -b
  kafkawire consume orders -o start -e           all records that there are
  kafkawire topics create orders -p 12           with twelve partitions
  kafkawire topics describe orders               partitions, replicas, offsets
  kafkawire lag billing --watch                  how far a group is behind
  kafkawire topics --help                        verbs; each has its own --help, with examples
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] != ["serve"]:
        from kafkawire.client.cli.leading import arranged

        given = arranged(given)
    options = parser(given[0] if given else "").parse_args(given)
    code: int = options.run(options)
    return code


def _serve(options: argparse.Namespace) -> int:
    # Imported here so that --help and --version need neither sockets nor trio.
    from kafkawire.server.errors import UsageError
    from kafkawire.server.main import serve
    from kafkawire.server.settings import Flags, make_settings

    flags = {name: getattr(options, name) for name in Flags._fields}
    try:
        serve(make_settings(Flags(**flags)))
    except UsageError as error:
        complain(f"kafkawire: {error}")
        return USAGE_EXIT_CODE
    except KeyboardInterrupt:
        pass  # before the broker was there to be stopped
    return 0


def _complete(options: argparse.Namespace) -> int:
    from kafkawire.client.cli.completion import script

    sys.stdout.write(script(options.shell, parser))
    return 0


def parser(command: str) -> argparse.ArgumentParser:
    """Return the grammar of all commands, with the arguments of one."""
    layout = argparse.RawDescriptionHelpFormatter
    top = Parser(
        prog="kafkawire",
        description="A wire-compatible Kafka in pure Python.",
        epilog=_EXAMPLES + _CLIENT_EXAMPLES,
        formatter_class=layout,
    )
    top.add_argument("--version", action="version", version=f"kafkawire {__version__}")
    commands = top.add_choices("commands", "COMMAND")
    serve = commands.add_parser(
        "serve",
        help="run a broker",
        description="Run a broker. It keeps everything in memory, unless --data names a directory.",
        epilog=_EXAMPLES,
        formatter_class=layout,
    )
    if command == "serve":
        serve.set_defaults(run=_serve)
        _add_serve_flags(serve)
    else:
        _add_clients(commands, command)
    return top


def _add_clients(commands: "argparse._SubParsersAction[Parser]", command: str) -> None:
    from kafkawire.client.cli import COMMANDS

    for name, summary in COMMANDS.items():
        client = commands.add_parser(
            name,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.",
            formatter_class=Layout,
        )
        if name == command:
            client.set_defaults(run=_complete)  # of the one command that sets none itself
            import_module(f"kafkawire.client.cli.{name}").add_arguments(client)


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
    add(
        "--log",
        metavar="LOGGER=LEVEL",
        dest="levels",
        action="append",
        default=[],
        help="print lines of a logger, such as kafkawire.group=DEBUG; may be repeated",
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
