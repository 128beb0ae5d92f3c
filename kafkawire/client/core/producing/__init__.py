"""The producer without sockets, clock and randomness.

options, cluster  Kafka's options, as far as the core needs them; what components share
murmur2           the hash of a key
batch             records of one partition, and what became of them
sequences         the producer id, epoch and sequences of one partition
partition_queue   the batches of one partition that wait to be sent
partitioner       the partition of a record without a key
memory            the bytes of all accepted records, and the waiters for some
unfinished        batches that are not done: time-outs, flushes, failures
accumulator       takes records into batches, and decides when a batch is due
outcomes          what follows from an error code
requests          Produce requests, and what their answers mean for each batch
producer_ids      the producer id of an idempotent producer
guides            what sending has to keep to: nothing, or sequences
topics            the partitions of topics, and their leaders
sender            sends batches, and sends them again
producer          all of it together: the doors for the shell
"""
