"""SASL as a client: what it sends to a broker before any other request. No I/O.

    plain, scram, oauthbearer   mechanisms: generators of tokens
    conversation                all requests of a login with any of them
    jaas                        names and passwords out of `sasl.jaas.config`

The client, the proxy of wire-dump and Spark's connector log in with it, each over its own I/O.
"""
