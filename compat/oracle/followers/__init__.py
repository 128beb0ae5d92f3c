"""The real leader and ours, with followers that only seem to exist.

A leader of Apache Kafka takes for a follower whoever fetches with the id of a broker that its
controller knows. So one node is enough to see how a leader treats followers: brokers 2 to 4 are
registered with its controller by request, topics are assigned to them, and this program fetches in
their names. On our side the same is said by metadata records, to a broker without sockets and with
a clock of its own.

    python -m compat.oracle.followers [--version V] [--walks N] [--seed S] [SCENE ...]

Scenes (`scenes`) and random walks (`walk`) do the same on both sides and note what is answered;
notes must be equal. What a real leader decides by itself, who joins or leaves the in-sync set, is
read from its metadata and said to ours.
"""
