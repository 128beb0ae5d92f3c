"""Detectors: habits of clients that hurt them, found while messages go by.

Each is a small state machine over events: it counts what it watches for, says so once when a
threshold is passed, and then keeps quiet for a while. What it knows is about keys (a connection, a
client, a group) of which it remembers a bounded number, and what is too long ago counts no more.

    detector     what all have in common: thresholds, findings, which events they are given
    counting     occurrences within a window of time, for a bounded number of keys
    naming       which topics of an exchange an error is about
    peeking      what detectors ask of produce and fetch requests, without decoding these
    producing, transactions, fetching, committing, rebalancing, clients, errors    the detectors
    catalogue    all of them
    watch        the sink that runs them beside outputs
"""
