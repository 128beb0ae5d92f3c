"""TxnOffsetCommit: pending offsets; a stand-in speaks for the transaction coordinator."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.coordinated_topic import ShardState
from kafkawire.broker.security.authorizer import Operation, ResourceType, Rule, RuleAuthorizer
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from tests.support.requests.consumer_groups import ConsumerHarness
from tests.support.requests.coordination import TransactionsHarness
from tests.support.requests.groups import GroupsHarness, commit, fetch
from tests.support.requests.markers import marker, write_markers
from tests.support.requests.transactions import SaidVerifier, commit_in_transaction, verify_by

VERSIONS = range(7)


class World:
    """A broker with groups, a topic `t` of three partitions, and a verifier that agrees."""

    def __init__(self, **settings: str) -> None:
        overrides = {name.replace("_", "."): value for name, value in settings.items()}
        self.harness = GroupsHarness(overrides)
        self.harness.create_topic("t", partitions=3)
        self.verifier = SaidVerifier()
        verify_by(self.harness.broker, self.verifier)
        self.client = self.harness.connect()

    def commit(self, *offsets: tuple[str, int, int], **fields: Any) -> list[tuple[int, int]]:
        return commit_in_transaction(self.client, *(offsets or (("t", 0, 5),)), **fields)

    def end(self, *, commit: bool, producer: int = 7, epoch: int = 1) -> None:
        index = self.harness.broker.groups.partition_of("g")
        asked = marker(
            producer,
            {"__consumer_offsets": [index]},
            transaction_result=commit,
            producer_epoch=epoch,
        )
        assert set(write_markers(self.client, asked).values()) == {0}

    def fetched(self, *, stable: bool = False) -> tuple[int, int]:
        """Offset and code of partition 0."""
        found = fetch(self.client, {"t": [0]}, require_stable=stable, version=7)
        partition = found.topics[0].partitions[0]
        return partition.committed_offset, partition.error_code


@pytest.fixture
def world() -> World:
    return World()


@pytest.mark.parametrize("version", VERSIONS)
def test_offsets_are_pending_until_the_marker_comes(world: World, version: int) -> None:
    """produce C-51, C-56, groups C-34, C-40."""
    commit(world.client, ("t", 0, 3))
    assert world.commit(version=version) == [(0, 0)]
    assert world.fetched() == (3, 0)
    assert world.fetched(stable=True) == (-1, 88)
    world.end(commit=True)
    assert world.fetched() == world.fetched(stable=True) == (5, 0)


def test_an_abort_discards_them(world: World) -> None:
    """produce C-56, groups C-40."""
    commit(world.client, ("t", 0, 3))
    world.commit()
    world.end(commit=False)
    assert world.fetched() == world.fetched(stable=True) == (3, 0)


def test_a_plain_commit_behind_it_wins(world: World) -> None:
    """groups C-40, C-41."""
    world.commit()
    commit(world.client, ("t", 0, 9))
    world.end(commit=True)
    assert world.fetched() == (9, 0)


def test_several_producers_may_be_undecided(world: World) -> None:
    """groups C-42: it is unstable until all have ended."""
    world.commit(producer=7)
    world.commit(("t", 0, 6), producer=8)
    world.end(commit=True, producer=8)
    assert world.fetched(stable=True) == (-1, 88)
    assert world.fetched() == (6, 0)
    world.end(commit=True, producer=7)
    assert world.fetched(stable=True) == (6, 0)


def test_pending_offsets_survive_a_reload(world: World) -> None:
    """groups A-20, C-34, G 159."""
    world.commit()
    world.harness.restart_groups()
    assert world.fetched(stable=True) == (-1, 88)
    world.end(commit=True)
    world.harness.restart_groups()
    assert world.fetched(stable=True) == (5, 0)


@pytest.mark.parametrize("version", VERSIONS)
def test_the_transaction_is_verified_or_extended(world: World, version: int) -> None:
    """produce C-53, groups C-31: from 5 on the group's partition is added."""
    world.commit(version=version)
    (claim,) = world.verifier.claims
    index = world.harness.broker.groups.partition_of("g")
    assert claim.topic_partition == ("__consumer_offsets", index)
    assert (claim.transactional_id, claim.producer_id, claim.producer_epoch) == ("x", 7, 0)
    assert claim.adds is (version >= 5)
    world.commit(version=version)
    assert len(world.verifier.claims) == 1


@pytest.mark.parametrize(
    ("said", "version", "code"),
    [
        (ErrorCode.TRANSACTION_ABORTABLE, 3, 48),
        (ErrorCode.TRANSACTION_ABORTABLE, 4, 120),
        (ErrorCode.PRODUCER_FENCED, 5, 47),
        (ErrorCode.NETWORK_EXCEPTION, 5, 14),
        (ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, 2, 14),
        (ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, 1, 15),
        (ErrorCode.COORDINATOR_NOT_AVAILABLE, 5, 15),
        (ErrorCode.NOT_COORDINATOR, 5, 16),
        (ErrorCode.INVALID_PRODUCER_ID_MAPPING, 5, 49),
        (ErrorCode.CONCURRENT_TRANSACTIONS, 3, 51),
        (ErrorCode.CONCURRENT_TRANSACTIONS, 5, 51),
    ],
)
def test_what_the_transaction_coordinator_says(
    world: World, said: ErrorCode, version: int, code: int
) -> None:
    """produce C-53: before the group is looked at."""
    world.verifier.code = said
    assert world.commit(version=version, member_id="m" if version >= 3 else "") == [(0, code)]


def test_who_is_not_verified_by_configuration() -> None:
    """produce A-101: then only what adds is asked about."""
    world = World(transaction_partition_verification_enable="false")
    world.verifier.code = ErrorCode.TRANSACTION_ABORTABLE
    assert world.commit(version=4) == [(0, 0)]
    world.end(commit=False)
    assert world.commit(version=5, epoch=1) == [(0, 120)]


def test_an_epoch_below_the_partitions_is_fenced(world: World) -> None:
    """produce C-54: whatever the coordinator would say."""
    world.end(commit=True, epoch=4)
    assert world.commit(epoch=3) == [(0, 47)]
    assert not world.verifier.claims


def test_topics_come_first(world: World) -> None:
    """produce C-52, groups C-30: and who names none that exists asks nobody."""
    world.verifier.code = ErrorCode.PRODUCER_FENCED
    wanted = (("t", 9, 1), ("nope", 0, 1), ("t", 0, 1))
    assert world.commit(*wanted) == [(9, 3), (0, 47), (0, 3)]
    assert world.commit(("nope", 0, 1), version=6) == [(0, 100)]
    assert world.commit(("nope", 0, 1), group_id="") == [(0, 3)]
    assert world.commit(group_id="") == [(0, 24)]
    assert len(world.verifier.claims) == 1


def test_metadata_that_is_too_long_is_refused_alone(world: World) -> None:
    """produce C-55, groups C-9."""
    assert world.commit(metadata="x" * 4097) == [(0, 12)]


@pytest.mark.parametrize(("version", "code"), [(3, 22), (5, 22), (6, 69)])
def test_a_generation_of_an_unknown_group(world: World, version: int, code: int) -> None:
    """groups C-32, G 97."""
    said = {"generation_id_or_member_epoch": 1, "member_id": "m"}
    assert world.commit(version=version, **said) == [(0, code)]
    assert "g" not in world.harness.broker.groups.shard_of("g").groups


def test_a_commit_that_says_nothing_of_the_group_makes_or_joins_any(world: World) -> None:
    """produce C-55, groups C-32: no membership is asked for, in no state."""
    assert world.commit() == [(0, 0)]
    assert world.harness.list_groups().groups[0].group_state == "Empty"
    (member,) = world.harness.stable()
    assert world.commit(("t", 1, 1)) == [(1, 0)]
    member.join()
    assert world.harness.state() in ("PreparingRebalance", "CompletingRebalance")
    assert world.commit(("t", 2, 1)) == [(2, 0)]


def test_a_member_is_known_by_id_and_generation(world: World) -> None:
    """groups C-32, C-10."""
    (member,) = world.harness.stable("instance")
    right = {
        "member_id": member.id,
        "generation_id_or_member_epoch": member.generation,
        "group_instance_id": "instance",
    }
    assert world.commit(**right) == [(0, 0)]
    assert world.commit(**{**right, "generation_id_or_member_epoch": 7}) == [(0, 22)]
    assert world.commit(**{**right, "member_id": "other"}) == [(0, 82)]
    assert world.commit(**{**right, "group_instance_id": "nobody"}) == [(0, 25)]
    del right["group_instance_id"]
    assert world.commit(**{**right, "member_id": "other"}) == [(0, 25)]


def test_while_the_group_is_loading(world: World) -> None:
    """produce C-53."""
    world.harness.broker.groups.shard_of("g").state = ShardState.LOADING
    assert world.commit(version=2) == [(0, 14)]
    assert world.commit(version=1) == [(0, 15)]


ALL = {
    ResourceType.TRANSACTIONAL_ID: ("x", Operation.WRITE, 53),
    ResourceType.GROUP: ("g", Operation.READ, 30),
    ResourceType.TOPIC: ("t", Operation.READ, 29),
}


@pytest.mark.parametrize("missing", list(ALL))
def test_rights(world: World, missing: ResourceType) -> None:
    """produce C-52, groups C-30."""
    authorizer = RuleAuthorizer()
    for kind, (name, operation, _) in ALL.items():
        if kind is not missing:
            authorizer.add(Rule(kind, name, operation))
    world.harness.broker.authorizer = authorizer
    assert world.commit() == [(0, ALL[missing][2])]
    assert world.commit(version=6) == [(0, ALL[missing][2])]


def test_what_is_written_is_a_batch_of_the_transaction(world: World) -> None:
    """produce C-57."""
    world.commit(producer=7, epoch=2)
    shard = world.harness.broker.groups.shard_of("g")
    *_, (header, _) = shard.partition.log.iter_batches()
    assert (header.producer_id, header.producer_epoch) == (7, 2)
    assert (header.is_transactional, header.is_control) == (True, False)


def test_the_real_coordinator_wants_the_group_added_up_to_version_4() -> None:
    """groups C-31, G 96: 48, then 120, then it is added."""
    harness = TransactionsHarness()
    client = harness.connect()
    client.request(FindCoordinatorRequest(key="g"), 1)
    harness.settle()
    producer, epoch = harness.identity("x")
    for version, code in ((3, 48), (4, 120), (5, 0)):
        found = commit_in_transaction(
            client, ("t", 0, 1), version=version, producer=producer, epoch=epoch
        )
        assert found == [(0, code)]


def test_a_consumer_group_knows_its_members() -> None:
    """groups C-33: no version is too old; a stale epoch is 22 where 113 is not known yet."""
    harness = ConsumerHarness()
    verify_by(harness.broker, SaidVerifier())
    client = harness.connect()
    member = harness.joiner("m1", "t1")
    said: dict[str, Any] = {"member_id": "m1", "generation_id_or_member_epoch": member.epoch}
    for version in (3, 5, 6):
        assert commit_in_transaction(client, ("t1", 0, 1), version=version, **said) == [(0, 0)]
    assert commit_in_transaction(client, ("t1", 0, 1)) == [(0, 0)]
    stale: dict[str, Any] = {**said, "generation_id_or_member_epoch": member.epoch + 1}
    assert commit_in_transaction(client, ("t1", 0, 1), version=5, **stale) == [(0, 22)]
    assert commit_in_transaction(client, ("t1", 0, 1), version=6, **stale) == [(0, 113)]
    other: dict[str, Any] = {**said, "member_id": "m2"}
    assert commit_in_transaction(client, ("t1", 0, 1), **other) == [(0, 25)]
