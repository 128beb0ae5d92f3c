"""Statistics of traffic: counts, bytes, errors and latencies, by API, client, topic and so on.

`Statistics` is an output like others; `report` shows it. Memory is bounded: a row of counts and a
histogram of bounded size (`sketch`) for each combination that was asked for, and rows are bounded.
"""

from kafkawire.dump.stats.statistics import DIMENSIONS, Statistics

__all__ = ["DIMENSIONS", "Statistics"]
