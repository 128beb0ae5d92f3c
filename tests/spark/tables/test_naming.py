"""Names for ids of topics."""

from __future__ import annotations

from kafkawire.spark.tables.catalogue import BY_NAME
from kafkawire.spark.tables.naming import TOPIC_COLUMNS, by_bytes, ids_in, named

NAMES = {"AAECAwQFBgcICQoLDA0ODw": "orders", "//8CAwQFBgcICQoLDA0ODw": "payments"}
FIRST, SECOND = NAMES


def batch(table: str, **values: object):  # type: ignore[no-untyped-def]
    of, nothing = BY_NAME[table], dict.fromkeys(BY_NAME[table].names)
    return of.batch([of.row(**(nothing | values)), of.row(**nothing)])


def test_a_topic_gets_its_name_and_what_is_not_known_stays() -> None:
    for topic, shown in ((FIRST, "orders"), ("AAAA", "AAAA"), ("users", "users")):
        made = named("partitions", batch("partitions", topic=topic), NAMES)
        assert made.column("topic").to_pylist() == [shown, None]
        assert made.schema.equals(BY_NAME["partitions"].arrow)


def test_lists_of_topics_get_their_names() -> None:
    made = named("requests", batch("requests", topics=["users", SECOND]), NAMES)
    assert made.column("topics").to_pylist() == [["users", "payments"], None]


def test_what_a_member_owns_is_in_order_of_names() -> None:
    owned = [{"topic": FIRST, "partition": 1}, {"topic": "lines", "partition": 0}]
    made = named("groups", batch("groups", owned=owned), NAMES)
    assert made.column("owned").to_pylist()[0] == [
        {"topic": "lines", "partition": 0},
        {"topic": "orders", "partition": 1},
    ]


def test_ids_are_found_wherever_topics_are() -> None:
    assert ids_in("requests", batch("requests", topics=["users", FIRST])) == {"users", FIRST}
    assert ids_in("errors", batch("errors", topic=FIRST)) == {FIRST}
    assert ids_in("damage", batch("damage", text="t")) == set()
    for table, columns in TOPIC_COLUMNS.items():
        assert set(columns) <= set(BY_NAME[table].names)


def test_the_state_takes_names_by_bytes() -> None:
    assert by_bytes({FIRST: "orders"}) == {bytes(range(16)): "orders"}
