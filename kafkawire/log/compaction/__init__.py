"""Compaction: a log keeps the latest record of each key, and gives up what came before (fetch H.7).

`cleanable` says how much of a log is dirty, `round` cleans it: a map of the latest offset of each
key in the dirty stretch, then every batch from the log's beginning on looked at, kept as it is,
written anew, or left out. What comes of it are new segments, which take the place of the old ones.
"""
