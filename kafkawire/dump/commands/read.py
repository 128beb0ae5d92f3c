"""`wire-dump read FILE...`: what clients and brokers said, from captures of their packets."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from kafkawire.dump.commands import EXIT_CODES, FINE, INTERRUPTED, PROBLEMS_FOUND, say
from kafkawire.dump.commands.exchanges import complaining
from kafkawire.dump.commands.options import (
    UsageError,
    add_options,
    make_pipeline,
    refuse_to_replace,
)
from kafkawire.dump.commands.streams import say_streams
from kafkawire.dump.log.words import counted

if TYPE_CHECKING:
    from kafkawire.dump.commands.progress import Progress
    from kafkawire.dump.pipeline import Pipeline, PipelineCounts

COLLECT_AFTER = 2_000
"""New objects after which Python looks for cycles: a capture's traffic has none."""

EXAMPLES = """examples:
  tcpdump -i any -w - port 9092 | wire-dump read -     as it comes
  wire-dump read traffic.pcapng                        a line for each request and its response
  wire-dump read -vv -f '~api Fetch & ~err' day.pcap.gz
  wire-dump read --json traffic.pcap | jq .request.body
  wire-dump read -r --value json -f '~t orders' traffic.pcap
  wire-dump read -q --write slow.pcapng -f '~lat >1s' traffic.pcap

Captures are pcap or pcapng files, also packed by gzip or zstd; several are merged by time. Kafka is
found on any port. Wireshark, which opens what --write writes, takes only port 9092 for Kafka's: for
others it has to be told by `Decode As...`, Kafka.

--write, --parquet and --html replace files of an earlier run when they are finished. Until then,
and after Ctrl-C, a full disk or another error, what there is has `.partial` behind its name.

"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line's grammar."""
    parser = commands.add_parser(
        "read",
        help="show what is in captures (pcap, pcapng)",
        description="Show what Kafka clients and brokers said in captures of their packets.",
        epilog=EXAMPLES + EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a capture; - is the standard input"
    )
    add = parser.add_argument_group("how captures are read").add_argument
    add("--follow", action="store_true", help="wait for more at the file's end, until Ctrl-C")
    add(
        "--verify-checksums",
        action="store_true",
        help="leave out packets with wrong ones (those of the capturing machine often are)",
    )
    add_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """The `read` command; its exit code."""
    return complaining(lambda: _show(arguments))


def _show(arguments: argparse.Namespace) -> int:
    from kafkawire.dump.commands.progress import Progress

    progress = Progress(arguments.files, sys.stderr, sys.stdout)
    is_live = arguments.follow or "-" in arguments.files
    if arguments.follow and len(arguments.files) > 1:
        raise UsageError("--follow is for one file")
    refuse_to_replace(arguments.files, arguments.write)
    pipeline = make_pipeline(arguments, sys.stdout, is_live=is_live)
    code = read(
        pipeline,
        arguments.files,
        progress,
        must_follow=arguments.follow,
        must_verify=arguments.verify_checksums,
    )
    progress.done()
    tell(pipeline)
    if arguments.quiet and code == PROBLEMS_FOUND:
        say(problems_text(pipeline.counts))
    return code


def read(
    pipeline: Pipeline,
    files: list[str],
    progress: Progress,
    *,
    must_follow: bool = False,
    must_verify: bool = False,
) -> int:
    """Pass captures through, merged by time; what is there is shown also after Ctrl-C.

    Ctrl-C is the usual way to end an endless input, and then completes the outputs. Of a finite
    input the outputs stay partial files, which replace no others. Raises OSError, and NotACapture.
    """
    import gc

    from kafkawire.dump.commands.interrupts import between
    from kafkawire.dump.commands.keeping import closing
    from kafkawire.dump.inputs.files import wait_for_growth
    from kafkawire.dump.inputs.merging import STANDARD_INPUT, read_batches

    # What a capture comes to is made, shown and let go, and hardly any of it lies in a cycle.
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER)
    has_no_end = must_follow or STANDARD_INPUT in files
    events = read_batches(
        files,
        progress=progress.at,
        wait=wait_for_growth if must_follow else None,
        must_verify=must_verify,
    )
    try:
        with closing(pipeline, ends_by_interrupt=has_no_end):
            pipeline.run_batches(between(events))
    except KeyboardInterrupt:
        return INTERRUPTED
    counts = pipeline.counts
    return FINE if counts.are_fine else PROBLEMS_FOUND


def problems_text(counts: PipelineCounts) -> str:
    """What is not fine, for who is shown nothing of it."""
    parts = []
    if counts.damage:
        parts.append(f"{counted(counts.damage, 'place')} with bytes lost or not to be read")
    if counts.problems:
        parts.append(f"{counted(counts.problems, 'message')} not to be decoded")
    if counts.damaged_batches:
        parts.append(f"{counted(counts.damaged_batches, 'damaged batch')}")
    return f"{' and '.join(parts)}; without -q they are shown"


def tell(pipeline: Pipeline) -> None:
    """Say on standard error what the output alone does not show."""
    say_streams(pipeline)
    if pipeline.counts.exchanges and not pipeline.counts.shown:
        sys.stdout.flush()
        count = pipeline.counts.exchanges
        say(f"the filter chooses none of {count:,} exchanges")
