"""Kafka and Spark without a jar: topics, data directories and captures as DataFrames.

Three formats of Spark's Python data sources, all made by the package alone:

    kafkawire           topics, read and written, in batches and streams     topics/, sink/
    kafkawire-log       segments of a data directory, straight into rows     log/
    kafkawire-capture   captures of traffic, of any size                     captures/

    columns/    record batches into Arrow columns: numpy and pyarrow, no Spark
    cluster/    a blocking client for tasks, on the core's codec; no Spark
    tables/     what is kept of traffic, declared once for one process and for Spark
    report/     those tables as figures, on one page
    cli, doctor the command `kafkawire-spark`

Spark finds the formats by itself: it imports every top-level module called `pyspark_*`, and ours
(`pyspark_kafkawire` and its neighbours) hand it the classes. That is all an installed package
needs. `register` is for the rest: a session that was running before the package was there, a
cluster whose executors have no package, and the one setting that Spark keeps switched off.

Whatever runs in tasks is pickled by reference, and tasks do not see the driver's `sys.path`: the
package must be installed on executors or be shipped to them (`register(spark, ship=True)`,
`--py-files`). `README.md` in this folder has every way that was tried.

Nothing of Spark, numpy or pyarrow is imported here, nor by anything outside of this package.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

__all__ = ["FILTER_PUSHDOWN", "register"]

FILTER_PUSHDOWN = "spark.sql.python.filterPushdown.enabled"


def register(spark: SparkSession, *, ship: bool = False) -> tuple[str, ...]:
    """Make the formats known to a session that runs, and let filters reach them; their names.

    With `ship` the package goes to the executors of this session as a zip: for clusters that have
    its libraries (`kafkawire-spark doctor` tells) but not the package. Safe to repeat.
    """
    from importlib import import_module

    from kafkawire.spark.shipping import MODULES, ship_to

    if ship:
        ship_to(spark)
    sources = [import_module(name).DefaultSource for name in MODULES]
    for source in sources:
        _register(spark, source)
    spark.conf.set(FILTER_PUSHDOWN, "true")
    return tuple(source.name() for source in sources)


def _register(spark: SparkSession, source: type) -> None:
    from pyspark.errors import PySparkException

    try:
        spark.dataSource.register(source)
    except PySparkException as error:
        # Spark found it by itself, and does not let anybody replace what it found.
        if error.getCondition() != "DATA_SOURCE_ALREADY_EXISTS":
            raise
