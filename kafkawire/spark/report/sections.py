"""The page's parts in their order: what each is about, its figures, and the tables below them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kafkawire.spark.report.cells import (
    Cell,
    Drawn,
    Section,
    Shown,
    list_cell,
    ms_cell,
    ns_cell,
    number_cell,
    size_cell,
    text_cell,
)
from kafkawire.spark.report.facts import RETRY_MS, began_ns
from kafkawire.spark.report.latency import (
    NAMES,
    PERCENTILES,
    VALUES_MAX,
    gap_text,
    percentile_of_most,
)
from kafkawire.spark.report.queries import BARS_MAX
from kafkawire.spark.report.units import duration, moment, number, percent, size
from kafkawire.spark.report.words import saving

if TYPE_CHECKING:
    from kafkawire.spark.report.facts import Facts, Rows


def _few(row: dict[str, Any]) -> str:
    return ", ".join(map(duration, row["values_ns"]))


_QUANTILES = (
    *(ns_cell(title, name) for name, title in NAMES.items()),
    ns_cell("greatest", "max_ns"),
)
_FEW = Cell("all, where there are few", _few, is_number=False)


def _latencies(caption: str, rows: Rows, *cells: Cell) -> Shown:
    """With what there are few of, if there is such."""
    few = (_FEW,) if any(row["values_ns"] for row in rows) else ()
    return Shown(caption, rows, (*cells, *few))


_TRAFFIC = (size_cell("sent", "sent_bytes"), size_cell("received", "received_bytes"))
_ANSWERED = (number_cell("answered", "answered"), *_QUANTILES)
_COMPARED = (
    number_cell("exchanges", "exchanges"),
    *_TRAFFIC,
    number_cell("compared", "answered"),
    *_QUANTILES,
)


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


def _window(facts: Facts) -> str:
    """What a figure over time counts."""
    window = duration(facts.bucket_ns)
    return f"in each {window}" if facts.per_s is None else f"a second, in windows of {window}"


def _traffic(facts: Facts) -> Section:
    return Section(
        "traffic",
        "Traffic",
        "An exchange is a request with its response; either may be missing. wire-dump stats "
        "counts them likewise.",
        (Drawn("traffic", f"Exchanges {_window(facts)}, by API."),),
        (
            Shown(
                "By API",
                facts["apis"],
                (
                    text_cell("API", "api"),
                    number_cell("exchanges", "exchanges"),
                    number_cell("with errors", "errors"),
                    number_cell("never answered", "unanswered"),
                    number_cell("no answer due", "one_way"),
                    *_TRAFFIC,
                ),
            ),
        ),
    )


def _over_time(facts: Facts, figure: str, query: str, of: str) -> Drawn:
    """A figure of the percentile for which there is enough."""
    name = percentile_of_most(facts[query])
    window = duration(facts.wide_ns)
    if name is None:
        return Drawn(figure, f"Greatest latency in each {window}, {of}: too few for percentiles.")
    caption = f"{NAMES[name].capitalize()} of latency in each {window}, {of}. Open marks are the "
    return Drawn(figure, f"{caption}greatest of fewer than {PERCENTILES[name][1]}.")


def _latency(facts: Facts) -> Section:
    least = ", ".join(f"a {NAMES[name]} from {count}" for name, (_, count) in PERCENTILES.items())
    return Section(
        "latency",
        "Latency",
        "From a request's last byte to its response's first, where the capture was taken. A fetch "
        "that brought nothing waited for records, as it was told to, and stands by itself; "
        "JoinGroup and SyncGroup wait for other members. Clients and brokers are compared without "
        f"all these. Percentiles need latencies: {least} on; up to {VALUES_MAX} are listed. They "
        "are exact to one in ten thousand ranks.",
        (
            Drawn("latency_by_api", "Latency of each API."),
            _over_time(facts, "latency_over_time", "latency_over_time", "the busiest APIs"),
            _over_time(
                facts, "latency_of_clients", "latency_by_client_over_time", "the busiest clients"
            ),
            _over_time(facts, "latency_of_brokers", "latency_by_broker_over_time", "the brokers"),
        ),
        (
            _latencies("By API", facts["latency_by_api"], text_cell("API", "api"), *_ANSWERED),
            _latencies(
                "By client", facts["latency_by_client"], text_cell("client", "name"), *_COMPARED
            ),
            _latencies(
                "By broker", facts["latency_by_broker"], text_cell("broker", "name"), *_COMPARED
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
        (Drawn("errors", f"Errors in responses {_window(facts)}, by name."),),
        (
            Shown(
                "Errors and what followed",
                rows,
                (
                    text_cell("client", "name"),
                    text_cell("API", "api"),
                    text_cell("error", "error"),
                    Cell("retriable", lambda row: "yes" if row["is_retriable"] else "no", False),
                    number_cell("answers", "answers"),
                    number_cell("retries", "retries"),
                    Cell("after", gap_text),
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
            Drawn("sessions_over_time", f"Fetches {_window(facts)}, by what sessions did."),
        ),
        (
            Shown(
                "By client and broker; partitions are averages of a fetch",
                facts["sessions"],
                (
                    text_cell("client", "name"),
                    text_cell("broker", "server"),
                    *(number_cell(each, each) for each in counts),
                    *(number_cell(title, key) for title, key in averages),
                    saved,
                    list_cell("errors", "errors"),
                ),
            ),
        ),
    )


def _took(row: dict[str, Any]) -> str:
    return duration(row["rebalanced_ms"] * 1e6) + ("" if row["is_over"] else ", not over")


def _rebalances(facts: Facts) -> Section:
    return Section(
        "rebalances",
        "Rebalances",
        "A group rebalances from the first sign that its assignment will change until its members "
        "have the new one: from the first JoinGroup, or heartbeat that is refused, to the last "
        "SyncGroup. Members of classic groups consume little or nothing meanwhile.",
        (
            Drawn(
                "rebalances",
                f"Rebalances by group, from first sign to end; the {BARS_MAX} longest at most.",
            ),
        ),
        (
            Shown(
                "By group",
                facts["groups"],
                (
                    text_cell("group", "group"),
                    number_cell("rebalances", "rebalances"),
                    ms_cell("together", "rebalanced_ms"),
                    ms_cell("longest", "longest_ms"),
                    text_cell("longest was because", "why"),
                    number_cell("generation", "generation"),
                    number_cell("members, at most", "members"),
                    list_cell("refused with", "errors"),
                ),
            ),
            Shown(
                "The longest rebalances",
                facts["rebalances"][:10],
                (
                    text_cell("group", "group"),
                    Cell("began", lambda row: moment(began_ns(row)), is_number=False),
                    Cell("took", _took),
                    text_cell("because", "why"),
                    list_cell("members", "names"),
                    number_cell("to generation", "generation"),
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
                    text_cell("topic", "topic"),
                    number_cell("partition", "partition"),
                    size_cell("produced", "produced_bytes"),
                    number_cell("records produced", "produced_records"),
                    size_cell("fetched", "fetched_bytes"),
                    number_cell("records fetched", "fetched_records"),
                    number_cell("errors", "errors"),
                ),
            ),
            Shown(
                "Skew of what was produced, by topic",
                facts["skew"],
                (
                    text_cell("topic", "topic"),
                    number_cell("partitions written", "partitions"),
                    size_cell("bytes", "bytes"),
                    number_cell("hottest", "hottest"),
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
                    text_cell("client", "name"),
                    text_cell("topic", "topic"),
                    text_cell("codec", "codec"),
                    number_cell("batches", "batches"),
                    Cell("records a batch", lambda row: number(row["records"] / row["batches"])),
                    Cell("bytes a batch", lambda row: size(row["bytes"] / row["batches"])),
                    size_cell("bytes", "bytes"),
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
                    text_cell("what", "text"),
                    number_cell("places", "places"),
                    size_cell("bytes, at least", "bytes"),
                ),
            ),
        ),
    )
