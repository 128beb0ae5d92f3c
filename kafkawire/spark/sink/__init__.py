"""Writers of format "kafkawire": rows become records, at least once or exactly once.

    rows          checks the columns and turns Arrow batches into records by topic and partition
    partitioning  which partition a record goes to, as the Java client says
    task          what one task does
    exactly_once  which batch is in, and the transactions that belong to it
    writers       Spark's classes around that

At least once is the default, as in Spark's own connector: a task that is tried again writes its
rows again. Within an attempt nothing is written twice, since producers are idempotent.
"""
