"""Logs in files: a data directory in Kafka's own layout (fetch H, admin F).

    disk                            the door to the file system; all else goes through it
    data_directory, log_manager     the directory as a whole: whose it is, and its partitions
    checkpoints, removal            offsets of many partitions; what is to be gone after a while
    file_store, file_storage        one partition's directory, and the bytes of one segment
    notes, lasting, syncing         what is written beside the batches, and when all is safe
    loading, recovery, resuming     what a start finds, after a stop and after a crash
    producers, swapping             producers from their snapshots; segments that were cleaned
    shared, open_files, tails       what all logs share: descriptors, and recent bytes in memory
    background                      work that waits for a disk beside everything else

What is in each of the small files is known to `log.formats`.
"""
