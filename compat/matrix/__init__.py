"""Stock clients in their own languages over the same scenarios; README.md is the contract.

A cell is one client and one scenario: a program of that client is run against a broker, says in
JSON lines what it saw, and the scenario's judge compares that with what Apache Kafka shows.
"""
