"""The trio shell of a node's requests to the other nodes of its cluster.

    node_shell    sockets and time of `kafkawire.broker.nodes.Channels`
    quorum_calls  the calls of a quorum replica, over these connections

The sockets are carried by the code of the client's shell.
"""
