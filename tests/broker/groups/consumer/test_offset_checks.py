"""Offsets of consumer groups: who may commit and fetch them."""

from typing import Any

import pytest

from tests.support.requests.consumer_groups import ConsumerClient, ConsumerHarness, settle
from tests.support.requests.groups import codes_of, commit, fetch, offset_of
from tests.support.requests.transactions import SaidVerifier, commit_in_transaction, verify_by

Commit = tuple[str, int, int]


@pytest.fixture
def harness() -> ConsumerHarness:
    return ConsumerHarness()


def commit_as(client: ConsumerClient, *offsets: Commit, epoch: int, version: int = 9) -> list[int]:
    response = commit(
        client.harness.connect(),
        *offsets,
        version=version,
        member_id=client.member_id,
        generation_id_or_member_epoch=epoch,
    )
    return codes_of(response)


def test_a_member_commits_any_partition_at_its_epoch(harness: ConsumerHarness) -> None:
    """groups C-15, G 139: but not with a version that knows no member epochs."""
    harness.create_topic("other")
    client = harness.joiner("m1", "t1")
    assert commit_as(client, ("t1", 0, 5), ("other", 0, 6), epoch=2) == [0, 0]
    assert commit_as(client, ("t1", 0, 5), epoch=2, version=8) == [35]
    assert commit_as(client, ("t1", 0, 5), epoch=2, version=10) == [0]


def test_an_older_epoch_is_good_for_what_was_kept_since(harness: ConsumerHarness) -> None:
    """groups C-15, C-8, G 140: and one partition that was not spoils the whole commit."""
    m1, m2 = harness.joiner("m1", "t1", "t2"), harness.joiner("m2", "t1", "t2")
    settle([m1, m2])
    m2.leave()
    harness.advance(1_000)
    m1.acknowledge()
    assert (m1.epoch, m1.assigned) == (4, {"t1": {0, 1, 2}, "t2": {0, 1}})
    for epoch in (2, 3, 4):
        assert commit_as(m1, ("t1", 0, epoch), epoch=epoch) == [0]
    assert commit_as(m1, ("t1", 0, 9), epoch=1) == [113]
    assert commit_as(m1, ("t2", 0, 9), epoch=4) == [0]
    assert commit_as(m1, ("t1", 0, 9), ("t2", 0, 10), epoch=3) == [113, 113]
    harness.create_topic("other")
    assert commit_as(m1, ("other", 0, 1), epoch=3) == [113]
    assert offset_of(fetch(harness.connect(), {"t1": [0]})) == 4


def test_what_is_to_be_given_back_can_still_be_committed(harness: ConsumerHarness) -> None:
    """groups C-15: with the member's epoch, and with the one before."""
    m1 = harness.joiner("m1")
    m2 = harness.joiner("m2")
    harness.advance(1_000)
    m1.beat()
    assert m1.assigned == {"t1": {0, 1, 2}}
    assert commit_as(m1, ("t2", 0, 5), epoch=2) == [0]
    del m2


def test_a_commit_of_nobody_is_refused_while_there_are_members(harness: ConsumerHarness) -> None:
    """groups C-15, G 141."""
    client = harness.joiner("m1")
    assert commit_as(client, ("t1", 0, 5), epoch=3) == [113]
    nobody = commit(harness.connect(), ("t1", 0, 5))
    assert codes_of(nobody) == [25]
    unknown = commit(
        harness.connect(), ("t1", 0, 5), member_id="x", generation_id_or_member_epoch=2
    )
    assert codes_of(unknown) == [25]
    client.leave()
    assert codes_of(commit(harness.connect(), ("t1", 0, 5))) == [0]


def asked(harness: ConsumerHarness, member_id: str | None, epoch: int, version: int = 9) -> Any:
    from kafkawire.protocol.messages.offset_fetch_request import OffsetFetchRequest

    entry = OffsetFetchRequest.OffsetFetchRequestGroup(
        group_id="g", topics=None, member_id=member_id, member_epoch=epoch
    )
    request = OffsetFetchRequest(groups=[entry])
    return harness.connect().request(request, version).groups[0]


@pytest.mark.parametrize(
    ("member_id", "epoch", "code"),
    [(None, -1, 0), ("m1", 2, 0), ("m1", 1, 113), ("m1", 3, 113), ("x", 2, 25), ("", -1, 25)],
)
def test_a_member_that_names_itself_fetches_at_its_epoch(
    harness: ConsumerHarness, member_id: str | None, epoch: int, code: int
) -> None:
    """groups C-24, C-25, G 142."""
    client = harness.joiner("m1")
    commit_as(client, ("t1", 0, 5), epoch=2)
    group = asked(harness, member_id, epoch)
    assert (group.error_code, len(group.topics)) == (code, 0 if code else 1)


def test_an_epoch_of_nobody_is_kafkas_quirk(harness: ConsumerHarness) -> None:
    """groups C-24, G 142."""
    harness.joiner("m1")
    group = asked(harness, None, 5)
    assert (group.error_code, group.topics) == (-1, [])


def test_classic_groups_do_not_look_at_the_member(harness: ConsumerHarness) -> None:
    """groups C-24."""
    harness.stable()
    assert asked(harness, "x", 5).error_code == 0


def test_offsets_of_topics_that_are_read_do_not_expire() -> None:
    """groups C-51, C-53, G 143: those of others go by the age of the commit, in any state."""
    harness = ConsumerHarness(
        {"offsets.retention.minutes": "1", "offsets.retention.check.interval.ms": "1000"}
    )
    client = harness.joiner("m1", "t1")
    commit_as(client, ("t1", 0, 5), ("t2", 0, 6), epoch=2)
    for _ in range(7):
        harness.advance(10_000)
        client.beat()
    offsets = harness.broker.groups.shard_of("g").offsets
    assert (offsets.get("g", "t1", 0) is not None, offsets.get("g", "t2", 0)) == (True, None)
    client.leave()
    harness.advance(2_000)
    assert offsets.get("g", "t1", 0) is None
    assert "g" not in harness.broker.groups.shard_of("g").groups


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({}, 0),
        ({"member_id": "m1", "generation_id_or_member_epoch": 2}, 0),
        ({"member_id": "m1", "generation_id_or_member_epoch": 3}, 113),
        ({"member_id": "m1", "generation_id_or_member_epoch": 1}, 113),
        ({"member_id": "m1"}, 113),
        ({"member_id": "x"}, 25),
        ({"generation_id_or_member_epoch": 2}, 25),
    ],
)
@pytest.mark.parametrize("version", [3, 5, 6])
def test_within_a_transaction_members_commit_as_elsewhere(
    harness: ConsumerHarness, fields: dict[str, Any], code: int, version: int
) -> None:
    """groups C-33: at any version, who says nothing always, and 22 stands for 113 below 6."""
    verify_by(harness.broker, SaidVerifier())
    harness.joiner("m1")
    ((_, found),) = commit_in_transaction(
        harness.connect(), ("t1", 0, 5), version=version, **fields
    )
    assert found == (22 if code == 113 and version < 6 else code)
