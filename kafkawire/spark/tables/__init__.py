"""Kafka's traffic as tables: declared once, filled alike by one process and by Spark.

    column, declared, steps_declared    the tables as data: schemas of Arrow and Spark, documents
    rows, partitions, records, errors   rows of one exchange, which know of no other
    digests, steps                      the second stage: what exchanges do to fetch sessions and
                                        groups, from exchanges without their records, in order
    naming                              names of topic ids, when all of them are known
    sink                                all of it for the one process: a sink of the dump
    writing                             Parquet by date and API, each input once

A table is declared once (`column.Table`). Its schemas, rows and batches are made from values by
column name, so a new column is one line in its declaration and one in the function that fills it.

A row names a connection by its ends and the moment it opened, and an exchange by its connection and
where its request stands there: no numbers that are counted over everything, so that splits of a
capture make the same rows as the whole.
"""
