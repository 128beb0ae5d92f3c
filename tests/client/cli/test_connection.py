"""client O-1: where the cluster is, and options of the client."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from kafkawire.client.cli.connection import add_flags, options, seconds
from kafkawire.client.cli.output import UsageError
from kafkawire.client.options import AdminSettings


def given(*words: str, environment: dict[str, str] | None = None) -> dict[str, object]:
    parser = argparse.ArgumentParser()
    add_flags(parser)
    return options(AdminSettings, parser.parse_args(words), environment or {})


def test_the_address_is_that_of_the_flag_then_of_the_file_then_of_the_environment(
    tmp_path: Path,
) -> None:
    path = tmp_path / "client.properties"
    path.write_text("bootstrap.servers=file:1\n")
    environment = {"KAFKAWIRE_BOOTSTRAP": "environment:1"}
    file = ["--config", str(path)]
    found = [
        given("-b", "flag:1", *file, environment=environment),
        given(*file, environment=environment),
        given(environment=environment),
        given(),
    ]
    assert [each["bootstrap_servers"] for each in found] == [
        "flag:1",
        "file:1",
        "environment:1",
        "localhost:9092",
    ]


def test_options_of_a_file_give_way_to_those_of_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "client.properties"
    path.write_text("client.id=file\nsasl.password=secret\ngroup.id=other\nlinger.ms=5\n")
    found = given("--config", str(path), "-X", "client.id=flag", "-X", "retries=3=")
    assert found == {
        "client_id": "flag",
        "sasl_password": "secret",
        "retries": "3=",
        "bootstrap_servers": "localhost:9092",
        "default_api_timeout_ms": 15_000,
    }


def test_a_trace_goes_to_the_standard_error_or_into_a_file() -> None:
    """client K-31."""
    assert "trace" not in given()
    assert given("--trace")["trace"] == "stderr"
    assert given("-X", "trace=file.txt")["trace"] == "file.txt"


def test_a_profile_is_a_file_with_a_name(tmp_path: Path) -> None:
    directory = tmp_path / "kafkawire"
    directory.mkdir()
    (directory / "prod.properties").write_text("bootstrap.servers=prod:1\nclient.id=prod\n")
    more = tmp_path / "more.properties"
    more.write_text("client.id=more\n")
    environment = {"XDG_CONFIG_HOME": str(tmp_path)}
    found = given("--profile", "prod", "--config", str(more), environment=environment)
    assert (found["bootstrap_servers"], found["client_id"]) == ("prod:1", "more")
    with pytest.raises(UsageError, match=r"kafkawire/none.properties: No such file"):
        given("--profile", "none", environment=environment)


def test_the_timeout_is_in_seconds() -> None:
    assert given("--timeout", "2.5")["default_api_timeout_ms"] == 2500
    assert given("-X", "default.api.timeout.ms=7")["default_api_timeout_ms"] == "7"


@pytest.mark.parametrize("name", ["sasl_password", "ssl.key.password", "sasl.jaas.config"])
def test_secrets_are_no_flags(name: str) -> None:
    variable = "KAFKAWIRE_" + name.upper().replace(".", "_")
    with pytest.raises(UsageError, match=rf"\${variable}") as caught:
        given("-X", f"{name}=hunter2")
    assert "hunter2" not in str(caught.value)
    assert given(environment={variable: "hunter2"})[name.replace(".", "_")] == "hunter2"


def test_what_is_not_readable_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="nowhere: No such file"):
        given("--config", str(tmp_path / "nowhere"))
    with pytest.raises(UsageError, match="NAME=VALUE"):
        given("-X", "retries")


@pytest.mark.parametrize("text", ["x", "0", "-1", "nan", "inf", "1e9"])
def test_seconds_are_a_number_above_zero(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="number of seconds"):
        seconds(text)
