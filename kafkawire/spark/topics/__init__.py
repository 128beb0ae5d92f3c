"""Topics as Spark's batches and streams: format "kafkawire".

    options, bounds   what a query asks for
    logs              what there is
    batch, following  which offsets a query, or a batch of a stream, reads
    planning          and which task reads which of them
    reading           what a task does
    memory            what a stream must remember beside the checkpoint
    readers, source   Spark's classes around that

Nothing but the last line, schemas and pushdown imports Spark, so most of it is tested without.
"""
