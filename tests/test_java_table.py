"""Java's hash tables that change; `compat.oracle.assigning` compares whole lives of them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.java_order import java_hash_order
from kafkawire.java_table import JavaTable

keys = st.lists(st.integers(0, 200), unique=True, max_size=60)


@given(keys)
def test_a_table_that_was_filled_in_one_way_has_the_known_order(items: list[int]) -> None:
    """groups A-60: by put, by computeIfAbsent, or by copying."""
    put: JavaTable[int] = JavaTable()
    computed: JavaTable[int] = JavaTable()
    for item in items:
        put.put(item)
        computed.compute_if_absent(item)
    assert put.ordered() == java_hash_order(items)
    assert computed.ordered() == java_hash_order(items, newest_first=True)
    assert JavaTable.copied_from(items).ordered() == java_hash_order(items, copied=True)


@given(keys)
def test_a_table_does_not_shrink(items: list[int]) -> None:
    """groups A-60: what is left of a large table keeps the large table's order."""
    table: JavaTable[int] = JavaTable()
    for item in [*items, *range(1000, 1100)]:
        table.put(item)
    for item in range(1000, 1100):
        table.remove(item)
    assert table.ordered() == java_hash_order(items, least=256)
    assert len(table) == len(items)
    if items:
        assert table.first() == table.ordered()[0]


def test_a_small_table_grows_even_when_the_key_is_there() -> None:
    """groups A-60: computeIfAbsent makes room before it looks."""
    table: JavaTable[int] = JavaTable(1)
    table.compute_if_absent(2)
    table.compute_if_absent(2)
    table.compute_if_absent(3)
    assert table.ordered() == [2, 3]
    assert 3 in table
