"""The command as a process: it starts, serves, ends, and says in one line what is wrong."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from kafkawire import __version__
from kafkawire.protocol.messages.describe_configs_request import DescribeConfigsRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from tests.support.requests.loopback import connected
from tests.support.suite.patience import patient
from tools.programs import kafkawire, running

ROOT = Path(__file__).parents[1]
LIMIT_S = patient(60)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        kafkawire(*arguments),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
    )


@contextmanager
def serving(
    *arguments: str, environment: Mapping[str, str] | None = None
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A serving process, and where it serves."""
    command = kafkawire("serve", "--listen", "127.0.0.1:0", *arguments)
    pipe = subprocess.PIPE
    with running(
        command, limit_s=LIMIT_S, cwd=ROOT, env=environment, stdout=pipe, stderr=pipe
    ) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        assert first.startswith(f"kafkawire {__version__}: a Kafka "), first
        yield process, first.split(" at ")[1].split()[0]


@pytest.mark.process
def test_it_serves_topics_that_were_asked_for() -> None:
    flags = ("--topic", "a:3", "--topic", "b", "--set", "num.partitions=2", "--node-id", "7")
    with (
        serving(*flags, "--cluster-id", "mine") as (_, bootstrap),
        connected(bootstrap) as client,
    ):
        response = client.ask(MetadataRequest(topics=None), 9)
    assert {topic.name: len(topic.partitions) for topic in response.topics} == {"a": 3, "b": 2}
    assert response.cluster_id == "mine"
    (broker,) = response.brokers
    assert (broker.node_id, f"{broker.host}:{broker.port}") == (7, bootstrap)


@pytest.mark.process
def test_lines_of_a_logger_go_to_stderr_from_the_start() -> None:
    with serving("--log", "kafkawire.request=trace") as (process, bootstrap):
        with connected(bootstrap, "me\n") as client:
            client.ask(MetadataRequest(topics=None), 9)
        assert process.stderr is not None
        line = process.stderr.readline()
    assert " TRACE kafkawire.request  Metadata v9 number 1 of 'me\\n' at 127.0.0.1:" in line


@pytest.mark.process
def test_where_it_listens_shows_in_its_configuration() -> None:
    asked = DescribeConfigsRequest.DescribeConfigsResource(
        resource_type=4, resource_name="1", configuration_keys=["listeners"]
    )
    with serving() as (_, bootstrap), connected(bootstrap) as client:
        response = client.ask(DescribeConfigsRequest(resources=[asked]), 4)
    assert [config.value for config in response.results[0].configs] == [f"PLAINTEXT://{bootstrap}"]


@pytest.mark.process
def test_metrics_are_where_the_banner_says() -> None:
    with serving("--metrics", "127.0.0.1:0", "--topic", "a:3") as (process, _):
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(2)]
        where = lines[1].split()[-1]
        assert where.startswith("http://127.0.0.1:")
        with urlopen(where, timeout=LIMIT_S) as response:
            text = response.read().decode()
    assert "\nkafka_server_replicamanager_partitioncount 3.0\n" in text


@pytest.mark.process
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


@pytest.mark.process
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_left_does_no_harm(unbuffered: str) -> None:
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with (
        serving(environment=environment) as (process, bootstrap),
        connected(bootstrap) as client,
    ):
        assert process.stdout is not None
        process.stdout.close()
        assert client.is_served()
        process.send_signal(signal.SIGINT)
        assert process.wait(LIMIT_S) == 0


@pytest.mark.process
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_at_once_and_in_peace(number: signal.Signals) -> None:
    with serving() as (process, bootstrap), connected(bootstrap) as client:
        assert client.is_served()
        process.send_signal(number)
        out, err = process.communicate(timeout=LIMIT_S)
        assert process.returncode == 0
        assert out.splitlines()[-1] == "kafkawire: stopped"
        assert err == ""


@pytest.mark.process
def test_quiet_is_quiet() -> None:
    result = run("serve", "--listen", "127.0.0.1:0", "--quiet", "--topic", "bad/name")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("kafkawire: --topic bad/name: ")


@pytest.mark.process
def test_a_taken_port_is_said_in_one_line() -> None:
    with serving() as (_, bootstrap):
        result = run("serve", "--listen", bootstrap)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == f"kafkawire: cannot listen on {bootstrap}: Address already in use\n"


@pytest.mark.process
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


@pytest.mark.process
def test_what_is_wrong_in_a_file_is_said_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "server.properties"
    path.write_text("# mine\nlog.dirs=/x\nnum.partitions=x\n")
    result = run("serve", "--listen", "127.0.0.1:0", "--config", str(path))
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith(f"kafkawire: {path}, line 3: Invalid value x for configur")
    assert result.stderr.count("\n") == 1


@pytest.mark.process
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


@pytest.mark.process
def test_version_and_help() -> None:
    assert run("--version").stdout == f"kafkawire {__version__}\n"
    for arguments in (["--help"], ["serve", "--help"]):
        result = run(*arguments)
        assert result.returncode == 0
        assert "kafkawire serve --topic orders:12" in result.stdout


@pytest.mark.process
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


FIRST_USED_LATER = {
    "kafkawire.broker.groups.classic_group",
    "kafkawire.broker.groups.expiry",
    "kafkawire.broker.groups.records",
    "kafkawire.broker.groups.shard",
    "kafkawire.broker.replicas.cleaner_look",
    "kafkawire.broker.security.quotas",
    "kafkawire.broker.transactions.shard",
    "kafkawire.log.compaction",
    "kafkawire.log.message_sets",
    "kafkawire.records.message_set",
}
"""Modules of groups, transactions, cleaning and old formats: a start needs none of them."""

STARTED = """
import sys
import kafkawire.server.main, kafkawire.server.server
from random import Random
from kafkawire.broker.broker import Broker
from kafkawire.broker.config import BrokerConfig
broker = Broker(BrokerConfig({}), random=Random(1), now_ms=0, cluster_id="given")
broker.start(0, "localhost", 9092)
print("\\n".join(sys.modules))
"""


@pytest.mark.process
def test_serving_imports_nothing_that_is_dear_or_is_first_used_later() -> None:
    """An import that a broker needs later, or never, makes every start longer."""
    result = python(STARTED)
    assert result.returncode == 0, result.stderr
    loaded = set(result.stdout.split())
    assert {"kafkawire.broker.groups.group_coordinator", "trio"} <= loaded
    assert not (FORBIDDEN_ON_THE_WAY | FIRST_USED_LATER) & loaded


HELPED = """
import sys
from kafkawire.cli import main
try:
    main(sys.argv[1:])
except SystemExit:
    print("\\n".join(sys.modules))
"""


@pytest.mark.process
@pytest.mark.parametrize(
    ("arguments", "spared"),
    [
        (["--help"], {"trio", "kafkawire.client.admin", "kafkawire.client.cli.verbs", "json"}),
        (["serve", "--help"], {"trio", "kafkawire.client", "json"}),
        (
            ["topics", "list", "--help"],
            {"kafkawire.client.cli.groups", "kafkawire.broker", "kafkawire.client.admin", "trio"},
        ),
    ],
)
def test_help_imports_only_the_command_that_is_asked_for(
    arguments: list[str], spared: set[str]
) -> None:
    """client O-5."""
    result = python(HELPED, *arguments)
    assert result.returncode == 0, result.stderr
    loaded = set(result.stdout.split())
    assert "kafkawire.cli" in loaded
    assert not spared & loaded


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


@pytest.mark.process
def test_the_core_imports_and_starts_without_what_is_dear() -> None:
    modules = core_modules()
    assert {"kafkawire.broker.broker", "kafkawire.broker.api.fetch"} < set(modules)
    result = python(START, " ".join(FORBIDDEN_IN_THE_CORE), " ".join(modules))
    assert result.returncode == 0, result.stderr
