"""Logs in files: a data directory in Kafka's own layout (fetch H, admin F).

`disk` is the door to the file system, and everything else goes through it. `open_files` opens late
and few at a time, `file_storage` has the bytes of one segment, `file_store` the directory of one
partition.
"""
