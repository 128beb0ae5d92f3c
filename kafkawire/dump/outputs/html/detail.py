"""An exchange as the page shows it when it is selected: trees, bytes, records, what else is known.

What is too much for a page is cut, and says so: the capture has all of it.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from kafkawire.dump.log.words import counted
from kafkawire.dump.outputs.figures import date_text, iso_text
from kafkawire.dump.outputs.html.compact import CompactTree
from kafkawire.dump.outputs.leaf_text import NO_NAMES, leaf_text
from kafkawire.dump.outputs.leaves import leaves_of
from kafkawire.dump.outputs.record_objects import batch_object
from kafkawire.dump.outputs.steps import step_text, steps_of
from kafkawire.dump.outputs.tree import is_array, shown_children
from kafkawire.dump.records.show import records_of_exchange, topic_names_of
from kafkawire.dump.records.views import AUTO, Views

if TYPE_CHECKING:
    from kafkawire.dump.fields.tree import Node
    from kafkawire.dump.model import Connection, Exchange, Message

NODES_MAX = 3000
"""Fields of a message."""
BYTES_MAX = 32 << 10
"""Of a frame."""
LEAVES_MAX = 8000
BATCHES_MAX = 50
RECORDS_MAX = 100
"""Of a batch."""


def exchange_detail(exchange: Exchange, views: Views | None) -> dict[str, Any]:
    """All of it, as JSON: trees as rows of `TreeRows`, and leaves of the bytes beside them."""
    return _detail(exchange, views, _whole)


def connection_facts(known: Connection) -> dict[str, Any]:
    """What is known of a connection now, without what is not."""
    facts = {
        "client": str(known.client),
        "broker": str(known.server),
        "client id": known.client_id,
        "software": known.software,
        "SASL": f"{known.sasl_mechanism} {known.user}".strip(),
        "opened": date_text(known.opened_ns),
        "closed": None if known.closed_ns is None else date_text(known.closed_ns),
        "how it closed": known.close_reason,
        "seen from its beginning": "yes" if known.is_whole else "no",
        "encrypted": "yes" if known.is_tls else "no",
    }
    return {name: value for name, value in facts.items() if value}


def compact_detail(exchange: Exchange, views: Views | None) -> dict[str, Any]:
    """The same in fewer characters: `rows` of `CompactTree` hold both the tree and the leaves."""
    return _detail(exchange, views, _compact)


Parts = Callable[["Message", Mapping[bytes, str]], dict[str, Any]]


def _detail(exchange: Exchange, views: Views | None, parts: Parts) -> dict[str, Any]:
    names = topic_names_of(exchange)
    batches = records_of_exchange(exchange, views or AUTO)
    request, response = exchange.request, exchange.response
    return {
        "notes": exchange.notes,
        "steps": [[name, step_text(step)] for name, step in steps_of(exchange)],
        "request": None if request is None else _message(request, parts(request, names)),
        "response": None if response is None else _message(response, parts(response, names)),
        "batches": [batch_object(each, RECORDS_MAX) for each in islice(batches, BATCHES_MAX)],
    }


def _message(message: Message, parts: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": message.name,
        "version": message.api_version,
        "time": iso_text(message.time_ns),
        "correlationId": message.correlation_id,
        "packet": message.packet,
        "size": len(message.data),
        "problem": message.problem,
        "bytes": b64encode(message.data[:BYTES_MAX]).decode(),
        **parts,
    }


def _compact(message: Message, names: Mapping[bytes, str]) -> dict[str, Any]:
    return {"rows": CompactTree(message.data, NODES_MAX, names).rows(message.tree)}


def _whole(message: Message, names: Mapping[bytes, str]) -> dict[str, Any]:
    leaves = islice(leaves_of(message.data, message.tree, names), LEAVES_MAX)
    return {
        "tree": TreeRows(names).rows(message.tree),
        "leaves": [
            [leaf.start, leaf.end, leaf.path, leaf.name, leaf.text]
            for leaf in leaves
            if leaf.start < BYTES_MAX
        ],
    }


class TreeRows:
    """A tree as lists of [name, text, colour, start, end, children], with a bound on all of them.

    `colour` is one of `leaf_text`'s; children are missing from leaves.
    """

    def __init__(self, names: Mapping[bytes, str] = NO_NAMES, nodes_max: int = NODES_MAX) -> None:
        self._names = names
        self._left = nodes_max

    def rows(self, node: Node) -> list[list[Any]]:
        """The rows of what is within a node."""
        found = []
        children = shown_children(node)
        for at, child in enumerate(children):
            if self._left <= 0:
                more = f"{counted(len(children) - at, 'field')} more, not on this page"
                found.append(["...", more, 0, child.start, node.end])
                break
            self._left -= 1
            found.append(self._row(child))
        return found

    def _row(self, node: Node) -> list[Any]:
        if not node.children:
            return [node.name, *leaf_text(node, self._names), node.start, node.end]
        text = str(len(shown_children(node))) if is_array(node) else ""
        return [node.name, text, 0, node.start, node.end, self.rows(node)]
