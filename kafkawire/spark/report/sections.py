"""The page's parts in their order: what each is about, its figures, and the tables below them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from kafkawire.spark.report.facts import RETRY_MS
from kafkawire.spark.report.units import duration, moment, number, percent, size
from kafkawire.spark.report.words import saving

if TYPE_CHECKING:
    from kafkawire.spark.report.facts import Facts, Rows

Value = Callable[[dict[str, Any]], str]


class Cell(NamedTuple):
    """A column of a table on the page."""

    title: str
    value: Value
    is_number: bool = True


class Shown(NamedTuple):
    """A table on the page; `cells` make its columns from rows."""

    caption: str
    rows: Rows
    cells: tuple[Cell, ...]


class Drawn(NamedTuple):
    """A figure on the page, by its name in `figures.DRAWN`."""

    name: str
    caption: str


class Section(NamedTuple):
    """A part of the page; `name` is its anchor."""

    name: str
    title: str
    about: str
    figures: tuple[Drawn, ...]
    tables: tuple[Shown, ...]


def _text(title: str, key: str) -> Cell:
    return Cell(title, lambda row: str(row[key]) if row[key] is not None else "", is_number=False)


def _list(title: str, key: str) -> Cell:
    return Cell(title, lambda row: ", ".join(map(str, row[key] or ())), is_number=False)


def _number(title: str, key: str) -> Cell:
    return Cell(title, lambda row: number(row[key]))


def _size(title: str, key: str) -> Cell:
    return Cell(title, lambda row: size(row[key]))


def _ns(title: str, key: str) -> Cell:
    return Cell(title, lambda row: duration(row[key]))


def _ms(title: str, key: str) -> Cell:
    return Cell(title, lambda row: duration(None if row[key] is None else row[key] * 1e6))


_QUANTILES = (
    _ns("median", "p50_ns"),
    _ns("p90", "p90_ns"),
    _ns("p99", "p99_ns"),
    _ns("greatest", "max_ns"),
)
_TRAFFIC = (_size("sent", "sent_bytes"), _size("received", "received_bytes"))


def sections(facts: Facts) -> list[Section]:
    """All of them, those too of which nothing was seen."""
    made = [
        _traffic(facts),
        _latency(facts),
        _retries(facts),
        _sessions(facts),
        _rebalances(facts),
        _partitions(facts),
        _batches(facts),
    ]
    return [*made, _damage(facts)] if facts["damage"] else made


def _traffic(facts: Facts) -> Section:
    return Section(
        "traffic",
        "Traffic",
        "How many requests there were at each moment, by API.",
        (Drawn("traffic", f"Requests a second, in steps of {duration(facts.bucket_ns)}."),),
        (),
    )


def _latency(facts: Facts) -> Section:
    return Section(
        "latency",
        "Latency",
        "From a request's last byte to its response's first, where the capture was taken. A fetch "
        "that brought nothing waited for records, as it was told to, and stands by itself; "
        "JoinGroup and SyncGroup wait for other members. Clients and brokers are compared without "
        "all these. Percentiles are exact to one in ten thousand ranks.",
        (
            Drawn("latency_by_api", "Latency of each API."),
            Drawn("latency_over_time", "99th percentile over time, the busiest APIs."),
            Drawn("latency_of_clients", "99th percentile over time, the busiest clients."),
            Drawn("latency_of_brokers", "99th percentile over time, the brokers."),
        ),
        (
            Shown(
                "By API",
                facts["latency_by_api"],
                (_text("API", "api"), _number("requests", "requests"), *_QUANTILES),
            ),
            Shown(
                "By client",
                facts["latency_by_client"],
                (_text("client", "name"), _number("requests", "requests"), *_QUANTILES, *_TRAFFIC),
            ),
            Shown(
                "By broker",
                facts["latency_by_broker"],
                (_text("broker", "name"), _number("requests", "requests"), *_QUANTILES, *_TRAFFIC),
            ),
        ),
    )


def _retries(facts: Facts) -> Section:
    about = {(row["name"], row["api"], row["error"]): row for row in facts["errors_about"]}
    rows = [
        {**row, "about": about.get((row["name"], row["api"], row["error"]), {}).get("about", [])}
        for row in facts["retries"]
    ]
    return Section(
        "retries",
        "Errors and retries",
        "Who gets which errors, and who tries again. A retry is a request of the same API on the "
        f"same connection within {duration(RETRY_MS * 1e6)} of an answer with an error; clients "
        "retry by themselves only what Kafka calls retriable.",
        (Drawn("errors", "Errors in responses over time, by name."),),
        (
            Shown(
                "Errors and what followed",
                rows,
                (
                    _text("client", "name"),
                    _text("API", "api"),
                    _text("error", "error"),
                    Cell("retriable", lambda row: "yes" if row["is_retriable"] else "no", False),
                    _number("answers", "answers"),
                    _number("retries", "retries"),
                    _ms("after, median", "gap_ms"),
                    Cell("about", lambda row: ", ".join(row["about"][:4]), is_number=False),
                ),
            ),
        ),
    )


def _saved(facts: Facts) -> str:
    (totals,) = facts["session_totals"]
    saved = totals["saved_request_bytes"] + totals["saved_response_bytes"]
    spent = sum(row["overhead_bytes"] or 0 for row in facts["fetches"])
    if not saved:
        return "Here nothing was saved."
    return (
        f"Here sessions saved at least {size(saved)}; fetches without their records took "
        f"{size(spent)}, so at least {percent(saved / (saved + spent))} was saved."
    )


def _sessions(facts: Facts) -> Section:
    saved = Cell(
        "saved", lambda row: size(row["saved_request_bytes"] + row["saved_response_bytes"])
    )
    counts = ("opened", "continued", "refused", "evicted")
    averages = (("held", "held"), ("named", "asked"), ("reported", "reported"))
    return Section(
        "sessions",
        "Fetch sessions",
        "With a session a fetch names only what changed, and its answer tells only what is new "
        "(KIP-227). Saved is what a fetch would have named and told besides: for each partition "
        "that was left out, the size of its entry in this version of Fetch, without records, "
        "topics' heads and tagged fields, so at least. " + _saved(facts),
        (
            Drawn("sessions", "Partitions of a fetch: held by its session, asked and reported."),
            Drawn("sessions_over_time", "Fetches a second, by what they did to a session."),
        ),
        (
            Shown(
                "By client and broker; partitions are averages of a fetch",
                facts["sessions"],
                (
                    _text("client", "name"),
                    _text("broker", "server"),
                    *(_number(each, each) for each in counts),
                    *(_number(title, key) for title, key in averages),
                    saved,
                    _list("errors", "errors"),
                ),
            ),
        ),
    )


def _rebalances(facts: Facts) -> Section:
    return Section(
        "rebalances",
        "Rebalances",
        "A group rebalances from the first sign that its assignment will change until its members "
        "have the new one. Members of classic groups consume little or nothing meanwhile.",
        (Drawn("rebalances", "Rebalances by group; the larger a mark, the longer it took."),),
        (
            Shown(
                "By group",
                facts["groups"],
                (
                    _text("group", "group"),
                    _number("rebalances", "rebalances"),
                    _ms("together", "rebalanced_ms"),
                    _ms("longest", "longest_ms"),
                    _text("longest was because", "why"),
                    _number("generation", "generation"),
                    _number("members, at most", "members"),
                    _list("refused with", "errors"),
                ),
            ),
            Shown(
                "The longest rebalances",
                facts["rebalances"][:10],
                (
                    _text("group", "group"),
                    Cell("ended", lambda row: moment(row["step_ns"]), is_number=False),
                    _ms("took", "rebalanced_ms"),
                    _text("because", "why"),
                    _number("to generation", "generation"),
                ),
            ),
        ),
    )


def _partitions(facts: Facts) -> Section:
    return Section(
        "partitions",
        "Hot partitions",
        "Bytes of batches as they were sent. What several consumers fetch counts for each of them.",
        (Drawn("partitions", "The busiest partitions."),),
        (
            Shown(
                "By partition",
                facts["partitions"],
                (
                    _text("topic", "topic"),
                    _number("partition", "partition"),
                    _size("produced", "produced_bytes"),
                    _number("records produced", "produced_records"),
                    _size("fetched", "fetched_bytes"),
                    _number("records fetched", "fetched_records"),
                    _number("errors", "errors"),
                ),
            ),
            Shown(
                "Skew of what was produced, by topic",
                facts["skew"],
                (
                    _text("topic", "topic"),
                    _number("partitions written", "partitions"),
                    _size("bytes", "bytes"),
                    _number("hottest", "hottest"),
                    Cell("its share", lambda row: percent(row["most"] / row["bytes"])),
                ),
            ),
        ),
    )


def _won(row: dict[str, Any]) -> str:
    """How much smaller batches are than they would be uncompressed."""
    opened = row["uncompressed_bytes"]
    if row["codec"] == "none" or not opened:
        return ""
    return percent(1 - row["bytes"] / opened)


def _batches(facts: Facts) -> Section:
    return Section(
        "batches",
        "Batches and compression",
        "What producers send. Saved is against the same batches when opened; what compression "
        "would save was tried on samples of uncompressed batches (the first 4 KiB of one in eight, "
        "zlib's fastest level: lz4 saves somewhat less, zstd more).",
        (Drawn("batch_sizes", "Batches by their size on the wire, and by codec."),),
        (
            Shown(
                "By client, topic and codec",
                facts["batches"],
                (
                    _text("client", "name"),
                    _text("topic", "topic"),
                    _text("codec", "codec"),
                    _number("batches", "batches"),
                    Cell("records a batch", lambda row: number(row["records"] / row["batches"])),
                    Cell("bytes a batch", lambda row: size(row["bytes"] / row["batches"])),
                    _size("bytes", "bytes"),
                    Cell("saved", _won),
                    Cell("would save", lambda row: "" if saving(row) is None
                         else percent(max(0.0, saving(row) or 0.0))),
                ),
            ),
        ),
    )  # fmt: skip


def _damage(facts: Facts) -> Section:
    return Section(
        "damage",
        "What could not be read",
        "Bytes that the capture lacks, or that are no messages. All else is of the rest.",
        (),
        (
            Shown(
                "By what happened",
                facts["damage"],
                (
                    _text("what", "text"),
                    _number("places", "places"),
                    _size("bytes, at least", "bytes"),
                ),
            ),
        ),
    )
