"""What messages say about each other: the memory of the dump.

`State` sees every event before outputs do, and writes into exchanges what only earlier messages
know: names of topic ids, what a fetch session holds, who owns which partitions of a group, how far
a transaction is, and, when it begins, why a consumer waits. Its parts share nothing but names and
know one subject each:

    topics         names of topic ids                        Exchange.topics, notes
    negotiation    versions, software                        Connection.ranges, software, notes
    sasl           mechanism and user                        Connection.sasl_mechanism, user, notes
    sessions       fetch sessions (KIP-227)                  Exchange.session
    share_sessions share sessions (KIP-932)                  Exchange.session
    groups         classic groups and KIP-848                Exchange.group
    transactions   transactional ids                         Exchange.transaction
    clusters       which brokers belong together             (groups and transactions ask)
    waiting        why a consumer gets nothing               notes

All of it is learnt from what was seen: a capture begins in the middle, loses packets, and has only
some of a cluster's connections. So nothing here trusts that it knows everything; where it does not,
its steps say `at least`. Every memory has a named bound and forgets what was unused for longest.
What an exchange costs follows from what it changes, never from what is remembered.
"""

from kafkawire.dump.state.state import State

__all__ = ["State"]
