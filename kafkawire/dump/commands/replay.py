"""`wire-dump replay FILE --to HOST:PORT`: send a capture's requests again, compare the answers."""

from __future__ import annotations

import argparse
import ssl
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kafkawire.dump.commands import INTERRUPTED, put, say
from kafkawire.dump.commands.diff import DIFFERENT, SAME, add_rules
from kafkawire.dump.commands.exchanges import add_choosing_options, complaining, exchanges_in
from kafkawire.dump.commands.options import UsageError, at_least_one, port, refuse_to_replace
from kafkawire.dump.transport import Endpoint

if TYPE_CHECKING:
    from kafkawire.dump.model import Sink
    from kafkawire.dump.pipeline import Pipeline
    from kafkawire.dump.replay.player import Player

DEFAULT_PORT = 9092
IN_FLIGHT = 32
EXAMPLES = """examples:
  wire-dump replay traffic.pcapng --to localhost:9092           as fast as answers allow
  wire-dump replay traffic.pcapng --to localhost:9092 --speed 1 at the recorded pace
  wire-dump replay traffic.pcapng --to localhost:9092 -f '~c billing' --write again.pcapng
  wire-dump replay cluster.pcap --to b1:9092 --map 10.0.0.2:9092=b2:9092 --map 10.0.0.3:9092=b3:9092

Every recorded connection becomes one to the broker; each request waits for the answers that its
client had when it sent it. Ids that brokers give (sessions, members, generations, producers,
topics) are replaced by the new ones. It changes what the broker holds, as the requests say.

Best is a broker that is as the recorded one was at first: empty, if the capture has the creation of
its topics, or with the same topics and nothing in them. Where there is more, topics cannot be
created again, and answers differ in offsets, high watermarks and what groups have committed. Where
a topic is missing, its requests fail once they have been tried again for some seconds.

exit codes:
  0  every answer is as it was recorded
  1  some differ or did not come
  2  the command line is wrong, the capture cannot be read, or no broker can be reached
"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line's grammar."""
    parser = commands.add_parser(
        "replay",
        help="send a capture's requests to a broker, and compare its answers",
        description="Send a capture's requests to a broker, and compare its answers.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("file", metavar="FILE", help="a capture")
    add("--to", metavar="HOST:PORT", type=address, required=True, help="the broker")
    add(
        "--map",
        metavar="RECORDED=HOST:PORT",
        type=mapped,
        action="append",
        default=[],
        help="another broker for what was sent to a recorded one; for each of a cluster",
    )
    add(
        "--speed",
        type=speed,
        default=0.0,
        metavar="N",
        help="1 keeps the recorded times, 2 is twice as fast; without it as fast as possible",
    )
    add(
        "--in-flight",
        type=at_least_one,
        default=IN_FLIGHT,
        metavar="N",
        help=f"unanswered requests of a connection, at most ({IN_FLIGHT})",
    )
    add("--write", metavar="FILE", help="write the replay itself to a pcapng file")
    add("--tls", action="store_true", help="the broker speaks TLS")
    add("--ca", metavar="FILE", type=Path, help="who vouches for its certificate (the system)")
    add("--insecure", action="store_true", help="any certificate will do")
    add("-q", "--summary", action="store_true", help="only what came of it")
    add_rules(parser)
    add_choosing_options(parser)
    parser.set_defaults(run=run)


def address(text: str) -> Endpoint:
    """`host:port`, `host` or `[v6]:port`; raises `ArgumentTypeError`."""
    host, colon, at = text.rpartition(":")
    if not colon or text.endswith("]"):
        host, at = text, str(DEFAULT_PORT)
    if not host:
        raise argparse.ArgumentTypeError(f"{text!r} is not HOST:PORT")
    return Endpoint(host.removeprefix("[").removesuffix("]"), port(at))


def mapped(text: str) -> tuple[Endpoint, Endpoint]:
    """`recorded:port=host:port`; raises `ArgumentTypeError`."""
    recorded, equals, new = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not RECORDED=HOST:PORT")
    return address(recorded), address(new)


def speed(text: str) -> float:
    """A factor above zero; raises `ArgumentTypeError`."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is no factor above 0, as 1 or 2.5")
    return found


def run(arguments: argparse.Namespace) -> int:
    """The `replay` command; its exit code."""
    return complaining(lambda: _replay(arguments))


def _replay(arguments: argparse.Namespace) -> int:
    from kafkawire.dump.commands.keeping import closing
    from kafkawire.dump.diff.meaning import Rules
    from kafkawire.dump.replay.player import Player, Settings, unsent
    from kafkawire.dump.replay.script import TooMuch, make_script
    from kafkawire.dump.replay.verdict import Verdict

    settings = Settings(
        arguments.to, arguments.speed, arguments.in_flight, _tls(arguments), dict(arguments.map)
    )
    refuse_to_replace([arguments.file], arguments.write)
    try:
        recorded = exchanges_in(arguments.file, arguments)
        script = make_script(recorded, secrets=arguments.secrets)
    except TooMuch as error:
        raise UsageError(str(error)) from error
    for line in unsent(script):
        say(line)
    if not script.steps:
        raise UsageError("there is nothing to be sent")
    verdict = Verdict(Rules(frozenset(arguments.ignore), is_strict=arguments.strict))
    player = Player(script, settings, verdict, _no_line if arguments.summary else put)
    pipeline = _pipeline(arguments, player)
    with closing(pipeline, ends_by_interrupt=True):
        was_interrupted = _play(player, pipeline)
        if not verdict.sent and verdict.lost:
            tried = {str(settings.target(lane.connection.server)) for lane in script.lanes}
            why = "; ".join(verdict.lost)
            raise UsageError(f"cannot reach {', '.join(sorted(tried))}: {why}")
    for line in verdict.summary(script, player.duration_ns):
        put(line)
    if was_interrupted:
        return INTERRUPTED
    return SAME if verdict.is_fine else DIFFERENT


def _play(player: Player, pipeline: Pipeline) -> bool:
    """Play to the end or to Ctrl-C; whether it was that."""
    import signal

    import trio

    async def interrupt(scope: trio.CancelScope) -> None:
        with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
            async for _ in signals:
                scope.cancel()

    async def play() -> bool:
        with trio.CancelScope() as scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(interrupt, scope)
                await player.play(pipeline)
                nursery.cancel_scope.cancel()
        return scope.cancelled_caught

    try:
        return trio.run(play)
    except BaseExceptionGroup as group:
        # Writing failed, a reader that has seen enough or a full disk: that is no bug of ours.
        failure: BaseException = group
        while isinstance(failure, BaseExceptionGroup):
            failure = failure.exceptions[0]
        if isinstance(failure, OSError | KeyboardInterrupt):
            raise failure from None
        raise


def _pipeline(arguments: argparse.Namespace, player: Player) -> Pipeline:
    """What the replay passes through: back to the player, and to a file if one is wanted."""
    from kafkawire.dump.engine import Engine
    from kafkawire.dump.outputs.options import OutputOptions
    from kafkawire.dump.pipeline import Pipeline
    from kafkawire.dump.sinks import make_sinks
    from kafkawire.dump.state import State

    try:
        written = make_sinks(OutputOptions(quiet=True, write=arguments.write), sys.stdout)
    except OSError as error:
        raise UsageError(f"cannot write {error.filename}: {error.strerror or error}") from error
    sinks: list[Sink] = [player, *written]
    brokers = [arguments.to, *(new for _, new in arguments.map)]
    engine = Engine(secrets=arguments.secrets, ports=[broker.port for broker in brokers])
    return Pipeline(engine, State(), None, sinks)


def _tls(arguments: argparse.Namespace) -> ssl.SSLContext | None:
    if not (arguments.tls or arguments.ca or arguments.insecure):
        return None
    from kafkawire.dump.proxy.tls import NoTls, broker_context

    try:
        return broker_context(arguments.ca, insecure=arguments.insecure)
    except NoTls as error:
        raise UsageError(str(error)) from error


def _no_line(text: str) -> None:
    """Only the summary is wanted."""
