"""Trees as indented lines; what fits on one line stands on one.

Structs whose fields are all plain are written on one line where there is room, arrays of plain
values likewise, so that a fetch of forty partitions has forty lines and not four hundred. What only
frames values (counts, tag sections: names in parentheses) is left to the hexdump.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kafkawire.dump.log.words import counted
from kafkawire.dump.outputs.colour import Palette
from kafkawire.dump.outputs.leaf_text import NO_NAMES, leaf_text

if TYPE_CHECKING:
    from kafkawire.dump.fields.tree import Node

WIDTH = 100
INDENT = "  "


class TreeText:
    """Writes trees; `elements_max` of each array, all of them if that is None."""

    def __init__(
        self,
        palette: Palette,
        *,
        elements_max: int | None = None,
        width: int = WIDTH,
        characters_max: int | None = None,
    ) -> None:
        self._palette = palette
        self._elements_max = elements_max
        self._width = width
        self._characters_max = characters_max
        self.names = NO_NAMES
        """Of topic ids, in the tree that is written next."""
        self._colours = (palette.dim, palette.number, palette.text, palette.bad, "")

    def lines(self, node: Node, depth: int) -> Iterator[str]:
        """What is within a node, indented by `depth` steps."""
        for child in shown_children(node):
            yield from self.node(child, depth)

    def node(self, node: Node, depth: int) -> Iterator[str]:
        """A node and what is within it."""
        indent = INDENT * depth
        short, size = self._on_a_line(node)
        is_value = not node.children
        # A value stands on one line, however long that is.
        if short is not None and (is_value or len(indent) + size <= self._width):
            yield indent + short
            return
        children = shown_children(node)
        if node.name.startswith("["):
            yield from self._packed(node, children, depth)
            return
        count = f" {len(children)}" if is_array(node) else ""
        yield f"{indent}{self._name(node)}{count}"
        yield from self._children(children, depth + 1, is_array(node))

    def _packed(self, node: Node, children: list[Node], depth: int) -> Iterator[str]:
        """An element: as many of its plain fields on a line as there is room for."""
        lead = INDENT * depth + self._name(node)
        run: list[tuple[str, int]] = []
        for child in children:
            short, size = self._on_a_line(child)
            if short is not None and len(INDENT) * (depth + 1) + size <= self._width:
                run.append((short, size))
                continue
            yield from self._wrapped(lead, run, depth + 1)
            lead, run = "", []
            yield from self.node(child, depth + 1)
        yield from self._wrapped(lead, run, depth + 1)

    def _wrapped(self, lead: str, run: list[tuple[str, int]], depth: int) -> Iterator[str]:
        """Fields one after another; the first line begins with `lead`, the others are indented."""
        indent = INDENT * depth
        line, used, gap = (lead, len(indent) + 3, " ") if lead else (indent, len(indent), "")
        for short, size in run:
            if gap == ", " and used + size + 3 > self._width:
                yield line + ","
                line, used, gap = indent, len(indent), ""
            line += gap + short
            used += len(gap) + size
            gap = ", "
        if run or lead:
            yield line

    def _children(self, children: list[Node], depth: int, in_array: bool) -> Iterator[str]:
        most = self._elements_max if in_array else None
        for child in children[:most]:
            yield from self.node(child, depth)
        left = len(children) - len(children[:most])
        if left:
            palette = self._palette
            more = f"and {counted(left, 'element')} more"
            yield f"{INDENT * depth}{palette.dim}... {more}{palette.reset}"

    def _name(self, node: Node) -> str:
        return f"{self._palette.name}{node.name}{self._palette.reset}:"

    def _on_a_line(self, node: Node) -> tuple[str | None, int]:
        """A node as one line, and how long that is without its colours; None if it is too much."""
        value, size = self._value(node)
        if value is None:
            return None, 0
        return f"{self._name(node)} {value}", len(node.name) + 2 + size

    def _value(self, node: Node) -> tuple[str | None, int]:
        if not node.children:
            text, colour = leaf_text(node, self.names, self._characters_max)
            return f"{self._colours[colour]}{text}{self._palette.reset}", len(text)
        children = shown_children(node)
        if is_array(node):
            return self._plain_array(children)
        return self._joined(children)

    def _plain_array(self, children: list[Node]) -> tuple[str | None, int]:
        if not children:
            return "none", 4
        if any(child.children for child in children) or len(children) > self._width:
            return None, 0
        if self._elements_max is not None and len(children) > 4 * self._elements_max:
            return None, 0
        found = [self._value(child) for child in children]
        texts = [text for text, _ in found if text is not None]
        return f"[{', '.join(texts)}]", 2 * len(found) + sum(size for _, size in found)

    def _joined(self, children: list[Node]) -> tuple[str | None, int]:
        texts = []
        total = 0
        for child in children:
            if child.children and not is_array(child):
                return None, 0
            text, size = self._on_a_line(child)
            total += size + 2
            if text is None or total > self._width + 2:
                return None, 0
            texts.append(text)
        return (", ".join(texts), total - 2) if texts else ("nothing", 7)


def is_array(node: Node) -> bool:
    """Whether its children are elements."""
    return node.kind.startswith("[]")


def shown_children(node: Node) -> list[Node]:
    """Its children without what only frames them; tags that nobody knows are shown."""
    return [child for child in node.children if not is_framing(child)]


def is_framing(node: Node) -> bool:
    """Whether a leaf only says how others are laid out."""
    return node.name.startswith("(") and node.kind in ("count", "tag", "size", "int8")
