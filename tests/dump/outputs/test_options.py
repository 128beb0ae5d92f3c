"""What there is without any options."""

from __future__ import annotations

from kafkawire.dump.outputs.options import FULL, HEX, LINE, OutputOptions


def test_without_options_there_are_lines_on_the_screen() -> None:
    options = OutputOptions()

    assert options.verbosity == LINE
    assert (options.json, options.quiet, options.records) == (False, False, False)
    assert (options.write, options.parquet, options.html) == (None, None, None)


def test_levels_are_five() -> None:
    assert (LINE, FULL, HEX) == (0, 3, 4)
