"""The requests of Java's consumer and of ours for the same work, recorded by a tap and compared.

A workload (`workloads`) is a list of steps. Two programs (`drivers`) run its consumers, one after
the other, on the same broker (`brokers`), each behind a proxy of `kafkawire.dump` that records what
passes (`tap`). `normal` replaces what is new in each run by what it means, `comparing` finds the
differences, and `known` has the differences that are permitted, each with its reason.
"""
