"""The command as a process: it starts, serves, ends, and says in one line what is wrong."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from kafkawire import __version__
from kafkawire.protocol.messages.describe_configs_request import DescribeConfigsRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from tests.support.loopback import RawClient

ROOT = Path(__file__).parents[1]
LIMIT_S = 60


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "kafkawire", *arguments]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
    )


@contextmanager
def serving(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A serving process, and where it serves."""
    process = subprocess.Popen(
        command("serve", "--listen", "127.0.0.1:0", *arguments),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            assert process.stdout is not None
            first = process.stdout.readline()
            assert first.startswith(f"kafkawire {__version__}: a Kafka "), first
            yield process, first.split(" at ")[1].split()[0]
        finally:
            process.kill()


def test_it_serves_topics_that_were_asked_for() -> None:
    flags = ("--topic", "a:3", "--topic", "b", "--set", "num.partitions=2", "--node-id", "7")
    with (
        serving(*flags, "--cluster-id", "mine") as (_, bootstrap),
        RawClient(bootstrap) as client,
    ):
        response = client.request(MetadataRequest(topics=None), 9)
    assert {topic.name: len(topic.partitions) for topic in response.topics} == {"a": 3, "b": 2}
    assert response.cluster_id == "mine"
    (broker,) = response.brokers
    assert (broker.node_id, f"{broker.host}:{broker.port}") == (7, bootstrap)


def test_where_it_listens_shows_in_its_configuration() -> None:
    asked = DescribeConfigsRequest.DescribeConfigsResource(
        resource_type=4, resource_name="1", configuration_keys=["listeners"]
    )
    with serving() as (_, bootstrap), RawClient(bootstrap) as client:
        response = client.request(DescribeConfigsRequest(resources=[asked]), 4)
    assert [config.value for config in response.results[0].configs] == [f"PLAINTEXT://{bootstrap}"]


def test_metrics_are_where_the_banner_says() -> None:
    with serving("--metrics", "127.0.0.1:0", "--topic", "a:3") as (process, _):
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(2)]
        where = lines[1].split()[-1]
        assert where.startswith("http://127.0.0.1:")
        with urlopen(where, timeout=LIMIT_S) as response:
            text = response.read().decode()
    assert "\nkafka_server_replicamanager_partitioncount 3.0\n" in text


def test_metrics_without_their_libraries_are_refused_in_one_line() -> None:
    program = (
        "import sys; sys.modules['h11'] = None; from kafkawire.cli import main;"
        "sys.exit(main(['serve', '--listen', '127.0.0.1:0', '--metrics', '127.0.0.1:0']))"
    )
    result = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
    )
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == (
        "kafkawire: --metrics needs h11, which comes with: pip install 'kafkawire[metrics]'\n"
    )


def test_a_reader_that_left_does_no_harm() -> None:
    with serving() as (process, bootstrap), RawClient(bootstrap) as client:
        assert process.stdout is not None
        process.stdout.close()
        assert client.is_served()
        process.send_signal(signal.SIGINT)
        assert process.wait(LIMIT_S) == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_at_once_and_in_peace(number: signal.Signals) -> None:
    with serving() as (process, bootstrap), RawClient(bootstrap) as client:
        assert client.is_served()
        process.send_signal(number)
        out, err = process.communicate(timeout=LIMIT_S)
        assert process.returncode == 0
        assert out.splitlines()[-1] == "kafkawire: stopped"
        assert err == ""


def test_quiet_is_quiet() -> None:
    process = subprocess.Popen(
        command("serve", "--listen", "127.0.0.1:0", "--quiet", "--topic", "bad/name"),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    out, err = process.communicate(timeout=LIMIT_S)
    assert process.returncode == 2
    assert out == ""
    assert err.startswith("kafkawire: --topic bad/name: ")


def test_a_taken_port_is_said_in_one_line() -> None:
    with serving() as (_, bootstrap):
        result = run("serve", "--listen", bootstrap)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == f"kafkawire: cannot listen on {bootstrap}: Address already in use\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--listen", "127.0.0.1:x"], "'x' is not a port"),
        (["--bar"], "unrecognized arguments: --bar"),
        (["--node-id", "x"], "argument --node-id: invalid int value: 'x'"),
        (["--node-id", "-1"], "Invalid value -1 for configuration node.id"),
        (["--set", "num.partition=1"], "num.partition (did you mean num.partitions?)"),
        (["--set", "num.partitions=x"], "Invalid value x for configuration num.partitions"),
        (["--set", "replica.selector.class=a.B"], "Invalid value a.B for configuration replica."),
        (["--set", "num.partitions"], "not of the form NAME=VALUE"),
        (["--config", "nowhere.properties"], "cannot read nowhere.properties: No such file"),
        (["--topic", "a:0"], "'0' is not a number of partitions"),
        (["--topic", "a b"], "--topic a b: "),
        (["--advertise", "0.0.0.0:1"], "clients cannot connect to that"),
        (["--emulate", "5.0"], "--emulate '5.0': there is no such release to emulate; there are"),
        (["--emulate", "3"], "--emulate '3': it may be 3.3.2 or 3.9.2; there are 0.10.2.2, 0.11"),
        (["--metrics", "somewhere"], "--metrics somewhere: not of the form HOST:PORT"),
        (["--metrics", "127.0.0.1:x"], "--metrics 127.0.0.1:x: 'x' is not a port"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(arguments: list[str], said: str) -> None:
    result = run("serve", "--listen", "127.0.0.1:0", *arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


def test_what_is_wrong_in_a_file_is_said_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "server.properties"
    path.write_text("# mine\nlog.dirs=/x\nnum.partitions=x\n")
    result = run("serve", "--listen", "127.0.0.1:0", "--config", str(path))
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith(f"kafkawire: {path}, line 3: Invalid value x for configur")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("more", [[], ["--emulate", "2.8"]])
def test_unknown_names_of_a_file_are_left_out_with_one_warning(
    tmp_path: Path, more: list[str]
) -> None:
    path = tmp_path / "server.properties"
    path.write_text("zookeeper.connect=localhost:2181\nbroker.id=5\nnum.partition=3\n")
    with serving("--config", str(path), *more) as (process, _):
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=LIMIT_S)
    assert process.returncode == 0
    assert said == (
        f"kafkawire: {path}: unknown and ignored: zookeeper.connect in line 1, "
        "num.partition (did you mean num.partitions?) in line 3\n"
    )


def test_version_and_help() -> None:
    assert run("--version").stdout == f"kafkawire {__version__}\n"
    for arguments in (["--help"], ["serve", "--help"]):
        result = run(*arguments)
        assert result.returncode == 0
        assert "kafkawire serve --topic orders:12" in result.stdout


def test_without_a_command_it_says_what_is_missing() -> None:
    result = run()
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1


def python(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT_S,
    )


FORBIDDEN_ON_THE_WAY = {
    "asyncio",
    "crc32c",
    "cryptography",
    "importlib.metadata",
    "json",
    "pandas",
    "pyspark",
    "starlette",
    "uuid",
}


def test_serving_imports_nothing_that_is_dear() -> None:
    """hot-path.md 7: each of these costs a start more than ten milliseconds."""
    result = python(
        "import sys\n"
        "import kafkawire.server.main, kafkawire.server.server\n"
        "print('\\n'.join(sys.modules))"
    )
    assert result.returncode == 0, result.stderr
    assert not FORBIDDEN_ON_THE_WAY & set(result.stdout.split())


CORE = ("protocol", "records", "log", "broker")
FORBIDDEN_IN_THE_CORE = (
    "argparse dataclasses inspect json logging re trio uuid".split()  # as CONTRIBUTING.md has it
)
# Python's own `typing` and `random` may need some of those, which depends on its version.
# Afterwards importing one fails, whether or not it is there already. The cluster id is given
# because making one takes `base64`, which imports `re`.
START = """
import sys, typing
from random import Random
forbidden, modules = (argument.split() for argument in sys.argv[1:])
sys.modules.update(dict.fromkeys(forbidden))
for module in modules:
    __import__(module)
from kafkawire.broker.broker import Broker
from kafkawire.broker.config import BrokerConfig
broker = Broker(BrokerConfig({}), random=Random(1), now_ms=0, cluster_id="given")
broker.start(0, "localhost", 9092)
"""


def core_modules() -> list[str]:
    """Every module of the core, handlers and generated messages too."""
    package = ROOT / "kafkawire"
    files = [file for part in CORE for file in sorted((package / part).rglob("*.py"))]
    names = [".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files]
    return [name.removesuffix(".__init__") for name in names]


def test_the_core_imports_and_starts_without_what_is_dear() -> None:
    modules = core_modules()
    assert {"kafkawire.broker.broker", "kafkawire.broker.api.fetch"} < set(modules)
    result = python(START, " ".join(FORBIDDEN_IN_THE_CORE), " ".join(modules))
    assert result.returncode == 0, result.stderr
