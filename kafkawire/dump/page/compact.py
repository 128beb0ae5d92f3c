"""A frame's tree in as few characters as a file of many of them wants.

A row is [name, text, colour, end] of a leaf; other nodes have a list of their children behind that.
Rows begin where the one before them ends, what only frames values is among them, and batches stand
below the field that they are in: the page makes of it both the tree and the leaf of each byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any

from kafkawire.dump.log.words import counted
from kafkawire.dump.outputs.leaf_text import NO_NAMES, OTHER, leaf_text
from kafkawire.dump.outputs.leaves import Leaf, record_leaves
from kafkawire.dump.outputs.tree import is_array, shown_children

if TYPE_CHECKING:
    from kafkawire.dump.fields.tree import Node

Row = list[Any]


class CompactTree:
    """Makes rows, with a bound on all of them."""

    def __init__(self, data: bytes, rows_max: int, names: Mapping[bytes, str] = NO_NAMES) -> None:
        self._data = data
        self._names = names
        self._left = rows_max

    def rows(self, node: Node) -> list[Row]:
        """The rows of what is within a node, which cover all of its bytes."""
        found: list[Row] = []
        for at, child in enumerate(node.children):
            if self._left <= 0:
                more = counted(len(node.children) - at, "field")
                found.append(["...", f"{more} more, not on this page", OTHER, node.end])
                break
            self._left -= 1
            if child.children or child.end > child.start:
                found.append(self._row(child))
        return found

    def _row(self, node: Node) -> Row:
        if node.children:
            text = str(len(shown_children(node))) if is_array(node) else ""
            return [node.name, text, OTHER, node.end, self.rows(node)]
        row: Row = [node.name, *leaf_text(node, self._names), node.end]
        if node.kind == "records" and node.end > node.data_start:
            row.append(list(self._batches(node)))
        return row

    def _batches(self, node: Node) -> Iterator[Row]:
        """What is in a field of records: its length, then a row for each head and record."""
        leaves = record_leaves(self._data, node)
        for path, group in groupby(leaves, key=_path):
            if self._left <= 0:
                yield ["...", "more, not on this page", OTHER, node.end]
                return
            rows = [[leaf.name, leaf.text, leaf.colour, leaf.end] for leaf in group]
            self._left -= len(rows)
            if path:
                yield [path, "", OTHER, rows[-1][-1], rows]
            else:
                yield from rows


def _path(leaf: Leaf) -> str:
    return leaf.path
