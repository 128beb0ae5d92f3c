"""`wire-dump proxy LISTEN --to BROKER`: stand between clients and brokers, show what they say."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kafkawire.dump.commands import (
    EXIT_CODES,
    FINE,
    PROBLEMS_FOUND,
    WRONG_USAGE,
    complain,
    say,
)
from kafkawire.dump.commands.options import (
    UsageError,
    add_options,
    add_web_option,
    make_pipeline,
    port,
)
from kafkawire.dump.commands.streams import say_streams
from kafkawire.dump.transport import Endpoint

if TYPE_CHECKING:
    import ssl

    from kafkawire.dump.pipeline import Pipeline
    from kafkawire.dump.proxy.server import Settings
    from kafkawire.sasl.conversation import Login

DEFAULT_PORT = 9092
MECHANISMS = ("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512")
EXAMPLES = """examples:
  wire-dump proxy 127.0.0.1:19092 --to 127.0.0.1:9092      then have a client ask 127.0.0.1:19092
  wire-dump proxy 127.0.0.1:19092 --to broker:9092 -vv -f '~api Fetch'
  wire-dump proxy 127.0.0.1:19092 --to broker:9092 --write traffic.pcapng
  wire-dump proxy 127.0.0.1:19093 --to broker:9093 --tls --to-tls --ca broker-ca.pem
  wire-dump proxy 127.0.0.1:19092 --to broker:9093 --to-tls --sasl-user me --sasl-password-file pw

Each broker that clients hear of has a port here: that with id 0 the one after LISTEN's, and so on.
Addresses in responses are replaced; all else passes as it is, known to this program or not.
When nothing more can be written (a full disk), that is said, and traffic passes all the same.
Ctrl-C finishes what --write, --parquet and --html write; until then that has `.partial` behind its
name, and replaces nothing.

"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line's grammar."""
    parser = commands.add_parser(
        "proxy",
        help="stand between clients and brokers, and show what they say",
        description="Stand between Kafka's clients and brokers, and show what they say.",
        epilog=EXAMPLES + EXIT_CODES,
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
        help="the port of the broker with id 0, that of 1 is the next (the one after LISTEN's)",
    )
    _add_tls(parser)
    _add_sasl(parser)
    add_web_option(parser)
    add_options(parser)
    parser.set_defaults(run=run)


def _add_tls(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group("TLS").add_argument
    add("--tls", action="store_true", help="clients speak TLS, with a certificate made for it")
    add("--tls-cert", metavar="FILE", type=Path, help="one's own certificate (PEM), in its place")
    add("--tls-key", metavar="FILE", type=Path, help="its key, unless it is in the same file")
    add("--tls-dir", metavar="DIR", type=Path, help="where the authority that made it is kept")
    add("--to-tls", action="store_true", help="brokers speak TLS")
    add("--ca", metavar="FILE", type=Path, help="who vouches for them (PEM), not the system")
    add("--insecure", action="store_true", help="nobody need vouch for them")


def _add_sasl(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group("SASL, if not clients but the proxy shall log in").add_argument
    add("--sasl-user", metavar="NAME", help="who the proxy is to brokers")
    add("--sasl-password-file", metavar="FILE", type=Path, help="whose first line is the password")
    add("--sasl-mechanism", choices=MECHANISMS, default=MECHANISMS[0], help="(%(default)s)")


def address(text: str) -> Endpoint:
    """`host:port`, `host`, `:port` or `[v6]:port`; raises `ArgumentTypeError`."""
    host, colon, at = text.rpartition(":")
    if not colon or (text.startswith("[") and text.endswith("]")):
        host, at = text, str(DEFAULT_PORT)
    return Endpoint(host.removeprefix("[").removesuffix("]"), port(at))


def run(arguments: argparse.Namespace) -> int:
    """The `proxy` command; its exit code."""
    from kafkawire.dump.commands.keeping import closing
    from kafkawire.dump.proxy.running import CannotListen, run_proxy

    try:
        settings = settings_of(arguments)
        pipeline = make_pipeline(arguments, sys.stdout, is_live=True, are_relayed=True)
    except UsageError as error:
        return complain(*error.args)
    except OSError as error:
        return complain(str(error))
    try:
        with closing(pipeline, ends_by_interrupt=True):
            lost_bytes = run_proxy(settings, pipeline.feed, say)
    except CannotListen as error:
        return complain(str(error))
    except BrokenPipeError:
        raise
    except OSError:
        return WRONG_USAGE  # It was said when it happened.
    return _told(pipeline, lost_bytes)


def _told(pipeline: Pipeline, lost_bytes: int) -> int:
    counts = pipeline.counts
    if counts.exchanges or pipeline.engine.streams().not_recognised:
        say_streams(pipeline)
    if lost_bytes:
        say(f"{lost_bytes:,} bytes passed faster than they could be looked at")
    return FINE if counts.are_fine and not lost_bytes else PROBLEMS_FOUND


def settings_of(arguments: argparse.Namespace) -> Settings:
    """What the options ask for. Raises `UsageError`, and `NoTls`."""
    from kafkawire.dump.proxy.server import Settings

    return Settings(
        listen=arguments.listen,
        brokers=tuple(arguments.to),
        advertise=arguments.advertise,
        base_port=arguments.listen_brokers,
        client_tls=_client_tls(arguments),
        broker_tls=_broker_tls(arguments),
        login=_login(arguments),
    )


def _client_tls(arguments: argparse.Namespace) -> ssl.SSLContext | None:
    from kafkawire.dump.proxy import tls

    if arguments.tls_key and not arguments.tls_cert:
        raise UsageError("--tls-key is of no use without --tls-cert")
    if arguments.tls_cert:
        return tls.given_context(arguments.tls_cert, arguments.tls_key)
    if not arguments.tls:
        return None
    directory = arguments.tls_dir or tls.default_directory()
    names = tls.names_of(arguments.advertise, arguments.listen.host)
    context = tls.made_context(directory, names)
    authority = directory / tls.CERTIFICATE
    say(f"clients must trust {authority}")
    say(f"  librdkafka   security.protocol=ssl ssl.ca.location={authority}")
    say("  Java         security.protocol=SSL ssl.truststore.type=PEM")
    say(f"               ssl.truststore.location={authority}")
    return context


def _broker_tls(arguments: argparse.Namespace) -> ssl.SSLContext | None:
    from kafkawire.dump.proxy import tls

    if arguments.to_tls:
        return tls.broker_context(arguments.ca, insecure=arguments.insecure)
    if arguments.ca or arguments.insecure:
        raise UsageError("--ca and --insecure are of no use without --to-tls")
    return None


def _login(arguments: argparse.Namespace) -> Login | None:
    from kafkawire.sasl.conversation import Login

    path = arguments.sasl_password_file
    if arguments.sasl_user is None and path is None:
        return None
    if arguments.sasl_user is None or path is None:
        raise UsageError("--sasl-user and --sasl-password-file are given together")
    try:
        password = path.read_text().partition("\n")[0].removesuffix("\r")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: {getattr(error, 'strerror', None) or error}") from error
    return Login(arguments.sasl_mechanism, arguments.sasl_user, password)
