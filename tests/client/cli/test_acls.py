"""`kafkawire acls`, with an admin client that keeps ACLs itself: our broker has none."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

import pytest

from kafkawire.cli import parser
from kafkawire.client.cli.acls import named, operation, principal, resource
from kafkawire.client.cli.running import is_agreed
from kafkawire.client.descriptions import AclBinding, AclFilter
from kafkawire.client.errors import ClientError, refusal
from kafkawire.client.outcomes import Outcomes
from tests.client.support.commands import verb

READ = AclBinding("topic", "orders", "User:anna", "read")
ALL = AclBinding("topic", "o", "User:ben", "all", "deny", "*", "prefixed")


class Kept:
    """ACLs, and filters that were asked for. Those of `refused` are neither made nor removed."""

    def __init__(self, *acls: AclBinding, refused: Iterable[AclBinding] = ()) -> None:
        self.acls = list(acls)
        self.filters: list[AclFilter] = []
        self._refused = set(refused)

    async def describe_acls(self, wanted: AclFilter) -> tuple[AclBinding, ...]:
        self.filters.append(wanted)
        return tuple(self.acls)

    async def create_acls(self, wanted: list[AclBinding]) -> Outcomes[AclBinding, None]:
        errors: dict[AclBinding, ClientError] = {
            each: refusal(31) for each in wanted if each in self._refused
        }
        self.acls += [each for each in wanted if each not in errors]
        return Outcomes({each: None for each in wanted if each not in errors}, errors)

    async def delete_acls(
        self, filters: list[AclFilter]
    ) -> Outcomes[AclFilter, dict[AclBinding, ClientError | None]]:
        self.filters += filters
        told: dict[AclBinding, ClientError | None] = {
            each: refusal(31) if each in self._refused else None for each in self.acls
        }
        return Outcomes({filters[0]: told}, {})


async def test_acls_are_listed_by_principal() -> None:
    kept = Kept(ALL, READ)
    listed = await verb(kept, "acls", "list")
    assert listed.lines == [
        ["PRINCIPAL", "PERMISSION", "OPERATION", "RESOURCE", "PATTERN", "HOST"],
        ["User:anna", "allow", "read", "topic/orders", "literal", "*"],
        ["User:ben", "deny", "all", "topic/o", "prefixed", "*"],
    ]
    shown = await verb(kept, "acls", "list", "--json")
    assert shown.objects[0]["resource_name"] == "orders"
    assert (await verb(Kept(), "acls", "list")).out == "no ACLs\n"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("", AclFilter()),
        (
            "--principal anna --operation Describe-Configs",
            AclFilter(None, None, "User:anna", "describe_configs"),
        ),
        ("--resource topic/orders", AclFilter("topic", "orders")),
        ("--resource topic/orders --matching", AclFilter("topic", "orders", pattern_type="match")),
        ("--resource group/ --host 10.0.0.1", AclFilter("group", host="10.0.0.1")),
        ("--resource cluster", AclFilter("cluster", "kafka-cluster")),
    ],
)
async def test_a_filter_is_made_of_flags(words: str, expected: AclFilter) -> None:
    kept = Kept()
    await verb(kept, "acls", "list", *words.split())
    assert kept.filters == [expected]


async def test_each_operation_on_each_resource_is_an_acl() -> None:
    """client B-50."""
    refused = READ._replace(operation="write")
    kept = Kept(refused=[refused])
    added = await verb(kept, "acls", "add", "anna", "read,write", "topic/orders", "group/g")
    assert added.code == 1
    assert added.out.splitlines() == [
        "added: allow User:anna read topic/orders",
        "added: allow User:anna read group/g",
        "added: allow User:anna write group/g",
    ]
    assert "allow User:anna write topic/orders was not added: CLUSTER_AUTHORIZATION" in added.err
    denied = Kept()
    words = ["--deny", "--prefixed", "--host", "10.0.0.1"]
    await verb(denied, "acls", "add", "User:*", "all", "topic/o", *words)
    assert denied.acls == [
        AclBinding("topic", "o", "User:*", "all", "deny", "10.0.0.1", "prefixed")
    ]


async def test_a_dry_run_adds_and_removes_nothing() -> None:
    kept = Kept(READ)
    added = await verb(kept, "acls", "add", "anna", "write", "topic/orders", "--dry-run", "--json")
    assert added.objects[0]["is_added"] is False
    removed = await verb(kept, "acls", "remove", "--principal", "anna", "--dry-run")
    assert removed.lines[1][0] == "User:anna"
    assert kept.acls == [READ]


async def test_what_was_removed_is_shown() -> None:
    """client B-50."""
    removed = await verb(Kept(READ, ALL, refused=[ALL]), "acls", "remove", "--all")
    assert [line[0] for line in removed.lines] == ["PRINCIPAL", "User:anna"]
    assert "deny User:ben all topic/o... was not removed" in removed.err
    assert (await verb(Kept(), "acls", "remove", "--all")).out == "no ACLs to remove\n"


async def test_removing_needs_a_filter_and_asks() -> None:
    """client O-5."""
    refused = await verb(Kept(READ), "acls", "remove")
    assert (refused.code, refused.out) == (2, "")
    assert "give --principal, --resource, --operation or --host to choose ACLs, or" in refused.err
    words = ["acls", "remove", "--principal", "anna", "--resource", "topic/orders"]
    arguments = parser("acls").parse_args(words)
    assert arguments.question(arguments) == "Remove all ACLs of User:anna, on topic/orders?"
    assert is_agreed(parser("acls").parse_args(["acls", "remove"]), None, None)  # type: ignore[arg-type]


def test_words_are_read_as_people_write_them() -> None:
    assert [principal("anna"), principal("Group:x")] == ["User:anna", "Group:x"]
    assert operation("ALTER-CONFIGS") == "alter_configs"
    assert resource("transactional-id/a/b") == ("transactional_id", "a/b")
    for read, text in (
        (principal, ""),
        (operation, "look"),
        (resource, "table/t"),
        (named, "topic/"),
    ):
        with pytest.raises(argparse.ArgumentTypeError):
            read(text)
