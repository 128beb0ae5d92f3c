"""Values of share groups and streams groups, unless more is known."""

from __future__ import annotations

from kafkawire.client.group_descriptions import SharePartitionOffset, StreamsGroupDescription


def test_what_old_brokers_do_not_tell_is_none() -> None:
    assert SharePartitionOffset(5) == (5, None, None)
    group = StreamsGroupDescription("app", "Empty", 1, 1, None, (), ())
    assert (group.assignor, group.graph, group.authorized_operations) == ("", None, None)
