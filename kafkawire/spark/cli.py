"""The `kafkawire-spark` command: captures into tables and a report, on one machine or a cluster.

It is a driver program like any other: started by itself it runs Spark here (`--master local[*]`),
started by spark-submit it takes master and settings from there. What a command needs is imported
when it runs, so that `--help` costs nothing and `doctor` works where nothing else does.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from kafkawire import interrupts
from kafkawire.output import write_no_more
from kafkawire.spark.cli_help import (
    AGAIN,
    COMPACT_EXAMPLES,
    DOCTOR_EXAMPLES,
    EXAMPLES,
    EXIT_CODES,
    SCHEMA_EXAMPLES,
    WORK_EXAMPLES,
    ZIP_EXAMPLES,
)

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from kafkawire.spark.doctor import Finding
    from kafkawire.spark.progress import Progress

FINE, PROBLEMS_FOUND, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130
NAME = "kafkawire-spark"
MASTER = "local[*]"
PLAIN = argparse.RawDescriptionHelpFormatter


def parser() -> argparse.ArgumentParser:
    """The command line's grammar."""
    from kafkawire import __version__

    top = argparse.ArgumentParser(
        prog=NAME,
        description="Kafka's traffic as tables and as a report, by Spark.",
        epilog=EXAMPLES,
        formatter_class=PLAIN,
    )
    top.add_argument("-V", "--version", action="version", version=f"{NAME} {__version__}")
    script = os.path.abspath(__file__)
    top.add_argument(
        "--script", action="version", version=script, help="print what spark-submit is to start"
    )
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _add_work(commands, "report", "make a page of figures, and tables, out of captures", report)
    _add_work(commands, "tables", "make tables (Parquet) out of captures", tables)
    _add_others(commands)
    return top


Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
Run = Callable[[argparse.Namespace], int]


def _add_work(commands: Commands, name: str, about: str, run: Run) -> None:
    command = commands.add_parser(
        name,
        help=about,
        description=f"{about[0].upper()}{about[1:]}.",
        epilog=AGAIN + WORK_EXAMPLES.format(name=name) + EXIT_CODES,
        formatter_class=PLAIN,
    )
    command.add_argument(
        "inputs", nargs="*", metavar="INPUT", help="a capture, a directory of them, or a pattern"
    )
    command.add_argument("--out", metavar="DIR", help="where it goes; made if it is not there")
    command.add_argument(
        "--doctor", action="store_true", help="first look whether Spark can run this"
    )
    _add_session(command)
    command.set_defaults(run=run)


def _add_others(commands: Commands) -> None:
    doctor = commands.add_parser(
        "doctor",
        help="look whether Spark can run this, here and on executors, and what to do if not",
        description="Look at Java, Spark, Python and packages, on the driver and on executors.",
        epilog=DOCTOR_EXAMPLES + EXIT_CODES,
        formatter_class=PLAIN,
    )
    _add_session(doctor)
    doctor.set_defaults(run=look)
    schema = commands.add_parser(
        "schema",
        help="print what is in the tables",
        description="Print the columns of the tables, their types, units and meanings.",
        epilog=SCHEMA_EXAMPLES,
        formatter_class=PLAIN,
    )
    schema.add_argument("table", nargs="?", metavar="TABLE", help="only this one")
    schema.set_defaults(run=show_schema)
    zipped = commands.add_parser(
        "zip",
        help="write the package as a zip, for --py-files",
        description="Write this package as a zip, for executors that have it not installed.",
        epilog=ZIP_EXAMPLES,
        formatter_class=PLAIN,
    )
    zipped.add_argument("file", metavar="FILE")
    zipped.set_defaults(run=write_zip)

    merged = commands.add_parser(
        "compact",
        help="make few files of the many small ones in tables",
        description="Make few files of the many small ones that an input has in tables. It needs"
        " no Spark. Inputs, of which a batch of a stream is one, stay apart.",
        epilog=COMPACT_EXAMPLES,
        formatter_class=PLAIN,
    )
    merged.add_argument("place", metavar="DIR", help="tables, as `tables` or a stream made them")
    merged.set_defaults(run=compact_tables)


def _add_session(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--master", help=f"where Spark runs ({MASTER}, or what spark-submit was told)"
    )
    command.add_argument(
        "--conf",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a setting of Spark's; may be given many times",
    )


def report(arguments: argparse.Namespace) -> int:
    """The `report` command; its exit code."""
    return _with_inputs(arguments, _report)


def _report(arguments: argparse.Namespace, captures: Sequence[str], progress: Progress) -> int:
    from kafkawire.spark.report import TABLES, make, small
    from kafkawire.spark.tables.places import Place

    inputs, is_small = arguments.inputs, False
    if not captures:
        is_small = small.tables_are_small(Place(inputs[0]))
    elif _is_for_one_process(arguments, captures):
        place = Place(f"{arguments.out}/{TABLES}")
        small.make_tables(captures, place, progress)
        inputs, is_small = [place.uri], small.tables_are_small(place)

    def work(spark: SparkSession) -> int:
        page = make(spark, inputs, arguments.out, progress)
        progress.done()
        sys.stdout.write(f"{page}\n")
        return FINE

    return _in_session(arguments, work, progress, is_small=is_small)


def tables(arguments: argparse.Namespace) -> int:
    """The `tables` command; its exit code."""
    return _with_inputs(arguments, _tables)


def _tables(arguments: argparse.Namespace, captures: Sequence[str], progress: Progress) -> int:
    from kafkawire.spark.report import make_tables, small
    from kafkawire.spark.tables.places import Place

    def work(spark: SparkSession) -> int:
        make_tables(spark, arguments.inputs, arguments.out, progress)
        return FINE

    if not _is_for_one_process(arguments, captures):
        return _in_session(arguments, work, progress)
    small.make_tables(captures, Place(arguments.out), progress)
    return FINE


def _is_for_one_process(arguments: argparse.Namespace, captures: Sequence[str]) -> bool:
    """Whether captures are small; Spark of which more was said than that does it all."""
    from kafkawire.spark.report.small import captures_are_small
    from kafkawire.spark.session import SUBMITTED

    is_plain = arguments.master is None and SUBMITTED not in os.environ
    return is_plain and captures_are_small(captures)


def look(arguments: argparse.Namespace) -> int:
    """The `doctor` command; its exit code."""
    from kafkawire.spark.doctor import look_here, look_there
    from kafkawire.spark.progress import Progress

    here = look_here()
    _show(here)
    if not all(each.is_ok for each in here if each.is_needed_to_start):
        say("there is no use in starting Spark")
        return PROBLEMS_FOUND

    progress = Progress(sys.stderr)

    def work(spark: SparkSession) -> int:
        progress("asking executors")
        there = look_there(spark)
        progress.done()
        _show(there)
        return FINE if all(each.is_ok for each in here + there) else PROBLEMS_FOUND

    return _refusing(lambda: _in_session(arguments, work, progress, is_small=True))


def show_schema(arguments: argparse.Namespace) -> int:
    """The `schema` command; its exit code."""
    from kafkawire.spark.tables.documentation import page

    text = page()
    if arguments.table is not None:
        parts = {part.partition("\n")[0].strip(): part for part in text.split("\n## ")[1:]}
        if arguments.table not in parts:
            return complain(f"there is no table {arguments.table}; there are {', '.join(parts)}")
        text = f"## {parts[arguments.table]}"
    sys.stdout.write(text.rstrip() + "\n")
    return FINE


def write_zip(arguments: argparse.Namespace) -> int:
    """The `zip` command; its exit code."""
    from kafkawire.spark.shipping import make_zip

    try:
        count = make_zip(arguments.file)
    except (OSError, ImportError) as error:
        return complain(str(error))
    megabytes = os.path.getsize(arguments.file) / 1e6
    say(f"{arguments.file}: {count} files, {megabytes:.1f} MB; spark-submit --py-files takes it")
    return FINE


def compact_tables(arguments: argparse.Namespace) -> int:
    """The `compact` command; its exit code."""
    from kafkawire.spark.tables.catalogue import BY_NAME
    from kafkawire.spark.tables.merging import compact
    from kafkawire.spark.tables.places import Place

    try:
        place = Place(arguments.place)
        if not place.inputs():
            return complain(f"there are no tables in {arguments.place}")
        went = sum(compact(place, name) for name in BY_NAME)
    except (OSError, ValueError) as error:
        return complain(f"{arguments.place}: {_briefly(error)}")
    sys.stdout.write(f"{went:,} files fewer\n")
    return FINE


Work = Callable[["SparkSession"], int]
OfInputs = Callable[[argparse.Namespace, Sequence[str], "Progress"], int]
"""Takes the captures that are meant, none if the input is tables."""


def _with_inputs(arguments: argparse.Namespace, run: OfInputs) -> int:
    """Work on inputs, after a look by the doctor if that is asked for."""
    from kafkawire.spark.progress import Progress

    if arguments.doctor:
        code = look(arguments)
        if code != FINE or not arguments.inputs:
            return code
    if not arguments.inputs:
        return complain(f"{arguments.command} wants an input: a capture or a directory of them")
    if arguments.out is None:
        return complain(f"{arguments.command} wants --out, a directory for what it makes")
    progress = Progress(sys.stderr)

    def work() -> int:
        from kafkawire.spark.report.inputs import look_at
        from kafkawire.spark.session import SUBMITTED, settings

        settings(arguments.master, arguments.conf, is_submitted=SUBMITTED in os.environ)
        captures = look_at(arguments.inputs, arguments.out, takes_tables=run is _report)
        return run(arguments, captures, progress)

    try:
        return _refusing(work)
    finally:
        progress.done()


def _refusing(work: Callable[[], int]) -> int:
    """Work, and say in one line what is wrong with what was asked for."""
    from kafkawire.dump.inputs.captures import NotACapture
    from kafkawire.spark.captures.options import CaptureOptionError
    from kafkawire.spark.session import SettingError

    try:
        return work()
    except (SettingError, CaptureOptionError, NotACapture, OSError) as error:
        return complain(_briefly(error))


def _in_session(
    arguments: argparse.Namespace, work: Work, progress: Progress, *, is_small: bool = False
) -> int:
    """Work in a session of Spark, with progress on the standard error; Spark ends with it."""
    from kafkawire.spark.session import FAILURES, first_line, started

    try:
        with started(arguments.master, arguments.conf, progress, is_small=is_small) as spark:
            return work(spark)
    except FAILURES as error:
        say(f"Spark failed: {first_line(error)}")
        say(f"`{NAME} doctor` tells whether Java, Spark, Python and packages fit together")
        return PROBLEMS_FOUND


def _show(findings: Sequence[Finding]) -> None:
    for each in findings:
        sys.stdout.writelines(f"{line}\n" for line in each.lines())
    sys.stdout.flush()


def _briefly(error: Exception) -> str:
    """Its first line: some libraries tell all that they have tried."""
    return str(error).partition("\n")[0]


def say(text: str) -> None:
    """A line on the standard error, at once."""
    sys.stderr.write(f"{NAME}: {text}\n")
    sys.stderr.flush()


def complain(text: str) -> int:
    """Say what is wrong, behind all that was printed; the exit code for it."""
    sys.stdout.flush()
    say(text)
    return WRONG_USAGE


def main(argv: Sequence[str] | None = None) -> int:
    """Entry point of the console script."""
    arguments = parser().parse_args(argv)
    try:
        interrupts.raising()
        code: int = arguments.run(arguments)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        say("interrupted")
        return INTERRUPTED
    except ImportError as error:
        from kafkawire.spark.doctor_needs import INSTALL

        return complain(f"{error}; {INSTALL} brings what is missing")
    except BrokenPipeError:
        # Who reads us (`| head`) has seen enough; what is left goes nowhere.
        write_no_more()
        return FINE


if __name__ == "__main__":
    # spark-submit has put our own folder first, where `log` and `columns` mean something else.
    sys.path[:] = [path for path in sys.path if path != os.path.dirname(os.path.abspath(__file__))]
    sys.exit(main())
