"""Logs in files: a data directory in Kafka's own layout (fetch H, admin F).

    disk                            the door to the file system; all else goes through it
    data_directory, log_manager     the directory as a whole: whose it is, and its partitions
    checkpoints                     one file of offsets; partition_checkpoints has all four of them
    observer                        what stores report, and to whom
    snapshot_directory              the snapshots of the metadata log
    removal                         files that are deleted after `file.delete.delay.ms`
    file_store                      one partition's `LogStore`
    partition_files                 the owners of its files, and the crash safety of all of them:
      store_directory                 the directory itself, its names and its failure
      segment_files, file_storage     the segments, and the bytes of one of them
      index_files                     their sparse indexes and aborted transactions
      producer_snapshots              the producers
      epoch_file                      the leader epochs
      cleaned_files                   segments that were cleaned, until they have their place
      sync_state, syncing             what is synced, and up to which offset
    loading, recovery, resuming     what a start finds, after a stop and after a crash
    sealed_segments                 what it finds lost or damaged
    shared, open_files, tails       what all logs share: descriptors, and recent bytes in memory
    background                      work that waits for a disk beside everything else

What is in each of the small files is known to `log.formats`.
"""
