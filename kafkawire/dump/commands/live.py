"""`wire-dump live INTERFACE`: what clients and brokers say on this machine's network now."""

from __future__ import annotations

import argparse
import signal
import sys
import threading
import time
from typing import TYPE_CHECKING

from kafkawire.dump.commands import EXIT_CODES, FINE, PROBLEMS_FOUND, complain, say
from kafkawire.dump.commands.options import UsageError, add_options, add_web_option, make_pipeline
from kafkawire.dump.commands.streams import say_streams

if TYPE_CHECKING:
    from kafkawire.dump.pipeline import Pipeline

EXAMPLES = """examples:
  sudo wire-dump live lo                            all that is said on this machine
  sudo wire-dump live any --port 9092               the kernel passes nothing but this port
  sudo wire-dump live eth0 -q --write now.pcapng --seconds 60
  sudo wire-dump live lo -f '~api Fetch & ~lat >500ms'

It listens until Ctrl-C, which finishes what --write, --parquet and --html write; until then that
has `.partial` behind its name, and replaces nothing. Linux only;
elsewhere: tcpdump -U -w - | wire-dump read -

"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line's grammar."""
    parser = commands.add_parser(
        "live",
        help="show what passes an interface of this machine now (Linux)",
        description="Show what Kafka clients and brokers say on this machine's network now.",
        epilog=EXAMPLES + EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("interface", metavar="INTERFACE", help="as lo or eth0; any is all of them")
    add("--seconds", type=_seconds, metavar="N", help="listen for so long, not until Ctrl-C")
    add_web_option(parser)
    add_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """The `live` command; its exit code."""
    from kafkawire.dump.inputs.live import LiveError

    try:
        pipeline = make_pipeline(arguments, sys.stdout, is_live=True)
    except UsageError as error:
        return complain(*error.args)
    try:
        listen(pipeline, arguments.interface, arguments.port, arguments.seconds)
    except LiveError as error:
        return complain(str(error))
    say_streams(pipeline)
    counts = pipeline.counts
    return FINE if counts.are_fine else PROBLEMS_FOUND


def listen(
    pipeline: Pipeline, interface: str, ports: list[int], seconds: float | None = None
) -> None:
    """Pass what an interface hears through, until Ctrl-C or SIGTERM. Raises LiveError."""
    from kafkawire.dump.commands.keeping import closing
    from kafkawire.dump.inputs.live import live

    end_s = None if seconds is None else time.monotonic() + seconds

    def must_stop() -> bool:
        return end_s is not None and time.monotonic() >= end_s

    before = _interrupt_by(signal.SIGTERM)
    heard = live(
        interface,
        ports=ports,
        must_stop=must_stop,
        when_ready=lambda: say(f"listening to {interface}"),
    )
    try:
        with closing(pipeline, ends_by_interrupt=True):
            pipeline.run(heard)
    except KeyboardInterrupt:
        pass  # which is how one stops listening
    finally:
        if before is not None:
            signal.signal(signal.SIGTERM, before)


def _interrupt_by(number: signal.Signals) -> signal._HANDLER:
    """Let a signal do what Ctrl-C does; what it did before, None if it cannot be changed."""
    if threading.current_thread() is not threading.main_thread():
        return None
    return signal.signal(number, signal.default_int_handler)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0
    if not seconds > 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no time to listen for")
    return seconds
