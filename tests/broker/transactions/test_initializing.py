"""InitProducerId for transactional ids."""

from __future__ import annotations

import pytest

from kafkawire.broker.security.authorizer import Operation, ResourceType, Rule, RuleAuthorizer
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from kafkawire.protocol.messages.init_producer_id_request import InitProducerIdRequest
from tests.support.requests.coordination import NAME, TIMEOUT_MS, TransactionsHarness
from tests.support.requests.harness import BrokerHarness


@pytest.fixture
def harness() -> TransactionsHarness:
    return TransactionsHarness()


def code(harness: TransactionsHarness, *given: int, **options: object) -> int:
    found = harness.init(NAME, (given[0], given[1]) if given else (-1, -1), **options)  # type: ignore[arg-type]
    if found.error_code:
        assert (found.producer_id, found.producer_epoch) == (-1, -1), "produce C-35"
    error: int = found.error_code
    return error


def test_an_unknown_id_begins_at_epoch_zero_and_each_newcomer_gets_the_next(
    harness: TransactionsHarness,
) -> None:
    """produce C-26, C-28, C-36, F 100."""
    assert [harness.identity() for _ in range(3)] == [(0, 0), (0, 1), (0, 2)]
    assert harness.identity("y") == (1, 0)
    assert harness.states_written() == ["Empty"] * 3


def test_a_given_identity_that_nobody_has_is_that_of_a_new_id(
    harness: TransactionsHarness,
) -> None:
    """produce C-27, C-82."""
    assert harness.identity(NAME, given=(77, 5)) == (0, 0)


def test_a_producer_goes_on_with_the_next_epoch_and_may_ask_again(
    harness: TransactionsHarness,
) -> None:
    """produce C-27, C-28, F 101."""
    harness.identity()
    harness.identity()
    assert harness.identity(given=(0, 1)) == (0, 2)
    assert harness.identity(given=(0, 1)) == (0, 2)
    assert code(harness, 0, 0) == 90
    assert code(harness, 0, 3) == 90
    assert code(harness, 5, 2) == 90
    assert code(harness, 0, 0, version=3) == 47, "produce C-6"
    assert harness.identity() == (0, 3)
    assert code(harness, 0, 2) == 90, "a newcomer has come in between"


@pytest.mark.parametrize(
    ("timeout_ms", "expected"), [(0, 50), (-1, 50), (900_001, 50), (900_000, 0), (1, 0)]
)
def test_the_timeout_has_bounds(
    harness: TransactionsHarness, timeout_ms: int, expected: int
) -> None:
    """produce C-25, F 99."""
    assert code(harness, timeout_ms=timeout_ms) == expected
    if not expected:
        assert harness.describe().transaction_timeout_ms == timeout_ms


@pytest.mark.parametrize("given", [(5, -1), (-1, 0)])
def test_half_an_identity_is_refused(harness: TransactionsHarness, given: tuple[int, int]) -> None:
    """produce C-22, F 98."""
    assert code(harness, *given) == 42


def test_the_empty_id_is_refused_before_its_timeout(harness: TransactionsHarness) -> None:
    """produce C-23, C-25, F 98."""
    assert harness.init("", timeout_ms=0).error_code == 42


def test_an_ongoing_transaction_is_aborted_first(harness: TransactionsHarness) -> None:
    """produce C-31, F 103: the marker has the epoch that fences the old producer."""
    who = harness.identity()
    harness.add(who, 0, 1)
    assert code(harness) == 51
    assert harness.state() == "CompleteAbort"
    assert harness.describe().producer_epoch == 1
    assert [(pid, epoch, m.is_commit) for pid, epoch, m in harness.markers()] == [(0, 1, False)]
    assert harness.identity() == (0, 2)
    assert harness.add(who, 0) == 90


def test_who_gives_its_identity_is_told_the_epoch_of_its_aborted_transaction(
    harness: TransactionsHarness,
) -> None:
    """produce C-31, F 104: as often as it asks."""
    who = harness.identity()
    harness.add(who, 0)
    assert code(harness, *who) == 51
    assert harness.identity(given=who) == (0, 1)
    assert harness.identity(given=who) == (0, 1)


@pytest.mark.parametrize("level", [0, 1])
def test_below_transaction_version_2_it_is_fenced_instead(
    harness: TransactionsHarness, level: int
) -> None:
    """produce C-31, C-131."""
    harness.broker.metadata.features["transaction.version"] = level
    who = harness.identity()
    harness.add(who, 0)
    assert code(harness, *who) == 51
    assert code(harness, *who) == 90
    assert harness.identity() == (0, 2)


def test_a_producer_id_without_epochs_is_replaced(harness: TransactionsHarness) -> None:
    """produce C-29, F 105."""
    harness.identity()
    harness.place(producer_epoch=32766)
    assert harness.identity(given=(0, 32766)) == (1, 0)
    assert harness.identity(given=(0, 32766)) == (1, 0)
    assert code(harness, 0, 32765) == 90
    assert code(harness, 0, 0) == 90, "nor does the epoch of another producer id help"
    harness.place(producer_epoch=32766, last_producer_epoch=32765)
    assert harness.identity(given=(1, 32765)) == (1, 32766), "it asks again"
    assert harness.identity() == (2, 0)


def test_fencing_takes_the_last_epoch_and_the_next_one_is_of_another_id(
    harness: TransactionsHarness,
) -> None:
    """produce C-13, C-33, C-74: that id is reserved with the abort, and begins at 0 with it."""
    harness.identity()
    harness.place(producer_epoch=32766)
    harness.add((0, 32766), 0)
    assert code(harness) == 51
    assert [(pid, epoch) for pid, epoch, _ in harness.markers()] == [(0, 32767)]
    assert harness.describe().producer_id == 1
    assert harness.identity(given=(0, 32766)) == (1, 0), "its own producer may go on"
    assert harness.identity() == (1, 1)


def test_below_transaction_version_2_the_next_one_gets_the_other_id(
    harness: TransactionsHarness,
) -> None:
    """produce C-33, C-131."""
    harness.broker.metadata.features["transaction.version"] = 1
    harness.identity()
    harness.place(producer_epoch=32766)
    harness.add((0, 32766), 0)
    assert code(harness) == 51
    assert harness.describe().producer_epoch == 32767
    assert code(harness, 0, 32766) == 90
    assert harness.identity() == (1, 0)


def test_a_failed_write_leaves_everything_as_it_was(harness: TransactionsHarness) -> None:
    """produce C-4, C-32: and the epoch is not raised twice."""
    partition = harness.shard.partition
    partition.is_leader = False
    assert code(harness) == 16
    assert NAME not in harness.shard.ids
    partition.is_leader = True
    who = harness.identity()
    harness.add(who, 0)
    for _ in range(2):
        partition.is_leader = False
        assert code(harness) == 16
        partition.is_leader = True
    assert code(harness) == 51
    assert harness.describe().producer_epoch == who[1] + 1


def test_the_topic_is_not_created() -> None:
    """produce C-1, F 102: FindCoordinator does that."""
    client = (harness := BrokerHarness()).connect()
    asked = InitProducerIdRequest(transactional_id=NAME, transaction_timeout_ms=TIMEOUT_MS)
    assert [client.request(asked, 5).error_code for _ in range(2)] == [16, 16]
    find = FindCoordinatorRequest(key=NAME, key_type=1)
    assert client.request(find, 1).error_code == 15
    harness.settle()
    assert client.request(find, 1).error_code == 0
    assert [client.request(asked, 5).error_code for _ in range(2)] == [14, 0]


@pytest.mark.parametrize("version", range(6))
def test_each_version_tells_and_is_told_what_it_knows(
    harness: TransactionsHarness, version: int
) -> None:
    """produce C-20, C-21, C-6: identities from 3 on, PRODUCER_FENCED from 4 on."""
    assert harness.identity(version=version) == (0, 0)
    if version < 3:
        return
    assert harness.identity(given=(0, 0), version=version) == (0, 1)
    assert harness.identity(given=(0, 0), version=version) == (0, 1)
    assert code(harness, 0, 7, version=version) == (47 if version == 3 else 90)


# Two-phase commit (version 6)

UNSTABLE = {"unstable.api.versions.enable": "true"}


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({}, 0),
        ({"enable2_pc": True}, 53),
        ({"keep_prepared_txn": True}, 35),
        ({"keep_prepared_txn": True, "timeout_ms": 0}, 35),
        ({"timeout_ms": 0}, 50),
        ({"name": "", "keep_prepared_txn": True}, 42),
    ],
)
def test_two_phase_commit_is_refused_where_it_is_not_enabled(
    fields: dict[str, object], code: int
) -> None:
    """produce C-25, C-34, F 106: in the order of Kafka's checks."""
    found = TransactionsHarness(UNSTABLE).init(version=6, **fields)  # type: ignore[arg-type]
    assert found.error_code == code
    assert (found.ongoing_txn_producer_id, found.ongoing_txn_producer_epoch) == (-1, -1)


def test_two_phase_commits_have_no_timeout_of_their_own() -> None:
    """produce C-25, C-34, F 106."""
    harness = TransactionsHarness({**UNSTABLE, "transaction.two.phase.commit.enable": "true"})
    who = harness.identity(version=6, enable2_pc=True, timeout_ms=0)
    assert harness.describe().transaction_timeout_ms == (1 << 31) - 1
    assert harness.init(version=6, enable2_pc=True, keep_prepared_txn=True).error_code == 35
    harness.add(who, 0)
    harness.advance(86_400_000)
    assert harness.state() == "Ongoing"


def test_the_version_is_served_only_where_unstable_ones_are() -> None:
    """produce C-20, F 8."""
    asked = InitProducerIdRequest(transactional_id=NAME, transaction_timeout_ms=TIMEOUT_MS)
    client = TransactionsHarness().connect()
    client.send(asked, 6)
    assert client.closed
    for overrides, last in ((UNSTABLE, 6), ({}, 5)):
        harness = TransactionsHarness(overrides)
        found = harness.client.request(ApiVersionsRequest(), 0).api_keys
        assert {each.api_key: each.max_version for each in found}[22] == last


def test_two_phase_commit_takes_a_right_of_its_own() -> None:
    """produce C-22: beside that to write."""
    harness = TransactionsHarness({**UNSTABLE, "transaction.two.phase.commit.enable": "true"})
    authorizer = RuleAuthorizer([Rule(ResourceType.TRANSACTIONAL_ID, NAME, Operation.WRITE)])
    harness.broker.authorizer = authorizer
    assert harness.init(version=6).error_code == 0
    assert harness.init(version=6, enable2_pc=True).error_code == 53
    authorizer.add(Rule(ResourceType.TRANSACTIONAL_ID, NAME, Operation.TWO_PHASE_COMMIT))
    assert harness.init(version=6, enable2_pc=True).error_code == 0
