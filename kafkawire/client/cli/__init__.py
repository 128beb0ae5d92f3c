"""The commands of `kafkawire` that are clients of a cluster, a module each.

A module of `COMMANDS` has `add_arguments(parser)`: the verbs of the command, and the function that
each verb runs. `kafkawire.cli` imports the module that the command line names, and no other.

    leading     options that stand before the command or its verb
    verbs       the grammar that all verbs share: connection flags, --json, examples
    connection  from flags, files and the environment to the options of a client
    files       files that a command line names
    running     connects, runs the verb, turns what failed into lines and the exit code
    output      tables for people, an object per line for programs
    terminal    colours, and a line of progress
    tables      columns aligned by display width
    places      offsets and times as they are written: start, -5, 100:200, @2026-11-01T00:00
    locating    from places to offsets, asked of the cluster
    formats     -f: fields of records as bytes; format_parsing reads them back
    records     records as objects and as lines for people
    advice      what to do about an error

Exit codes: 0 done, 1 a part failed, 2 the command line is wrong, 3 no broker could be reached.
"""

COMMANDS = {
    "produce": "send records from the standard input",
    "consume": "print the records of topics",
    "topics": "list, describe, create, delete, grow and trim topics",
    "groups": "list, describe and delete groups, show lag, move offsets, remove members",
    "lag": "show how far a group is behind, by partition",
    "configs": "show, set and unset configurations of topics, brokers and groups",
    "offsets": "show the offsets of a topic: first and next ones, or those of a time",
    "cluster": "show brokers, quorum and log directories; move replicas, elect leaders",
    "transactions": "list and describe transactions, find those that hang, abort them",
    "acls": "list, add and remove access control lists",
    "users": "list, create and delete users with passwords (SCRAM)",
    "quotas": "list, set and unset quotas of clients",
    "tokens": "list, create, renew and end delegation tokens",
    "bench": "measure how fast a broker and this client are",
    "completion": "print the script by which a shell completes command lines",
}
"""In the order in which the help shows them; each is the name of its module here."""
WITHOUT_VERBS = ("produce", "consume", "lag", "offsets", "completion")
