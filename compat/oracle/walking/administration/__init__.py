"""The walks of administration: all that an operator asks of a broker, and much that it refuses.

topics    made, grown, deleted; metadata, and pages of it
configs   of topics, brokers, groups and metrics subscriptions
cluster   reassignments, elections, log directories, features, the quorum
quotas    of clients
records   written and deleted, for logs of some size
values    what may be set
sketch    what a plan believes
tidying   what is taken away after a walk
"""
