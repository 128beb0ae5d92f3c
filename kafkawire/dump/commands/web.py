"""`wire-dump web FILE...`: captures in a browser."""

from __future__ import annotations

import argparse
import os
import signal
from typing import TYPE_CHECKING

from kafkawire.dump.commands import FINE, complain, say
from kafkawire.dump.commands.exchanges import add_choosing_options, complaining, quiet_pipeline
from kafkawire.dump.commands.options import UsageError, cannot_listen, endpoint, needs_page
from kafkawire.dump.commands.streams import say_streams

if TYPE_CHECKING:
    from kafkawire.dump.pipeline import Pipeline
    from kafkawire.dump.web.serving import Server
    from kafkawire.dump.web.store import Store

EXAMPLES = """examples:
  wire-dump web traffic.pcapng
  wire-dump web -f '~api Fetch' --follow growing.pcap
  ssh host tcpdump -U -w - port 9092 | wire-dump web -
  wire-dump proxy 127.0.0.1:19092 --to 127.0.0.1:9092 --web      the page, as traffic passes
  sudo wire-dump live lo --web

It prints an address with a token in it; who does not know that sees nothing. Secrets are masked.
The page keeps the last 100,000 rows, or fewer where they are large; -f has it keep those that
matter, and --html of `read` keeps the first. Ctrl-C ends it.
"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line's grammar."""
    from kafkawire.dump.detectors.options import add_detector_options

    parser = commands.add_parser(
        "web",
        help="show captures in a browser",
        description="Show what Kafka clients and brokers said in captures, in a browser.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("files", nargs="+", metavar="FILE", help="a capture; - is the standard input")
    add(
        "--listen",
        type=endpoint,
        default=endpoint("127.0.0.1:0"),
        metavar="HOST:PORT",
        help="where the page is (a free port of 127.0.0.1)",
    )
    add("--follow", action="store_true", help="wait for more at the file's end")
    add("--open", action="store_true", help="open it in the browser")
    add_choosing_options(parser)
    add_detector_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """The `web` command; its exit code."""
    try:
        return complaining(lambda: _serve(arguments))
    except ValueError as error:
        return complain(str(error))


def _serve(arguments: argparse.Namespace) -> int:
    if arguments.secrets:
        raise UsageError("a page shows no secrets; `wire-dump read --secrets` does")
    if arguments.follow and len(arguments.files) > 1:
        raise UsageError("--follow is for one file")
    for path in arguments.files:
        _try_to_open(path)
    needs_page()
    from kafkawire.dump.view_options import views_of
    from kafkawire.dump.web.serving import Server
    from kafkawire.dump.web.store import Store

    store = Store()
    pipeline = quiet_pipeline(arguments, [store], secrets=False)
    if not arguments.follow:
        _try_to_read(arguments.files)
    views = views_of(arguments)
    try:
        server = Server(arguments.listen, store, views)
    except OSError as error:
        raise UsageError(cannot_listen(arguments.listen, error, "--listen")) from error
    say(f"the page is at {server.url}")
    if arguments.open:
        import webbrowser

        webbrowser.open(server.url)
    try:
        return _run(arguments, pipeline, store, server)
    finally:
        server.close()


def _run(arguments: argparse.Namespace, pipeline: Pipeline, store: Store, server: Server) -> int:
    import trio

    async def look() -> None:
        await trio.to_thread.run_sync(_read, arguments, pipeline, store, abandon_on_cancel=True)

    async def main() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(look)
            with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:

                async def told_to_end() -> None:
                    await anext(signals)

                await server.run(told_to_end)
            nursery.cancel_scope.cancel()

    trio.run(main)
    return FINE


def _read(arguments: argparse.Namespace, pipeline: Pipeline, store: Store) -> None:
    """Read all there is; runs in a thread of its own."""
    from kafkawire.dump.inputs.captures import NotACapture
    from kafkawire.dump.inputs.files import wait_for_growth
    from kafkawire.dump.inputs.merging import read_captures

    wait = wait_for_growth if arguments.follow else None
    try:
        pipeline.run(read_captures(arguments.files, wait=wait))
        pipeline.close()
        say_streams(pipeline)
        _say_evicted(store)
    except NotACapture as error:
        why = str(error)
    except OSError as error:
        why = f"cannot read {error.filename}: {error.strerror or error}"
    else:
        return
    say(why)
    store.failed(why)


def _say_evicted(store: Store) -> None:
    """Say how many exchanges the page has not kept, if there are any."""
    if store.evicted:
        kept = store.exchanges - store.evicted
        say(f"the page has the last {kept:,} of {store.exchanges:,} exchanges; -f chooses fewer")


def _try_to_open(path: str) -> None:
    """Better here than on the page."""
    if path == "-":
        return
    try:
        with open(path, "rb"):
            pass
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from error


def _try_to_read(paths: list[str]) -> None:
    """A page of what is no capture is of no use; what is no file can be read only once."""
    from kafkawire.dump.inputs.captures import NotACapture, packets_of
    from kafkawire.dump.inputs.packets import Complaints

    for path in paths:
        if path == "-" or not os.path.isfile(path):
            continue
        packets = packets_of(path, Complaints())
        try:
            next(packets, None)
        except NotACapture as error:
            raise UsageError(str(error)) from error
        finally:
            packets.close()
