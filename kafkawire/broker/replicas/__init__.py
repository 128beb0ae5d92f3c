"""The partitions that this broker hosts: their logs, leadership and high watermarks.

`ReplicaManager` finds and keeps them; `Partition` is one of them. Who watches a partition is told
of changes here: parked requests through the purgatory, fetch sessions through listeners.
"""
