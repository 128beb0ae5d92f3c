"""The tables of the second stage: what only the order of exchanges tells.

`digests` is what that stage is fed with, small and without records. It is no table for people, but
has a schema like the others, since Spark carries it from one stage to the next.
"""

from __future__ import annotations

from kafkawire.spark.tables.column import Column, Table
from kafkawire.spark.tables.declared import CLIENT, CONNECTION, EXCHANGE, SERVER, TIME, TIME_NS


def message_columns(which: str) -> tuple[Column, ...]:
    """Return the columns of a message; all are null without one."""
    return (
        Column(f"{which}_api_key", "int", "Of its header."),
        Column(f"{which}_version", "int", "Of its layout."),
        Column(f"{which}_correlation_id", "int", "Of its header."),
        Column(f"{which}_body_offset", "int", "Where its body begins in the frame.", "bytes"),
        Column(f"{which}_client_id", "string", "Of its header."),
        Column(f"{which}_offset", "long", "Where its length begins in its stream.", "bytes"),
        Column(f"{which}_ns", "long", "When its first byte was seen.", "ns since 1970"),
        Column(f"{which}_end_ns", "long", "When its last byte was seen.", "ns since 1970"),
        Column(f"{which}_frame", "binary", "Its bytes without those of holes."),
        Column(f"{which}_holes", "binary", "Offset and size of each hole, 32 bits each."),
        Column(f"{which}_damaged_batches", "int", "Batches with a wrong checksum."),
        Column(f"{which}_problem", "string", "Why it is not whole."),
    )


DIGESTS = Table(
    "digests",
    "An exchange without its records, or the end of a connection: what the second stage reads.",
    (
        CONNECTION,
        Column("opened_ns", "long", "When its first packet was seen.", "ns since 1970"),
        Column("is_whole", "boolean", "Whether the connection's beginning was seen."),
        CLIENT,
        SERVER,
        Column("client_host", "string", "The client's host: client habits are found by it."),
        Column("group", "string", "The group, or transactional id, that is named first."),
        Column("order_ns", "long", "When it begins: by this they are sorted.", "ns since 1970"),
        Column("api_key", "int", "Of the exchange; null where a connection ends."),
        Column("ended", "string", "Why there is no response; how a connection ended."),
        Column("expects_response", "boolean", "Whether one is due."),
        *message_columns("request"),
        *message_columns("response"),
    ),
    is_by_api=False,
)

FETCH_SESSIONS = Table(
    "fetch_sessions",
    "A Fetch in its session (KIP-227): what it changed, and what the session saved.",
    (
        *EXCHANGE,
        Column("session_id", "int", "The session; what opens one has the id it got."),
        Column("epoch", "int", "What the request said: 0 opens, -1 closes.",
               field="FetchRequest.sessionEpoch"),
        Column("kind", "string", "opened, continued, closed, emptied, refused, none (asked for one "
               "and got none), unanswered."),
        Column("held", "int", "Partitions that the session holds afterwards.", "partitions"),
        Column("is_whole", "boolean", "Whether these are all: its beginning was seen, no gaps."),
        Column("added", "int", "Named in the request and new to the session.", "partitions"),
        Column("changed", "int", "Named in the request, and held before.", "partitions"),
        Column("forgotten", "int", "Taken out by the request.", "partitions"),
        Column("reported", "int", "Named in the response.", "partitions"),
        Column("left_out", "int", "Held, and not in the response.", "partitions"),
        Column("left_out_new", "int", "Of these, with something new: no room, not read, held back "
               "by a transaction, throttled.", "partitions"),
        Column("is_evicted", "boolean", "Whether the broker has lost it, though nobody closed it."),
        Column("error", "string", "Why the session was refused: the error's name."),
        Column("detail", "string", "What else is known: requests that were not seen, and so on."),
        Column("saved_request_bytes", "long", "At least: entries that a full request would have "
               "beside those it has, at the size this version gives one.", "bytes"),
        Column("saved_response_bytes", "long", "At least: entries without records that a full "
               "response would have beside those it has.", "bytes"),
    ),
)  # fmt: skip

GROUPS = Table(
    "groups",
    "A step of a group's member that changes or tells something: heartbeats and commits that go on "
    "as before are left out.",
    (
        *EXCHANGE,
        Column("step_ns", "long", "When the group's state was so.", "ns since 1970"),
        Column("group", "string", "The group."),
        Column("kind", "string", "join, sync, heartbeat, leave or commit."),
        Column("state", "string", "stable or rebalancing afterwards; empty if that is not known."),
        Column("generation", "int", "The generation, or the newer protocol's epoch; -1 unknown."),
        Column("member", "string", "The member's id."),
        Column("members", "int", "How many members are known.", "members"),
        Column("is_whole", "boolean", "Whether these are all."),
        Column("owned", "partitions", "What the member has afterwards; null if not known."),
        Column("gained", "partitions", "What it was given that it had not."),
        Column("lost", "partitions", "What it had and has no more."),
        Column("reason", "string", "Why the group rebalances."),
        Column("rebalancing_ms", "double", "How long it has been rebalancing.", "ms"),
        Column("rebalanced_ms", "double", "In the step that ends a rebalance: how long it took, "
               "from its first sign.", "ms"),
        Column("rebalanced_why", "string", "In that step: the first sign."),
        Column("error", "string", "The error's name, if the member was refused."),
    ),
)  # fmt: skip

FINDINGS = Table(
    "findings",
    "What a detector of wire-dump found: a habit that hurts, and what to do about it.",
    (
        TIME,
        TIME_NS,
        Column("detector", "string", "Its name; `wire-dump detectors` tells more."),
        Column("severity", "string", "info, warning or error."),
        Column("text", "string", "What was seen, in figures."),
        Column("advice", "string", "What to do."),
        Column("connection", "string", "Where, if it is one connection's."),
        Column("client_id", "string", "What the client calls itself."),
        CLIENT,
        SERVER,
        Column("api", "string", "Of the exchange that tipped the scales."),
    ),
    is_by_api=False,
)
