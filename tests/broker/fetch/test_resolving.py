"""Names, ids and what becomes of them."""

from __future__ import annotations

import pytest

from kafkawire.broker.fetch.resolving import hosted_partition
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.errors import ApiError
from tests.support.requests.fetching import Fetcher, asked, base_offsets, data_of, entries

STRANGE_ID = b"\x09" * 16


@pytest.fixture
def fetcher() -> Fetcher:
    return Fetcher()


def errors(response: object) -> list[tuple[int, int]]:
    return [(partition, error) for _, partition, error in entries(response)]  # type: ignore[arg-type]


def test_unknown_names_ids_and_partitions(fetcher: Fetcher) -> None:
    """fetch B-7, B-8, B-11, J 50: 3 for a name, 100 for an id, zero included; 3 for a partition."""
    assert errors(fetcher.fetch(("no", 0), ("t", 9))) == [(0, 3), (9, 3)]
    wanted = [(STRANGE_ID, 0), (fetcher.topic_id, 9), (fetcher.topic_id, -1)]
    assert errors(fetcher.fetch(*wanted, version=13)) == [(0, 100), (9, 3), (-1, 3)]
    wanted = [(STRANGE_ID, 0), (bytes(16), 1)]  # the id zero comes last, or all of it fails
    assert errors(fetcher.fetch(*wanted, version=13)) == [(0, 100), (1, 100)]


def test_a_partition_that_is_hosted_elsewhere(fetcher: Fetcher) -> None:
    """fetch B-14, B-47: 6 at every version, whatever the epoch; it releases the request."""
    del fetcher.broker.replicas.partitions[TopicPartition("t", 0)]
    for version in (4, 12):
        pending = fetcher.send(("t", asked(0, current_leader_epoch=9)), version=version)
        assert errors(pending.response) == [(0, 6)]


def test_a_resolved_id_sticks_to_its_name(fetcher: Fetcher) -> None:
    """fetch E-19, E-20, J 49, 143: 3 while the topic is gone, 103 once it is another; 100 in
    a full request.
    """
    session = fetcher.open((fetcher.topic_id, 0), version=13)
    fetcher.delete_topic()
    assert errors(session.fetch()) == [(0, 3)]
    assert errors(session.fetch()) == [(0, 3)]
    new_id = fetcher.harness.create_topic("t", 3)
    assert errors(session.send().response) == [(0, 103)], "at once, as any error"
    assert errors(fetcher.fetch((fetcher.topic_id, 0), version=13)) == [(0, 100)]
    assert errors(session.fetch((new_id, 0))) == [(0, 103), (0, 0)]
    assert len(session.fetch((new_id, 0)).responses) == 1
    assert errors(session.fetch(forgotten=((fetcher.topic_id, 0),))) == []


def test_an_unresolved_id_is_tried_each_time(fetcher: Fetcher) -> None:
    """fetch E-19, J 142: without being sent again."""
    old_id = fetcher.topic_id
    topic = fetcher.broker.metadata.topics_by_id.pop(old_id)
    session = fetcher.open((old_id, 0), version=13)
    assert errors(session.fetch()) == [(0, 100)]
    fetcher.broker.metadata.topics_by_id[old_id] = topic
    assert errors(session.fetch()) == [(0, 0)]
    assert errors(session.fetch()) == []


def test_a_name_serves_whatever_bears_it(fetcher: Fetcher) -> None:
    """fetch B-9, E-20: 3 meanwhile, then the new log."""
    session = fetcher.open(("t", 0))
    fetcher.delete_topic()
    assert errors(session.fetch()) == [(0, 3)]
    fetcher.harness.create_topic("t")
    fetcher.append()
    assert base_offsets(data_of(session.fetch()).records) == [0]


def test_recreation_while_parked_is_found_out(fetcher: Fetcher) -> None:
    """fetch D-13, E-20: the read at completion looks the name up again."""
    session = fetcher.open((fetcher.topic_id, 0), version=13)
    pending = session.send()
    topic_id = fetcher.broker.metadata.topics["t"].topic_id
    fetcher.broker.controller.delete_topics([topic_id], fetcher.harness.now_ms)
    fetcher.harness.create_topic("t")
    fetcher.harness.settle()
    assert errors(pending.response) in ([(0, 3)], [(0, 103)])


def test_a_log_without_an_id_serves_any(fetcher: Fetcher) -> None:
    """fetch B-15, J 51."""
    fetcher.partition().topic_id = bytes(16)
    assert errors(fetcher.fetch((fetcher.topic_id, 0), version=13)) == [(0, 0)]


def test_a_hosted_partition_or_why_not(fetcher: Fetcher) -> None:
    """fetch B-14."""
    assert hosted_partition("t", 0, fetcher.broker) is fetcher.partition()
    for topic, index, code in (("t", 9, 3), ("no", 0, 3)):
        with pytest.raises(ApiError) as caught:
            hosted_partition(topic, index, fetcher.broker)
        assert caught.value.code == code
    del fetcher.broker.replicas.partitions[TopicPartition("t", 1)]
    with pytest.raises(ApiError) as caught:
        hosted_partition("t", 1, fetcher.broker)
    assert caught.value.code == 6
