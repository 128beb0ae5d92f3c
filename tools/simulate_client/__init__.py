"""Simulated days of clients: a broker's core, clients and trio in one process, without sockets.

clock           trio's time, which jumps to the next thing to do; one seed is one history
broker          the broker's core on a simulated disk, killed and started again
network         connections between clients and that broker, with delays and losses
readers         members of groups; writers: producers with and without transactions
ledger          what was written, acknowledged, handed out and committed, and what is wrong
sizes           how many elements the client's containers have
day             what happens in the hours of a day
"""
