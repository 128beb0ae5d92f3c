"""How answers change a view: epochs never go back, and another id is another topic."""

from __future__ import annotations

from kafkawire.client.core.merging import Hint, is_same, merged, with_leaders
from kafkawire.client.core.view import ClusterView, Node
from kafkawire.client.values import TopicPartition
from kafkawire.protocol.messages.metadata_response import MetadataResponse

ORDERS = TopicPartition("orders", 0)


def answer(
    *topics: tuple[str, bytes, int, int], nodes: tuple[int, ...] = (1, 2)
) -> MetadataResponse:
    """Topics of one partition: name, id, leader, epoch."""
    return MetadataResponse(
        cluster_id="c",
        controller_id=1,
        brokers=[
            MetadataResponse.MetadataResponseBroker(node_id=node, host=f"b{node}", port=9092)
            for node in nodes
        ],
        topics=[
            MetadataResponse.MetadataResponseTopic(
                name=name,
                topic_id=topic_id,
                partitions=[
                    MetadataResponse.MetadataResponsePartition(
                        partition_index=0, leader_id=leader, leader_epoch=epoch
                    )
                ],
            )
            for name, topic_id, leader, epoch in topics
        ],
    )


ID, OTHER, NONE = b"a" * 16, b"b" * 16, bytes(16)
KNOWN = merged(ClusterView(), answer(("orders", ID, 1, 5)), 13, is_partial=False)


def leader(view: ClusterView) -> tuple[int, int]:
    found = view.partition(ORDERS)
    assert found is not None
    return found.leader, found.leader_epoch


def test_an_older_epoch_leaves_the_partition_as_it_was() -> None:
    """client E-10, N 20."""
    assert leader(merged(KNOWN, answer(("orders", ID, 2, 4)), 13, is_partial=False)) == (1, 5)
    assert leader(merged(KNOWN, answer(("orders", ID, 2, 5)), 13, is_partial=False)) == (2, 5)
    assert leader(merged(KNOWN, answer(("orders", ID, 2, 6)), 13, is_partial=False)) == (2, 6)


def test_unreliable_epochs_are_forgotten() -> None:
    """client E-10."""
    assert leader(merged(KNOWN, answer(("orders", NONE, 2, 4)), 8, is_partial=False)) == (2, -1)


def test_another_id_is_another_topic() -> None:
    """client E-11, N 25."""
    assert leader(merged(KNOWN, answer(("orders", OTHER, 2, 0)), 13, is_partial=False)) == (2, 0)


def test_a_full_answer_leaves_out_what_is_gone() -> None:
    """client E-4."""
    assert not merged(KNOWN, answer(), 13, is_partial=False).topics
    assert set(merged(KNOWN, answer(("a", OTHER, 1, 0)), 13, is_partial=True).topics) == {
        "orders",
        "a",
    }


def test_a_hint_has_to_be_newer_and_to_have_an_address() -> None:
    """client E-12, N 21."""
    assert with_leaders(KNOWN, [Hint(ORDERS, 2, 5)]) is KNOWN
    assert with_leaders(KNOWN, [Hint(ORDERS, 9, 6)]) is KNOWN
    assert leader(with_leaders(KNOWN, [Hint(ORDERS, 2, 6)])) == (2, 6)
    newer = with_leaders(KNOWN, [Hint(ORDERS, 9, 6)], [Node(9, "b9", 9092)])
    assert newer.leader(ORDERS) == (9, "b9", 9092, None)
    assert with_leaders(KNOWN, [Hint(TopicPartition("none", 0), 2, 6)]) is KNOWN


def test_sameness_disregards_the_version() -> None:
    again = merged(KNOWN, answer(("orders", ID, 1, 5)), 13, is_partial=False)
    assert again.version == 2
    assert is_same(KNOWN, again)
    assert not is_same(KNOWN, with_leaders(KNOWN, [Hint(ORDERS, 2, 6)]))


def test_all_hints_of_an_answer_make_one_view() -> None:
    """client E-12: those that are not newer change nothing."""
    known = merged(
        KNOWN, answer(("orders", ID, 1, 5), ("bills", OTHER, 1, 5)), 13, is_partial=False
    )
    bills = TopicPartition("bills", 0)
    newer = with_leaders(known, [Hint(ORDERS, 2, 6), Hint(bills, 2, 5), Hint(bills, 2, 7)])
    assert leader(newer) == (2, 6)
    assert newer.topics["bills"].partitions[0][:2] == (2, 7)
    assert newer.version == known.version + 1
    only = with_leaders(known, [Hint(ORDERS, 2, 6)])
    assert only.topics["bills"] is known.topics["bills"], "what did not change is the same object"
