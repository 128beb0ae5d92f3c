"""The outputs that the options ask for, made; a module is imported when its output is needed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

from kafkawire.dump.model import Sink, abandoned
from kafkawire.dump.outputs.options import LINE, OutputOptions


def make_sinks(options: OutputOptions, out: TextIO) -> list[Sink]:
    """The outputs that were asked for; `out` is the standard output.

    Raises OSError if a file cannot be made, ImportError if an extra is not installed.
    """
    sinks: list[Sink] = [] if options.quiet else [_shown(options, out)]
    try:
        sinks.extend(_files(options))
    except (OSError, ImportError):
        abandoned(sinks)
        raise
    return sinks


def _files(options: OutputOptions) -> Iterator[Sink]:
    """Outputs that write files, each made when the one before it could be."""
    if options.write is not None:
        from kafkawire.dump.outputs.pcapng import PcapngSink

        yield PcapngSink(options.write)
    if options.parquet is not None:
        from kafkawire.dump.outputs.parquet import ParquetSink

        yield ParquetSink(options.parquet)
    if options.html is not None:
        from kafkawire.dump.page.html.sink import HtmlSink

        yield HtmlSink(options.html, options)


def _shown(options: OutputOptions, out: TextIO) -> Sink:
    """Lines for people or for programs."""
    if options.json:
        from kafkawire.dump.outputs.jsonlines import JsonLines

        return JsonLines(options, out)
    from kafkawire.dump.outputs.colour import palette_for
    from kafkawire.dump.outputs.lines import Lines

    palette = palette_for(options.color, out)
    if options.verbosity == LINE and not options.records:
        return Lines(options, out, palette)
    from kafkawire.dump.outputs.details import DetailLines

    return Lines(options, out, palette, DetailLines(options, palette))
