"""The client on trio: sockets, time and tasks for the core, which has all decisions.

background  tasks that end with their block, and not before
line        the socket of one connection, with TLS or without
runtime     carries bytes, times and answers between sockets, core and callers
"""
