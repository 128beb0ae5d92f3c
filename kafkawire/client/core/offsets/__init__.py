"""Offsets of a consumer: what it is done with, what it commits, what the group has committed.

done             which offsets are done, auto-commit, and the doors for the shell (`Offsets`)
commit_queue     one commit under way; those that come meanwhile go together
committed        committed offsets, one request for all that wait
turns            when a request goes to the coordinator, for both
messages         the requests and what their answers tell
committing_member
in whose name offsets are committed: what a queue needs of a member
"""
