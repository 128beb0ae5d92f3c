"""`kafkawire quotas` against a broker."""

from __future__ import annotations

import argparse

import pytest

from kafkawire.client.cli.quotas import value
from tests.client.support.commands import command
from tests.support.requests.served import serving


async def test_quotas_are_set_listed_and_unset() -> None:
    async with serving() as broker:
        assert (await command(broker, "quotas", "list")).out == "no quotas\n"
        done = await command(
            broker,
            "quotas",
            "set",
            "--user",
            "anna",
            "producer_byte_rate=1000",
            "request_percentage=1.5",
        )
        assert done.out.splitlines() == [
            "user anna has producer_byte_rate=1000",
            "user anna has request_percentage=1.5",
        ]
        default = ["--client-id", "<default>"]
        await command(broker, "quotas", "set", *default, "consumer_byte_rate=5")
        listed = await command(broker, "quotas", "list")
        assert listed.lines == [
            ["USER", "CLIENT", "ID", "IP", "QUOTA", "VALUE"],
            ["-", "<default>", "-", "consumer_byte_rate", "5"],
            ["anna", "-", "-", "producer_byte_rate", "1000"],
            ["anna", "-", "-", "request_percentage", "1.5"],
        ]
        await command(broker, "quotas", "unset", "--user", "anna", "request_percentage")
        left = await command(broker, "quotas", "list", "--user", "anna", "--json")
        assert left.objects == [
            {
                "user": "anna",
                "client_id": None,
                "ip": None,
                "quota": "producer_byte_rate",
                "value": 1000,
            }
        ]


async def test_a_dry_run_and_a_refusal_change_nothing() -> None:
    """client O-5."""
    async with serving() as broker:
        dry = ["quotas", "set", "--user", "anna", "producer_byte_rate=1", "--dry-run"]
        assert (await command(broker, *dry)).out == "user anna could have producer_byte_rate=1\n"
        wrong = await command(broker, "quotas", "set", "--user", "anna", "nonsense=1")
        assert wrong.code == 1
        assert "user anna was not changed: INVALID_REQUEST" in wrong.err
        nobody = await command(broker, "quotas", "set", "producer_byte_rate=1")
        assert (nobody.code, "give --user, --client-id, both, or --ip" in nobody.err) == (2, True)
        assert (await command(broker, "quotas", "list")).out == "no quotas\n"


@pytest.mark.parametrize("text", ["a", "a=", "a=x", "a=nan", "a=inf", "=1"])
def test_a_quota_is_a_number(text: str) -> None:
    assert value("a=1e3") == ("a", 1000.0)
    with pytest.raises(argparse.ArgumentTypeError):
        value(text)
