"""Topics that are deleted, made again, or not there yet, by name and by id."""

from __future__ import annotations

import pytest

from tests.support.requests.fetching import Fetcher, asked, base_offsets, data_of, entries

IDS = range(13, 19)
NAMES = range(7, 13)


@pytest.fixture
def fetcher() -> Fetcher:
    return Fetcher()


@pytest.mark.parametrize("version", IDS)
def test_the_old_id_of_a_topic_made_again(fetcher: Fetcher, version: int) -> None:
    """fetch B-15, E-19, E-20, J 49, 143: resolved once, it is 3 while the topic is gone and 103
    afterwards, never 100; to who asks in full it is 100.
    """
    session = fetcher.open((fetcher.topic_id, 0), version=version)
    fetcher.delete_topic()
    for _ in range(2):
        pending = session.send()
        assert entries(pending.response) == [(fetcher.topic_id, 0, 3)], "all refused: no wait"
    fetcher.harness.create_topic("t", 3)
    for _ in range(2):
        pending = session.send()
        assert entries(pending.response) == [(fetcher.topic_id, 0, 103)], "an error: no wait"
    for given in ((0, -1), (0, 0)):
        response = fetcher.fetch((fetcher.topic_id, 0), version=version, session=given)
        assert entries(response) == [(fetcher.topic_id, 0, 100)]


@pytest.mark.parametrize("version", IDS)
def test_old_and_new_id_stand_side_by_side(fetcher: Fetcher, version: int) -> None:
    """fetch A-15, E-14, E-20, J 144: two elements, two partitions of the session; the old one is
    forgotten by its id.
    """
    old_id = fetcher.topic_id
    fetcher.append()
    session = fetcher.open((old_id, asked(0, 1)), version=version)
    fetcher.delete_topic()
    new_id = fetcher.harness.create_topic("t", 3)
    fetcher.append(count=2)
    response = session.fetch((new_id, asked(0, 0)))
    assert entries(response) == [(old_id, 0, 103), (new_id, 0, 0)]
    assert len(response.responses) == 2
    assert base_offsets(response.responses[1].partitions[0].records) == [0]
    response = session.fetch((new_id, asked(0, 2)), forgotten=((old_id, 0),))
    assert entries(response) == []
    assert list(session.real.partitions) == [(new_id, 0)]


@pytest.mark.parametrize("version", NAMES)
def test_a_name_goes_on_with_the_new_topic(fetcher: Fetcher, version: int) -> None:
    """fetch B-9, E-14, E-20: 3 meanwhile, then the new log from the offset that was given."""
    fetcher.append(count=5)
    session = fetcher.open(("t", 0), version=version)
    fetcher.delete_topic()
    assert entries(session.fetch()) == [("t", 0, 3)]
    fetcher.harness.create_topic("t")
    fetcher.append(count=2)
    data = data_of(session.fetch())
    assert (data.error_code, data.high_watermark) == (0, 2)
    assert base_offsets(data.records) == [0]


@pytest.mark.parametrize("version", NAMES)
def test_the_same_offsets_are_news_after_a_refusal(fetcher: Fetcher, version: int) -> None:
    """fetch E-20, E-23: an empty topic that is made again as empty as it was."""
    session = fetcher.open(("t", 0), ("t", 1), version=version)
    fetcher.delete_topic()
    session.fetch()
    fetcher.harness.create_topic("t", 2)
    assert entries(session.fetch()) == [("t", 0, 0), ("t", 1, 0)]
    assert entries(session.fetch()) == []


@pytest.mark.parametrize("version", IDS)
def test_an_id_may_come_to_be_known(fetcher: Fetcher, version: int) -> None:
    """fetch E-19, E-32, J 142: it is looked up at each request, and need not be sent again."""
    known = fetcher.broker.metadata.topics_by_id
    topic = known.pop(fetcher.topic_id)
    session = fetcher.open((fetcher.topic_id, 0), version=version)
    for _ in range(2):
        assert entries(session.send().response) == [(fetcher.topic_id, 0, 100)]
    known[fetcher.topic_id] = topic
    assert entries(session.fetch()) == [(fetcher.topic_id, 0, 0)]
    assert entries(session.fetch()) == []


@pytest.mark.parametrize("version", IDS)
def test_the_zero_id_is_nobodys(fetcher: Fetcher, version: int) -> None:
    """fetch B-11, J 50: not even of a partition that has no id."""
    fetcher.partition().topic_id = bytes(16)
    assert entries(fetcher.send((bytes(16), 0), version=version).response) == [(bytes(16), 0, 100)]


@pytest.mark.parametrize("version", [*NAMES, *IDS])
def test_what_was_never_there_may_be_forgotten(fetcher: Fetcher, version: int) -> None:
    """fetch E-15, J 153: also while its topic is gone."""
    by_id = version >= 13
    key: str | bytes = fetcher.topic_id if by_id else "t"
    other_id = fetcher.harness.create_topic("u")
    other: str | bytes = other_id if by_id else "u"
    session = fetcher.open((key, 0), (other, 0), version=version)
    fetcher.delete_topic()
    strange: str | bytes = b"\x09" * 16 if by_id else "no"
    response = session.fetch(forgotten=((key, 0), (key, 5), (strange, 0)))
    assert (response.error_code, response.session_id) == (0, session.id)
    assert entries(response) == []
    assert list(session.real.partitions) == [(other, 0)]
