"""Data directories change hands between Apache Kafka and kafkawire.

A node of either kind writes a directory (`workload`, `transactions`), what it serves is taken down
(`inventory`), it ends, and a node of the other kind starts on the same files. What that one serves
must be the same, down to the bytes of every batch; then it writes too, and the directory goes back.
Kafka's own DumpLogSegments reads the files as well (`tools`).
"""
