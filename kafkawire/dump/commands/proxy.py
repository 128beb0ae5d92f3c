"""`wire-dump proxy LISTEN --to BROKER`: stand between clients and brokers, show what they say."""

from __future__ import annotations

import argparse
import signal
import sys
from functools import partial
from typing import TYPE_CHECKING

from kafkawire.dump.transport import Endpoint, TransportEvent

if TYPE_CHECKING:
    from kafkawire.dump.proxy.inspection import Feed, Inspection
    from kafkawire.dump.proxy.server import Proxy, Settings

DEFAULT_PORT = 9092
PORT_MAX = 65_535

EPILOG = """examples:
  wire-dump proxy 127.0.0.1:19092 --to 127.0.0.1:9092
      then point a client at 127.0.0.1:19092; every broker of the cluster gets a port here
"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line's grammar."""
    parser = commands.add_parser(
        "proxy",
        help="stand between clients and brokers, and show what they say",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("listen", metavar="LISTEN", type=address, help="HOST:PORT that clients are given")
    add(
        "--to",
        metavar="BROKER",
        type=address,
        action="append",
        required=True,
        help="HOST:PORT of a broker; given again, of others to try",
    )
    add(
        "--advertise",
        metavar="HOST",
        default="",
        help="what clients are to call this host (as LISTEN does, or as they have reached it)",
    )
    add(
        "--listen-brokers",
        metavar="PORT",
        type=port,
        default=0,
        help="the port of the broker with id 0, that of 1 is the next (one after LISTEN's)",
    )
    parser.set_defaults(run=run)


def port(text: str) -> int:
    """A port; raises `ArgumentTypeError`."""
    if not (text.isascii() and text.isdigit()) or int(text) > PORT_MAX:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port")
    return int(text)


def address(text: str) -> Endpoint:
    """`host:port`, `host`, `:port` or `[v6]:port`; raises `ArgumentTypeError`."""
    host, colon, at = text.rpartition(":")
    if not colon or (text.startswith("[") and text.endswith("]")):
        host, at = text, str(DEFAULT_PORT)
    return Endpoint(host.removeprefix("[").removesuffix("]"), port(at))


def run(arguments: argparse.Namespace) -> int:
    """The `proxy` command; its exit code."""
    import trio

    from kafkawire.dump.proxy.inspection import SWITCH_S, Inspection
    from kafkawire.dump.proxy.server import Proxy, Settings

    settings = Settings(
        listen=arguments.listen,
        brokers=tuple(arguments.to),
        advertise=arguments.advertise,
        base_port=arguments.listen_brokers,
    )
    inspection = Inspection(_feed())
    sys.setswitchinterval(SWITCH_S)
    try:
        trio.run(_serve, Proxy(settings, inspection, _say), settings, inspection)
    except OSError as error:
        _say(f"cannot listen on {settings.listen}: {error.strerror or error}")
        return 2
    return 0


def _feed() -> Feed:
    def feed(event: TransportEvent) -> None:
        sys.stdout.write(f"{event!r:.200}\n")

    return feed


async def _serve(proxy: Proxy, settings: Settings, inspection: Inspection) -> None:
    """Run until Ctrl-C, then show what is left."""
    import trio

    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(partial(trio.to_thread.run_sync, inspection.work))
            try:
                async with trio.open_nursery() as serving:
                    listening = await serving.start(proxy.run)
                    where = Endpoint(settings.listen.host, listening)
                    _say(f"listening on {where} for {settings.brokers[0]}; Ctrl-C ends it")
                    async for _ in signals:
                        break
                    serving.cancel_scope.cancel()
            finally:
                inspection.end()


def _say(text: str) -> None:
    sys.stderr.write(f"wire-dump: {text}\n")
