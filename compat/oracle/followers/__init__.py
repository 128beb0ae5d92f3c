"""The real leader and ours, with followers that only seem to exist.

A leader of Apache Kafka takes for a follower whoever fetches with the id of a broker that its
controller knows. So one node is enough to see how a leader treats followers: brokers 2 to 4 are
registered with its controller by request, topics are assigned to them, and this program fetches in
their names. On our side the same is said by metadata records, to a broker without sockets and with
a clock of its own.

    python -m compat.oracle.followers [--version V] [--walks N] [--seed S] [SCENE ...]

Scenes (`scenes`) and random walks (`walk`) do the same on both sides and note what is answered;
notes must be equal. What a real leader decides by itself, whom it takes into the in-sync set, is
awaited in its metadata and said to ours. All else is awaited as well, and nothing is given time:
the controller's changes until the broker acts upon them (`settling`), requests until they are
served (`side.until_served`).
"""
