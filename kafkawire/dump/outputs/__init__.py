"""Outputs: what is shown, or kept, of the events that the engine tells.

Each is a `Sink`. None decodes on its own: what it shows of a message are the message's cached
`facts`, `values` and `tree`, so that several outputs pay once. A sink that has a method `finding`
is told what detectors find, too.
"""

from __future__ import annotations

from typing import TextIO

from kafkawire.dump.model import Sink
from kafkawire.dump.outputs.options import LINE, OutputOptions


def make_sinks(options: OutputOptions, out: TextIO) -> list[Sink]:
    """The outputs that were asked for; `out` is the standard output.

    Raises OSError if a file cannot be made, ImportError if an extra is not installed.
    """
    sinks: list[Sink] = []
    if not options.quiet:
        sinks.append(_shown(options, out))
    if options.write is not None:
        from kafkawire.dump.outputs.pcapng import PcapngSink

        sinks.append(PcapngSink(options.write))
    if options.parquet is not None:
        from kafkawire.dump.outputs.parquet import ParquetSink

        sinks.append(ParquetSink(options.parquet))
    if options.html is not None:
        from kafkawire.dump.outputs.html.sink import HtmlSink

        sinks.append(HtmlSink(options.html, options))
    return sinks


def _shown(options: OutputOptions, out: TextIO) -> Sink:
    """Lines for people or for programs; modules are imported when they are needed."""
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
