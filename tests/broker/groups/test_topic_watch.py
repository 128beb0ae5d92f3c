"""Who hears when a topic comes, grows or goes."""

from kafkawire.broker.groups.topic_watch import TopicWatch
from kafkawire.broker.metadata.image import MetadataImage
from kafkawire.broker.metadata.parts import TopicImage


class FakeReader:
    metadata_deadline_ms = 99


def test_only_who_reads_a_topic_hears_of_it() -> None:
    """groups D-22."""
    watch, metadata = TopicWatch(), MetadataImage()
    one, other = FakeReader(), FakeReader()
    watch.add(["a", "b"], one)
    watch.add(["b"], other)
    watch.topics_changed(["a", "unread"], metadata)
    assert (one.metadata_deadline_ms, other.metadata_deadline_ms) == (0, 99)
    watch.remove(["a", "b", "unread"], one)
    one.metadata_deadline_ms = 99
    watch.topics_changed(["a", "b"], metadata)
    assert (one.metadata_deadline_ms, other.metadata_deadline_ms) == (99, 0)
    assert watch.readers_of("a") == frozenset()
    assert watch.readers_of("b") == {other}


def test_the_version_of_the_newest_topic_is_remembered() -> None:
    """groups D-48: a topic that grows or goes is not a new one."""
    watch, metadata = TopicWatch(), MetadataImage()

    def change(version: int, *topics: str) -> int:
        metadata.topics = {name: TopicImage(name, name.encode() * 16) for name in topics}
        metadata.applied_offset = version
        watch.topics_changed(topics, metadata)
        return watch.created_version

    assert change(1, "a") == 1
    assert change(2, "a") == 1
    assert change(3, "a", "b") == 3
    assert change(4, "a") == 3
    assert change(5, "a", "c") == 5
