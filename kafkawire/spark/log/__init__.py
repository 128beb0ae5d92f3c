"""Segments of a log as tables: format "kafkawire-log".

The files of a broker, ours or Apache Kafka's, live or stopped, or a copy of them, read straight
into rows: nothing is asked of a broker, and one partition is read by many tasks.

    options          what a query asks for
    finding          partitions and segments of a directory
    heads            batches of a file by their heads
    boundaries       where a segment can be split
    transactions     what was aborted, and what is still open
    planning         which task reads what
    reading          what a task does
    source           Spark's classes around that

Rows are made by `kafkawire.spark.columns`; only `source` imports Spark.
"""
