"""A soak of the client: real processes, a broker with data on disk, and kills at random moments.

worker      a producer or a member of a group, in a process of its own, which writes a journal
journal     the lines of a journal: what was acknowledged, or read
ledger      all journals together, and what is wrong in them
processes   workers from outside: started, killed, measured
soak        the run: the processes, when each is killed, and the checks at the end
"""
