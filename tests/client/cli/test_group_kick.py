"""`kafkawire groups kick`: members are removed by their ids, or all. client O.2."""

from __future__ import annotations

import pytest

from kafkawire.cli import parser
from tests.client.admin.test_groups import joined
from tests.client.support.commands import command
from tests.support.requests.served import serving


@pytest.mark.slow
async def test_members_are_removed_by_either_id() -> None:
    """client B-50."""
    async with serving() as broker:
        # The topic of offsets is made when a coordinator is first asked for.
        await command(broker, "groups", "describe", "g")
        for name in ("one", "two", None):
            await joined(broker, "g", name)
        dynamic = "m".ljust(22, "-")
        kicked = await command(broker, "groups", "kick", "g", "one", dynamic, "none", "--yes")
        assert kicked.code == 1
        assert kicked.out.splitlines() == ["one removed from g", f"{dynamic} removed from g"]
        assert "group 'g' has no member 'none'; `kafkawire groups describe`" in kicked.err
        (left,) = (await command(broker, "groups", "describe", "g", "--json")).objects
        assert [each["group_instance_id"] for each in left["members"]] == ["two"]
        every = await command(broker, "groups", "kick", "g", "--all", "--yes", "--json")
        assert every.objects == [{"group_id": "g", "member": "two", "is_removed": True}]
        again = await command(broker, "groups", "kick", "g", "--all", "--yes")
        assert (again.code, again.out) == (0, "g has no members\n")


@pytest.mark.slow
async def test_members_have_to_be_named() -> None:
    async with serving() as broker:
        for words in (["g"], ["g", "one", "--all"]):
            refused = await command(broker, "groups", "kick", *words, "--yes")
            assert (refused.code, "give members to remove, or --all" in refused.err) == (2, True)
        unknown = await command(broker, "groups", "kick", "none", "--all", "--yes")
        assert unknown.code == 1
        assert "group 'none': GROUP_ID_NOT_FOUND" in unknown.err


def test_it_asks_for_what_is_named() -> None:
    """client O-5."""
    asked = []
    for words in (["g", "a", "b"], ["g", "--all"], ["g"]):
        arguments = parser("groups").parse_args(["groups", "kick", *words])
        asked.append(arguments.question(arguments))
    assert asked == ["Remove a, b of g?", "Remove all members of g?", None]
