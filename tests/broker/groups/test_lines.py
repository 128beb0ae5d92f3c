"""Lines about groups."""

from __future__ import annotations

from tests.support.requests.consumer_groups import ConsumerHarness
from tests.support.requests.groups import GroupsHarness


def lines_of(harness: GroupsHarness) -> list[str]:
    lines: list[str] = []
    harness.broker.loggers.print_to(lambda level, name, text: lines.append(text))
    harness.broker.loggers.change([("kafkawire.group", 0, "DEBUG")])
    return lines


def test_a_classic_group_tells_its_states_and_members() -> None:
    harness = GroupsHarness()
    lines = lines_of(harness)
    (member,) = harness.stable()
    member.leave()
    assert lines == [
        "group 'g': Empty, generation 0, 0 members",
        "group 'g': PreparingRebalance, generation 0, 1 member",
        "group 'g': CompletingRebalance, generation 1, 1 member",
        "group 'g': Stable, generation 1, 1 member",
        f"group 'g': member {member.id!r} is gone",
        "group 'g': PreparingRebalance, generation 1, 0 members",
        "group 'g': Empty, generation 2, 0 members",
    ]


def test_a_consumer_group_tells_its_epochs_and_members() -> None:
    harness = ConsumerHarness()
    lines = lines_of(harness)
    client = harness.joiner("m1", "t1")
    client.join()
    joined = list(lines)
    assert "group 'g': member 'm1' is there" in joined
    assert any(line.startswith("group 'g': Assigning, epoch ") for line in joined)
    assert any("member 'm1' is at epoch" in line for line in joined)
    client.leave()
    assert "group 'g': member 'm1' is gone" in lines[len(joined) :]
    assert lines[-1].startswith("group 'g': Empty, epoch ")


def test_a_deleted_group_is_gone() -> None:
    harness = GroupsHarness()
    (member,) = harness.stable()
    member.leave()
    lines = lines_of(harness)
    harness.delete_groups("g")
    assert lines == ["group 'g': is gone"]
