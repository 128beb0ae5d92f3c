"""The layout of answers: grouping, order, leader hints, failures of a whole request."""

from __future__ import annotations

import pytest

from kafkawire.protocol.messages.fetch_request import FetchRequest
from tests.support.requests.fetching import Fetcher, asked, data_of, entries, fetch_request


@pytest.fixture
def fetcher() -> Fetcher:
    return Fetcher()


def test_neighbours_of_one_topic_share_an_element(fetcher: Fetcher) -> None:
    """fetch A-15, J 12, 13: a topic met again later gets another element."""
    fetcher.harness.create_topic("u")
    response = fetcher.fetch(("t", 0), ("t", 1), ("u", 0), ("t", 2))
    shape = [(topic.topic, len(topic.partitions)) for topic in response.responses]
    assert shape == [("t", 2), ("u", 1), ("t", 1)]


def test_two_ids_of_one_name_stay_apart(fetcher: Fetcher) -> None:
    """fetch A-15: the old and the new id of a topic that was recreated."""
    session = fetcher.open((fetcher.topic_id, 0), version=13)
    fetcher.delete_topic()
    new_id = fetcher.harness.create_topic("t", 3)
    response = session.fetch((new_id, 0))
    assert [topic.topic_id for topic in response.responses] == [fetcher.topic_id, new_id]


def test_a_consumer_hears_of_unresolved_ids_before_other_refusals(fetcher: Fetcher) -> None:
    """fetch A-16: the example, and what a follower gets; all behind what was read."""
    a, x = fetcher.topic_id, b"\x09" * 16
    consumer = fetcher.fetch((a, 9), (x, 0), (a, 0), (a, 8), (x, 3), version=13)
    assert entries(consumer) == [(a, 0, 0), (x, 0, 100), (x, 3, 100), (a, 9, 3), (a, 8, 3)]
    assert [topic.topic_id for topic in consumer.responses] == [a, x, a]
    follower = fetcher.fetch((a, 9), (x, 0), (a, 8), (x, 3), version=13, replica_id=5)
    assert entries(follower) == [(a, 9, 3), (x, 0, 100), (a, 8, 3), (x, 3, 100)]
    assert len(follower.responses) == 4


def test_by_names_refusals_come_as_they_were_met(fetcher: Fetcher) -> None:
    """fetch A-16."""
    response = fetcher.fetch(("no", 1), ("t", 9), ("t", 0), ("no", 0))
    assert entries(response) == [("t", 0, 0), ("no", 1, 3), ("t", 9, 3), ("no", 0, 3)]


@pytest.mark.parametrize("version", [4, 6, 7, 11, 12])
def test_a_failure_lists_what_was_asked_for(fetcher: Fetcher, version: int) -> None:
    """fetch A-24, E-35, J 15: in request order with the code; the id is echoed from v7."""
    fields = {"session": (2_147_483_640, 0)} if version >= 7 else {"isolation_level": 2}
    wanted = [("t", 1), ("no", 0), ("t", 0), ("t", 1)]
    response = fetcher.fetch(*wanted, version=version, **fields)
    assert entries(response) == [(topic, index, -1) for topic, index in wanted]
    assert len(response.responses) == 4, "element by element (seen on 4.4.0)"
    data = response.responses[0].partitions[0]
    assert (data.high_watermark, data.last_stable_offset, data.log_start_offset) == (-1, -1, -1)
    assert (data.records, data.aborted_transactions) == (b"", [])
    assert response.error_code == (-1 if version >= 7 else 0)
    assert response.session_id == (2_147_483_640 if version >= 7 else 0)


@pytest.mark.parametrize("epoch", [0, -1, 1, -2])
def test_with_topic_ids_a_failure_is_only_a_code(fetcher: Fetcher, epoch: int) -> None:
    """fetch A-24, E-35, J 126: whatever the epoch; the connection stays open."""
    session = (2_147_483_640, epoch)
    response = fetcher.fetch((fetcher.topic_id, 0), version=13, session=session)
    assert (response.error_code, response.session_id) == (-1, 2_147_483_640)
    assert response.responses == []
    assert not fetcher.client.closed


def test_the_new_leader_is_named_from_version_16(fetcher: Fetcher) -> None:
    """fetch A-22, B-50, B-52, J 59: for 6 and 74, and for no other error."""
    fetcher.elect()
    old = asked(0, current_leader_epoch=0)
    for version, leader in ((15, (-1, -1)), (16, (1, 1)), (18, (1, 1))):
        response = fetcher.fetch((fetcher.topic_id, old), version=version)
        hint = data_of(response).current_leader
        assert (hint.leader_id, hint.leader_epoch) == leader
        assert len(response.node_endpoints) == (version >= 16)
    newer = asked(0, current_leader_epoch=9)
    response = fetcher.fetch((fetcher.topic_id, newer), version=16)
    assert data_of(response).current_leader.leader_id == -1
    assert response.node_endpoints == []


def test_each_living_leader_is_described_once(fetcher: Fetcher) -> None:
    """fetch A-22, B-51, J 60: with its address on the client's listener; a dead one is not."""
    for index in range(2):
        fetcher.elect(index)
    fetcher.elect(2, leader_id=2)
    wanted = [(fetcher.topic_id, asked(index, current_leader_epoch=0)) for index in range(3)]
    response = fetcher.fetch(*wanted, version=16)
    leaders = [data_of(response, index).current_leader.leader_id for index in range(3)]
    assert leaders == [1, 1, 2]
    (endpoint,) = response.node_endpoints
    assert (endpoint.node_id, endpoint.host, endpoint.port) == (1, "127.0.0.1", 9092)
    assert endpoint.rack is None


def test_a_follower_gets_the_leader_but_no_address(fetcher: Fetcher) -> None:
    """fetch B-52."""
    request = fetch_request((fetcher.topic_id, 0))
    request.replica_state = FetchRequest.ReplicaState(replica_id=5)
    response = fetcher.client.request(request, 16)
    assert data_of(response).current_leader.leader_id == 1
    assert response.node_endpoints == []


def test_a_partition_hosted_elsewhere_names_its_leader_from_the_metadata(
    fetcher: Fetcher,
) -> None:
    """fetch B-50."""
    fetcher.broker.replicas.partitions.clear()
    response = fetcher.fetch((fetcher.topic_id, 0), version=16)
    hint = data_of(response).current_leader
    assert (data_of(response).error_code, hint.leader_id, hint.leader_epoch) == (6, 1, 0)


def test_the_leader_is_named_in_every_answer_of_a_session(fetcher: Fetcher) -> None:
    """fetch B-50, E-23."""
    session = fetcher.open((fetcher.topic_id, asked(0, current_leader_epoch=0)), version=16)
    fetcher.elect()
    for _ in range(2):
        assert data_of(session.fetch()).current_leader.leader_epoch == 1


ZERO, UNKNOWN = bytes(16), b"\x07" * 16


@pytest.mark.parametrize("version", [13, 18])
@pytest.mark.parametrize(
    ("wanted", "fails"),
    [
        ([(ZERO, 0)], False),
        ([(UNKNOWN, 0), (ZERO, 0)], False),
        ([(ZERO, 0), (UNKNOWN, 0)], True),
        ([(ZERO, 0), (ZERO, 1)], True),
        ([(ZERO, 0), ("t", 0)], False),
        ([(ZERO, 0), ("t", 9)], True),
    ],
)
def test_nothing_can_be_listed_behind_the_id_zero(
    version: int, wanted: list[tuple[str | bytes, int]], fails: bool
) -> None:
    """fetch A-24, B-11, J 50: the whole request fails, as on 4.4.0; no session is made."""
    fetcher = Fetcher()
    wanted = [(fetcher.topic_id if topic == "t" else topic, at) for topic, at in wanted]
    answer = fetcher.fetch(*wanted, version=version, session=(0, 0))
    assert answer.error_code == (-1 if fails else 0)
    assert bool(answer.session_id) is not fails


def test_a_session_that_fails_for_the_id_zero_tells_it_later() -> None:
    """fetch B-11, E-23: nothing counts as told by the failure."""
    fetcher = Fetcher()
    session = fetcher.open((fetcher.topic_id, 0), version=13)
    fetcher.append()
    failed = session.fetch((ZERO, 0), (UNKNOWN, 0))
    assert (failed.error_code, failed.session_id) == (-1, session.id)
    answer = session.fetch(forgotten=((ZERO, 0),))
    assert entries(answer) == [(fetcher.topic_id, 0, 0), (UNKNOWN, 0, 100)]
    assert answer.responses[0].partitions[0].records
