"""`wire-dump log`: what lies in a data directory, and whether it is sound.

A walk over the files yields `Item`s one at a time; nothing keeps them, so a directory of any size
takes a bounded amount of memory. `text` makes lines for people of them, `json_lines` objects for
programs. Whatever is wrong is an item too, of the kind `problem`, beside what it is about.

    files           reading: a window that slides over a file, entries of indexes
    batches         the batches of a file, and where they end for a reason
    segment_checks  indexes against batches
    partition_checks leader epochs and producers against batches
    walking         directories, partitions, segments
    small_files     checkpoints and their like
"""
